import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { AppError } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Vault } from '@questp/vault';
import { Credentials } from '../credentials/credentials.js';
import { AccessTokens } from '../oauth/access-tokens.js';
import { Platforms } from '../description/platforms.js';
import { ConnectionsRepository, placeOf, type Connection } from './connections.repository.js';

export interface ProjectToken {
  token: string;
  /** Marks the connection after the platform refused the token. Absent for a token of the platform. ACCOUNT_RELINK_NEEDED */
  refuse?: () => Promise<never>;
}

/** The token for calls in the name of a connected project. */
@Injectable()
export class ConnectionToken {
  constructor(
    private readonly database: Database,
    private readonly platforms: Platforms,
    private readonly connectionsRepository: ConnectionsRepository,
    private readonly credentials: Credentials,
    private readonly accessTokens: AccessTokens,
    private readonly vault: Vault,
  ) {}

  /** ACCOUNT_RELINK_NEEDED, OAUTH_NOT_AVAILABLE, OAUTH_UNAVAILABLE */
  async of(connection: Connection): Promise<ProjectToken> {
    switch (this.platforms.of(connection.provider).connection.token) {
      case 'project': {
        if (connection.isRefused) throw new AppError('ACCOUNT_RELINK_NEEDED');
        const sealed = connection.fields['botToken'] ?? '';
        const token = this.vault.open(placeOf(connection, 'botToken'), sealed).reveal();
        return { token, refuse: () => this.refuse(connection) };
      }
      case 'grant': {
        const { token, grant } = await this.accessTokens.of(connection.grantId ?? '');
        return { token: token.reveal(), refuse: () => this.accessTokens.refuse(grant) };
      }
      case 'platform': {
        const { values } = await this.credentials.read(connection.provider);
        return { token: values.get('botToken')?.reveal() ?? '' };
      }
    }
  }

  private async refuse(connection: Connection): Promise<never> {
    const { projectId, provider, accountId } = connection;
    await this.database.transaction(async (tx) => {
      if (!(await this.connectionsRepository.refuse(tx, connection))) return;
      const action = 'connection.refused';
      const details = { provider, accountId };
      await emit(tx, 'project.integration_changed', projectId, { projectId, action, details, userId: null });
    });
    throw new AppError('ACCOUNT_RELINK_NEEDED');
  }
}
