import { Inject, Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { testProjectConnection, type ConnectionTest } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { CONFIG, Rpc } from '@questp/service';
import { Vault } from '@questp/vault';
import { Credentials } from '../credentials/credentials.js';
import { findingOf, type Finding } from '../outbound/finding.js';
import { AccessTokens } from '../oauth/access-tokens.js';
import type { Grant } from '../oauth/grants.repository.js';
import type { TokenSource } from '../outbound/platform.js';
import { PLATFORMS, type PlatformConfig } from '../platforms/index.js';
import { ConnectionsRepository, placeOf, type Connection } from './connections.repository.js';
import { ProjectAccess } from '../access/project-access.js';

const TIMEOUT_MS = 4_000;

@Injectable()
export class TestConnection {
  constructor(
    private readonly access: ProjectAccess,
    private readonly connections: ConnectionsRepository,
    private readonly credentials: Credentials,
    private readonly accessTokens: AccessTokens,
    private readonly vault: Vault,
    private readonly egress: Egress,
    @Inject(CONFIG) private readonly config: PlatformConfig,
  ) {}

  @Rpc(testProjectConnection)
  async execute({ projectId, provider, userId }: RequestOf<typeof testProjectConnection>): Promise<ConnectionTest> {
    await this.access.requireAdmin(projectId, userId);
    const connection = await this.connections.get(projectId, provider);
    const checkedAt = new Date().toISOString();
    if (connection === undefined) return { outcome: 'not_set', detail: 'It is not connected.', checkedAt };
    return { ...(await this.find(connection)), checkedAt };
  }

  private async find(connection: Connection): Promise<Finding> {
    const { provider, accountId } = connection;
    const { token: by, test, shows } = PLATFORMS[provider].connection;
    try {
      const { token, grant } = await this.tokenOf(connection, by);
      const { url, authorization } = test({ token, accountId }, this.config);
      const answer = await this.egress.get(url, {
        destination: provider,
        namedBy: 'platform',
        headers: { accept: 'application/json', ...(authorization && { authorization }) },
        timeoutMs: TIMEOUT_MS,
      });
      if (grant && answer.outcome === 'answered' && answer.status === 401) await this.accessTokens.refuse(grant);
      return findingOf(answer, shows);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'ACCOUNT_RELINK_NEEDED') throw error;
      return { outcome: 'refused', detail: 'What was agreed to has ended; connect it again.' };
    }
  }

  /** With the grant by which the platform may refuse it. */
  private async tokenOf(connection: Connection, by: TokenSource): Promise<{ token: string; grant?: Grant }> {
    switch (by) {
      case 'project':
        return {
          token: this.vault.open(placeOf(connection, 'botToken'), connection.fields['botToken'] ?? '').reveal(),
        };
      case 'grant': {
        const { token, grant } = await this.accessTokens.of(connection.grantId ?? '');
        return { token: token.reveal(), grant };
      }
      case 'platform': {
        const { values } = await this.credentials.read(connection.provider);
        return { token: values.get('botToken')?.reveal() ?? '' };
      }
    }
  }
}
