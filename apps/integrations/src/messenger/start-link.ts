import { Injectable } from '@nestjs/common';
import { startMessengerLink, type MessengerLink } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { newSecret, sha256 } from '../oauth/secrets.js';
import { at } from '../outbound/account.js';
import { MessengerBots } from './bots.js';
import { MessengerLinksRepository } from './links.repository.js';
import { startUrl } from './start-url.js';

@Injectable()
export class StartLink {
  constructor(
    private readonly bots: MessengerBots,
    private readonly links: MessengerLinksRepository,
  ) {}

  /** OAUTH_NOT_AVAILABLE without a bot whose webhook is registered, PLATFORM_UNAVAILABLE */
  @Rpc(startMessengerLink)
  async execute({ userId }: RequestOf<typeof startMessengerLink>): Promise<MessengerLink> {
    const bot = await this.bots.ofPlatform();
    if (bot === undefined || bot.webhookSecret === null) throw new AppError('OAUTH_NOT_AVAILABLE');
    const username = at((await this.bots.call(bot, 'getMe')).result, 'username');
    if (typeof username !== 'string') throw new AppError('OAUTH_NOT_AVAILABLE');
    const token = newSecret();
    const expiresAt = await this.links.insert(userId, sha256(token));
    return { url: startUrl(username, token), expiresAt: expiresAt.toISOString() };
  }
}
