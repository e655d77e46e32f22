import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { CONFIG } from '@questp/service';
import { ConnectionToken } from '../../connections/connection-token.js';
import { ConnectionsRepository } from '../../connections/connections.repository.js';
import { at, handleOf } from '../../description/account.js';
import { AskProvider, readJson } from '../../outbound/ask-provider.js';
import { graphUrl, isLimit, itemOf, type PhotositeConfig } from './api.js';

const provider = 'photosite';

/** A connected account of a project. */
export interface ConnectedAccount {
  token: string;
}

/** Connected accounts of projects. */
@Injectable()
export class ConnectedAccounts {
  constructor(
    private readonly connectionsRepository: ConnectionsRepository,
    private readonly connectionToken: ConnectionToken,
    private readonly askProvider: AskProvider,
    @Inject(CONFIG) private readonly config: PhotositeConfig,
  ) {}

  /** Finds a connected account; undefined if no project is connected to it. ACCOUNT_RELINK_NEEDED, OAUTH_UNAVAILABLE */
  async find(accountId: string): Promise<ConnectedAccount | undefined> {
    const connection = await this.connectionsRepository.ofAccount(provider, accountId);
    if (connection === undefined) return undefined;
    const { token } = await this.connectionToken.of(connection);
    return { token };
  }

  /** Returns the name of a sender; null if the photo site does not show it. OAUTH_UNAVAILABLE */
  async usernameOf({ token }: ConnectedAccount, scopedId: string): Promise<string | null> {
    const { status, body } = await this.askProvider.send(provider, {
      method: 'GET',
      url: `${graphUrl(this.config)}/${scopedId}?fields=username`,
      headers: { authorization: `Bearer ${token}` },
    });
    const answer = readJson(body);
    if (isLimit(answer)) throw new AppError('OAUTH_UNAVAILABLE');
    return status === 200 ? handleOf(at(itemOf(answer), 'username')) : null;
  }

  /** Sends a message. The photo site allows it within 24 hours after the last message of the recipient. */
  say({ token }: ConnectedAccount, scopedId: string, text: string): Promise<unknown> {
    return this.askProvider.send(provider, {
      method: 'POST',
      url: `${graphUrl(this.config)}/me/messages`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ recipient: { id: scopedId }, message: { text } })),
    });
  }
}
