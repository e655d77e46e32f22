import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import type { ProjectConnection } from '@questp/messages/integrations';
import { Database, type Tx } from '@questp/postgres';
import { GrantsRepository } from '../oauth/grants.repository.js';
import { ConnectionsRepository, type Connection, type NewConnection } from './connections.repository.js';
import { ProjectAccess } from '../access/project-access.js';

@Injectable()
export class KeepConnection {
  constructor(
    private readonly db: Database,
    private readonly access: ProjectAccess,
    private readonly connections: ConnectionsRepository,
    private readonly grants: GrantsRepository,
  ) {}

  /**
   * FORBIDDEN, INVALID_TRANSITION, BOT_IN_USE
   *
   * @param settle runs in the same transaction; if it throws, the connection is not stored
   */
  execute(
    connection: NewConnection,
    settle?: (tx: Tx, before: Connection | undefined) => Promise<void>,
  ): Promise<ProjectConnection> {
    const { projectId, provider, accountId, name, grantId, connectedBy: userId } = connection;
    return this.db.transaction(async (tx) => {
      await this.access.lockOpen(tx, projectId, userId);
      const before = await this.connections.get(projectId, provider, tx);
      const after = await this.connections.store(tx, connection);
      if (grantId !== null) await this.grants.hold(tx, grantId);
      if (before?.grantId) await this.grants.end(tx, before.grantId);
      await settle?.(tx, before);
      const details = { provider, accountId, name };
      await emit(tx, 'project.integration_changed', projectId, {
        projectId,
        action: 'connection.added',
        details,
        userId,
      });
      return after;
    });
  }
}
