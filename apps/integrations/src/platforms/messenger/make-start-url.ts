import { Injectable } from '@nestjs/common';
import { makeMessengerStartUrl } from '@questp/messages/integrations';
import type { ReplyOf, RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { startPayload } from './start-payload.js';
import { MessengerBots } from './bots.js';
import { startUrl } from './start-url.js';

@Injectable()
export class MakeStartUrl {
  constructor(private readonly messengerBots: MessengerBots) {}

  @Rpc(makeMessengerStartUrl)
  async execute({
    projectId,
    ...link
  }: RequestOf<typeof makeMessengerStartUrl>): Promise<ReplyOf<typeof makeMessengerStartUrl>> {
    const bot = await this.messengerBots.ofProject(projectId);
    const name = bot?.connection?.name ?? null;
    if (name === null || !bot?.webhookSecret) return { url: null };
    return { url: startUrl(name, startPayload(bot.webhookSecret, link)) };
  }
}
