import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { readStartMessage } from '@questp/messages/quests';
import { Bus, hashSecret } from '@questp/service';
import { AskToConfirm } from '../../webhooks/account-links/ask-to-confirm.js';
import { EXPIRED, LinkAccount } from '../../webhooks/account-links/link-account.js';
import { LinkTokensRepository } from '../../webhooks/account-links/link-tokens.repository.js';
import { readStartPayload } from './start-payload.js';
import { confirmCommand, readUpdate, type MessengerEvent } from './update.js';
import type { Delivery, DeliveryHandler, Effect } from '../../description/delivery-handler.js';
import { ReportFact } from '../../webhooks/report-fact.js';
import { MessengerBots, type Bot } from './bots.js';
import { MessengerChatsRepository } from './chats.repository.js';
import { LatestUpdatesRepository } from './latest-updates.repository.js';
import { MessengerStartsRepository } from './starts.repository.js';

const provider = 'messenger';

/** Processes the updates of the platform's bot and of the bots of projects. */
@Injectable()
export class HandleUpdate implements DeliveryHandler {
  constructor(
    private readonly bus: Bus,
    private readonly messengerBots: MessengerBots,
    private readonly reportFact: ReportFact,
    private readonly askToConfirm: AskToConfirm,
    private readonly linkAccount: LinkAccount,
    private readonly linkTokensRepository: LinkTokensRepository,
    private readonly messengerStartsRepository: MessengerStartsRepository,
    private readonly messengerChatsRepository: MessengerChatsRepository,
    private readonly latestUpdatesRepository: LatestUpdatesRepository,
  ) {}

  async handle({ receiver, deliveryId, body, receivedAt }: Delivery): Promise<Effect> {
    const [event, bot] = [readUpdate(body), await this.messengerBots.ofId(receiver)];
    if (event === undefined || bot === undefined) return {};
    const effect = await (bot.connection === undefined
      ? this.ofPlatform(bot, event, receivedAt)
      : this.ofProject(bot, event, receivedAt));
    return this.inOrder(bot, event, deliveryId, effect);
  }

  /** An update about a state has no effect after a later one about the same state. */
  private inOrder({ id }: Bot, event: MessengerEvent, updateId: string, effect: Effect): Effect {
    const [subject, { write }] = [stateOf(event), effect];
    if (subject === undefined || write === undefined) return effect;
    return {
      ...effect,
      write: async (tx) => {
        if (await this.latestUpdatesRepository.isLatest(tx, id, subject, updateId)) await write(tx);
      },
    };
  }

  private async ofPlatform(bot: Bot, event: MessengerEvent, at: Date): Promise<Effect> {
    switch (event.kind) {
      case 'start': {
        const { accountId } = event.account;
        const token = hashSecret(event.payload);
        const userId = await this.linkTokensRepository.bind({ provider, receiver: bot.id }, token, accountId, at);
        if (userId === undefined) return { reply: () => this.say(bot, accountId, EXPIRED) };
        const asked = { userId, ...event.account };
        const { write, answer } = await this.askToConfirm.execute(
          asked,
          token,
          (code) => `press ${confirmCommand(code)}`,
        );
        return { ...(write && { write }), reply: () => this.say(bot, accountId, answer) };
      }
      case 'confirm': {
        const { accountId } = event.account;
        const code = hashSecret(event.code);
        const userId = await this.linkTokensRepository.confirmed({ provider, receiver: bot.id }, code, accountId, at);
        if (userId === undefined) return { reply: () => this.say(bot, accountId, EXPIRED) };
        const { answer } = await this.linkAccount.execute({ provider, userId, ...event.account });
        return {
          write: (tx) => this.linkTokensRepository.use(tx, code),
          reply: () => this.say(bot, accountId, answer),
        };
      }
      case 'blocked': {
        const { accountId, isBlocked: relinkNeeded } = event;
        return { write: (tx) => emit(tx, 'account.reach_changed', accountId, { provider, accountId, relinkNeeded }) };
      }
      default:
        return {};
    }
  }

  private async ofProject(bot: Bot, event: MessengerEvent, at: Date): Promise<Effect> {
    switch (event.kind) {
      case 'start': {
        const { accountId } = event.account;
        const link = readStartPayload(bot.webhookSecret ?? '', event.payload, at.getTime());
        if (link === undefined) return {};
        const { userId, questId } = link;
        const { message } = await this.bus.call(readStartMessage, { questId });
        return {
          write: async (tx) => {
            await this.messengerStartsRepository.insert(tx, link, accountId);
            await emit(tx, 'integration.fact_observed', userId, { userId, provider });
          },
          ...(message !== null && { reply: () => this.say(bot, accountId, message) }),
        };
      }
      case 'joined':
        return this.reportFact.of(provider, event.accountId);
      case 'chat': {
        const { chatId, title, type, status } = event;
        const chat = { chatId, title, type, isAdmin: status === 'administrator' };
        return {
          write: (tx) =>
            status === null
              ? this.messengerChatsRepository.remove(tx, bot.id, chatId)
              : this.messengerChatsRepository.store(tx, bot.id, chat),
        };
      }
      case 'renamed':
        return { write: (tx) => this.messengerChatsRepository.rename(tx, bot.id, event) };
      case 'moved':
        return { write: (tx) => this.messengerChatsRepository.move(tx, bot.id, event) };
      case 'confirm':
      case 'blocked':
        return {};
    }
  }

  private say(bot: Bot, accountId: string, text: string): Promise<unknown> {
    return this.messengerBots.call(bot, 'sendMessage', { chat_id: accountId, text });
  }
}

/** The subject whose state an update reports; undefined for an event that happens once. */
function stateOf(event: MessengerEvent): string | undefined {
  switch (event.kind) {
    case 'chat':
    case 'moved':
      return `chat ${event.chatId}`;
    case 'renamed':
      return `title ${event.chatId}`;
    case 'blocked':
      return `account ${event.accountId}`;
    default:
      return undefined;
  }
}
