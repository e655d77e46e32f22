import { Injectable } from '@nestjs/common';
import { Vault } from '@questp/vault';
import { Credentials } from '../credentials/credentials.js';
import { AccessTokens } from '../oauth/access-tokens.js';
import type { Grant } from '../oauth/grants.repository.js';
import { PLATFORMS } from '../platforms/index.js';
import { placeOf, type Connection } from './connections.repository.js';

/** The token for calls in the name of a connected project. */
@Injectable()
export class ConnectionToken {
  constructor(
    private readonly credentials: Credentials,
    private readonly accessTokens: AccessTokens,
    private readonly vault: Vault,
  ) {}

  /** With the grant it came from, if any. ACCOUNT_RELINK_NEEDED, OAUTH_NOT_AVAILABLE, OAUTH_UNAVAILABLE */
  async of(connection: Connection): Promise<{ token: string; grant?: Grant }> {
    switch (PLATFORMS[connection.provider].connection.token) {
      case 'project': {
        const sealed = connection.fields['botToken'] ?? '';
        return { token: this.vault.open(placeOf(connection, 'botToken'), sealed).reveal() };
      }
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
