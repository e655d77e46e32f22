import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { AppError } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { type Secret, Vault } from '@questp/vault';
import { OAuthClients } from './clients.js';
import { openTokens, sealTokens } from './grant-tokens.js';
import { GrantsRepository, type Grant } from './grants.repository.js';
import { hasScopes, secondsOf } from '../description/tokens.js';

const POLL_MS = 100;

/** Access tokens of linked accounts. One replica renews an expiring token while the others wait. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly database: Database,
    private readonly grantsRepository: GrantsRepository,
    private readonly oAuthClients: OAuthClients,
    private readonly vault: Vault,
  ) {}

  /** ACCOUNT_RELINK_NEEDED, OAUTH_NOT_AVAILABLE, OAUTH_UNAVAILABLE */
  async of(grantId: string): Promise<{ grant: Grant; token: Secret }> {
    for (;;) {
      const grant = await this.grantsRepository.get(grantId);
      if (grant === undefined || grant.state === 'refused' || grant.state === 'ended') {
        throw new AppError('ACCOUNT_RELINK_NEEDED');
      }
      const token = openTokens(this.vault, grant).get('accessToken');
      if (token === undefined) throw new AppError('OAUTH_NOT_AVAILABLE');
      if (!grant.isDue) return { grant, token };
      const leased = await this.grantsRepository.lease(grantId);
      if (leased === undefined) await sleep(POLL_MS);
      else await this.renew(leased);
    }
  }

  /** Marks a grant that the platform refuses: its owner has to link the account again. ACCOUNT_RELINK_NEEDED */
  async refuse({ id, provider }: Grant): Promise<never> {
    await this.database.transaction(async (tx) => {
      if (!(await this.grantsRepository.refuse(tx, id))) return;
      await emit(tx, 'grant.refused', id, { provider, grantId: id });
      for (const { projectId, ...details } of await this.grantsRepository.connectionsOf(tx, id)) {
        const action = 'connection.refused';
        await emit(tx, 'project.integration_changed', projectId, { projectId, action, details, userId: null });
      }
    });
    throw new AppError('ACCOUNT_RELINK_NEEDED');
  }

  /** Renews a token long before it expires, unless another replica does. ACCOUNT_RELINK_NEEDED, OAUTH_UNAVAILABLE */
  async renewAhead(grantId: string): Promise<void> {
    const leased = await this.grantsRepository.lease(grantId, true);
    if (leased !== undefined) await this.renew(leased);
  }

  /** If the process dies, the lease expires. */
  private async renew(grant: Grant): Promise<void> {
    const refreshToken = openTokens(this.vault, grant).get('refreshToken');
    try {
      const { client, platform } = await this.oAuthClients.of(grant.provider);
      if (refreshToken === undefined) return await this.refuse(grant);
      const tokens = await client.refresh(refreshToken.reveal());
      if (tokens === undefined || !hasScopes(tokens, platform.scopes)) return await this.refuse(grant);
      await this.grantsRepository.renew(grant, sealTokens(this.vault, grant, tokens), secondsOf(tokens));
    } catch (error) {
      await this.grantsRepository.release(grant);
      throw error;
    }
  }
}
