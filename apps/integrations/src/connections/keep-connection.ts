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
    private readonly database: Database,
    private readonly projectAccess: ProjectAccess,
    private readonly connectionsRepository: ConnectionsRepository,
    private readonly grantsRepository: GrantsRepository,
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
    return this.database.transaction(async (tx) => {
      await this.projectAccess.lockOpen(tx, projectId, userId);
      const before = await this.connectionsRepository.get(projectId, provider, tx);
      const after = await this.connectionsRepository.store(tx, connection);
      if (grantId !== null) await this.grantsRepository.hold(tx, grantId);
      if (before?.grantId) await this.grantsRepository.end(tx, before.grantId);
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
