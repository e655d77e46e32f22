import { Inject, Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { testProjectConnection, type ConnectionTest } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { CONFIG, Rpc } from '@questp/service';
import { findingOf, type Finding } from '../outbound/finding.js';
import { PLATFORMS, type PlatformConfig } from '../platforms/index.js';
import { ConnectionToken } from './connection-token.js';
import { ConnectionsRepository, type Connection } from './connections.repository.js';
import { ProjectAccess } from '../access/project-access.js';

const TIMEOUT_MS = 4_000;

@Injectable()
export class TestConnection {
  constructor(
    private readonly access: ProjectAccess,
    private readonly connections: ConnectionsRepository,
    private readonly tokens: ConnectionToken,
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
    const { test, shows } = PLATFORMS[provider].connection;
    try {
      const { token, refuse } = await this.tokens.of(connection);
      const { url, authorization } = test({ token, accountId }, this.config);
      const answer = await this.egress.get(url, {
        destination: provider,
        namedBy: 'platform',
        headers: { accept: 'application/json', ...(authorization && { authorization }) },
        timeoutMs: TIMEOUT_MS,
      });
      if (answer.outcome === 'answered' && answer.status === 401) await refuse?.();
      return findingOf(answer, shows);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'ACCOUNT_RELINK_NEEDED') throw error;
      return { outcome: 'refused', detail: 'The platform no longer accepts the connection; connect it again.' };
    }
  }
}
