import { Injectable } from '@nestjs/common';
import { MESSENGER_LINK_MINUTES, startMessengerLink, type MessengerLink } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { hashSecret, newSecret, Rpc } from '@questp/service';
import { LinkTokensRepository } from '../../webhooks/account-links/link-tokens.repository.js';
import { at } from '../../description/account.js';
import { MessengerBots } from './bots.js';
import { startUrl } from './start-url.js';

@Injectable()
export class StartLink {
  constructor(
    private readonly messengerBots: MessengerBots,
    private readonly linkTokensRepository: LinkTokensRepository,
  ) {}

  /** OAUTH_NOT_AVAILABLE without a bot whose webhook is registered, PLATFORM_UNAVAILABLE */
  @Rpc(startMessengerLink)
  async execute({ userId }: RequestOf<typeof startMessengerLink>): Promise<MessengerLink> {
    const bot = await this.messengerBots.ofPlatform();
    if (bot === undefined || bot.webhookSecret === null) throw new AppError('OAUTH_NOT_AVAILABLE');
    const username = at((await this.messengerBots.call(bot, 'getMe')).result, 'username');
    if (typeof username !== 'string') throw new AppError('OAUTH_NOT_AVAILABLE');
    const token = newSecret();
    const place = { provider: 'messenger', receiver: bot.id } as const;
    const expiresAt = await this.linkTokensRepository.insert(place, userId, hashSecret(token), MESSENGER_LINK_MINUTES);
    return { url: startUrl(username, token), expiresAt: expiresAt.toISOString() };
  }
}
