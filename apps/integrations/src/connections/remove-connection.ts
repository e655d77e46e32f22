import { Injectable } from '@nestjs/common';
import { removeProjectConnection } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { LoseConnections } from './lose-connections.js';
import { ProjectAccess } from '../access/project-access.js';

@Injectable()
export class RemoveConnection {
  constructor(
    private readonly database: Database,
    private readonly projectAccess: ProjectAccess,
    private readonly loseConnections: LoseConnections,
  ) {}

  @Rpc(removeProjectConnection)
  async execute({ projectId, provider, userId }: RequestOf<typeof removeProjectConnection>): Promise<null> {
    await this.database.transaction(async (tx) => {
      await this.projectAccess.lock(tx, projectId);
      await this.projectAccess.requireAdmin(projectId, userId);
      await this.loseConnections.lose(tx, projectId, [provider], userId);
    });
    return null;
  }
}
