import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { CONFIG } from '@questp/service';
import { ConnectionToken } from '../connections/connection-token.js';
import { ConnectionsRepository } from '../connections/connections.repository.js';
import { at, handleOf } from '../outbound/account.js';
import { AskProvider, readJson } from '../outbound/ask-provider.js';
import { graphUrl, isLimit, itemOf } from '../platforms/photosite/api.js';
import type { PhotositeConfig } from '../platforms/photosite/photosite.js';

const provider = 'photosite';

/** An account that a project is connected to, with a token of it. */
export interface ConnectedAccount {
  token: string;
}

/** The accounts that projects are connected to. */
@Injectable()
export class ConnectedAccounts {
  constructor(
    private readonly connections: ConnectionsRepository,
    private readonly tokens: ConnectionToken,
    private readonly ask: AskProvider,
    @Inject(CONFIG) private readonly config: PhotositeConfig,
  ) {}

  /** Undefined when no project is connected to it, or has to connect it again. OAUTH_UNAVAILABLE */
  async find(accountId: string): Promise<ConnectedAccount | undefined> {
    const connection = await this.connections.ofAccount(provider, accountId);
    if (connection === undefined) return undefined;
    const { token } = await this.tokens.of(connection);
    return { token };
  }

  /** The name of a sender; null: the photo site does not show it. OAUTH_UNAVAILABLE */
  async usernameOf({ token }: ConnectedAccount, scopedId: string): Promise<string | null> {
    const { status, body } = await this.ask.send(provider, {
      method: 'GET',
      url: `${graphUrl(this.config)}/${scopedId}?fields=username`,
      headers: { authorization: `Bearer ${token}` },
    });
    const answer = readJson(body);
    if (isLimit(answer)) throw new AppError('OAUTH_UNAVAILABLE');
    return status === 200 ? handleOf(at(itemOf(answer), 'username')) : null;
  }

  /** Allowed for a day after their last message. */
  say({ token }: ConnectedAccount, scopedId: string, text: string): Promise<unknown> {
    return this.ask.send(provider, {
      method: 'POST',
      url: `${graphUrl(this.config)}/me/messages`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ recipient: { id: scopedId }, message: { text } })),
    });
  }
}
