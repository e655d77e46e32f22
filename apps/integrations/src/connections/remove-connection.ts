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
    private readonly db: Database,
    private readonly access: ProjectAccess,
    private readonly loseConnections: LoseConnections,
  ) {}

  @Rpc(removeProjectConnection)
  async execute({ projectId, provider, userId }: RequestOf<typeof removeProjectConnection>): Promise<null> {
    await this.db.transaction(async (tx) => {
      await this.access.lock(tx, projectId);
      await this.access.requireAdmin(projectId, userId);
      await this.loseConnections.lose(tx, projectId, [provider], userId);
    });
    return null;
  }
}
