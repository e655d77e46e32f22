import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { BackgroundWorker, newCallContext, runInOwnContext } from '@questp/service';
import { Vault } from '@questp/vault';
import { AskProvider } from '../outbound/ask-provider.js';
import { OAuthClients } from './clients.js';
import { openTokens } from './grant-tokens.js';
import { GrantsRepository, type Grant } from './grants.repository.js';

const IDLE_MS = 1_000;

/** Revokes grants of unlinked accounts at their platform. A failed revocation is retried every minute for a day. */
@Injectable()
export class GiveBackGrants extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly grantsRepository: GrantsRepository,
    private readonly oAuthClients: OAuthClients,
    private readonly askProvider: AskProvider,
    private readonly vault: Vault,
  ) {
    super({ name: 'give-back-grants', idleMs: IDLE_MS });
  }

  async execute(): Promise<boolean> {
    const grant = await this.grantsRepository.takeEnded();
    if (grant === undefined) return false;
    const context = newCallContext(undefined, undefined, { name: 'give back grant', kind: 'internal' });
    const isGivenBack = await runInOwnContext(context, () => this.giveBack(grant));
    if (isGivenBack || grant.isLate) await this.grantsRepository.remove(this.database, grant.id);
    return true;
  }

  private revokeLast(grant: Grant, revoke: () => Promise<unknown>): Promise<void> {
    return this.database.transaction(async (tx) => {
      await this.grantsRepository.lockAccount(tx, grant);
      if (!(await this.grantsRepository.isHeld(tx, grant))) await revoke();
    });
  }

  /** False: try again later. A refusal means that the token is already invalid. */
  private async giveBack(grant: Grant): Promise<boolean> {
    const tokens = openTokens(this.vault, grant);
    // Revoking the refresh token also revokes its access tokens.
    const token = tokens.get('refreshToken') ?? tokens.get('accessToken');
    if (token === undefined) return true;
    try {
      const { platform, application } = await this.oAuthClients.of(grant.provider);
      const request = platform.revocation?.(application, token.reveal());
      if (request === undefined) return true;
      const revoke = () => this.askProvider.send(grant.provider, request);
      if (platform.revokesAccount) await this.revokeLast(grant, revoke);
      else await revoke();
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }
}
