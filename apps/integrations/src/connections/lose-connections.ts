import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { CONNECTION_PROVIDERS, type ConnectionProvider } from '@questp/messages/integrations';
import type { Tx } from '@questp/postgres';
import { GrantsRepository } from '../oauth/grants.repository.js';
import { ConnectionsRepository } from './connections.repository.js';
import { Platforms } from '../description/platforms.js';

/** Removes connections and ends their grants. The caller has locked the project. */
@Injectable()
export class LoseConnections {
  constructor(
    private readonly connectionsRepository: ConnectionsRepository,
    private readonly grantsRepository: GrantsRepository,
    private readonly platforms: Platforms,
  ) {}

  /** Removes connections that use an account of the member who left; bots and servers stay with the project. */
  async ofMember(tx: Tx, projectId: string, userId: string): Promise<void> {
    const providers = CONNECTION_PROVIDERS.filter((one) => this.platforms.of(one).connection.endsWithMember);
    await this.lose(tx, projectId, providers, null, userId);
  }

  async ofProject(tx: Tx, projectId: string): Promise<void> {
    await this.lose(tx, projectId, CONNECTION_PROVIDERS, null);
  }

  /** @param userId the acting member; null: the platform. @param connectedBy only connections of this member, if set */
  async lose(
    tx: Tx,
    projectId: string,
    providers: readonly ConnectionProvider[],
    userId: string | null,
    connectedBy?: string,
  ): Promise<void> {
    for (const lost of await this.connectionsRepository.remove(tx, projectId, providers, connectedBy)) {
      const { provider, accountId, name, grantId } = lost;
      if (grantId !== null) await this.grantsRepository.end(tx, grantId);
      const { lost: store } = this.platforms.of(provider).connection;
      if (store !== undefined) await this.platforms.part(store).add(tx, lost);
      const details = { provider, accountId, name };
      await emit(tx, 'project.integration_changed', projectId, {
        projectId,
        action: 'connection.removed',
        details,
        userId,
      });
    }
  }
}
