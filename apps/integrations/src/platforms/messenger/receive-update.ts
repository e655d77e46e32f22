import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { receiveMessengerUpdate } from '@questp/messages/integrations';
import { AppError, fieldError, type RequestOf } from '@questp/messages/language';
import { hashSecret, Rpc } from '@questp/service';
import { at } from '../../description/account.js';
import { DeliveriesRepository } from '../../webhooks/deliveries.repository.js';
import { ProcessDeliveries } from '../../webhooks/process-deliveries.js';
import { keptOf, readUpdate } from './update.js';
import { webhookJson } from '../../webhooks/webhook-json.js';
import { MessengerBots } from './bots.js';

/** The header of spec 2.8, and that of the real platform. */
const SECRET_HEADERS = ['x-messenger-bot-api-secret-token', 'x-telegram-bot-api-secret-token'];

/** Stores the members of a bot's update that the service reads, to process them later. A repeated update has no effect. */
@Injectable()
export class ReceiveUpdate {
  constructor(
    private readonly messengerBots: MessengerBots,
    private readonly deliveriesRepository: DeliveriesRepository,
    private readonly processDeliveries: ProcessDeliveries,
  ) {}

  /** UNAUTHENTICATED, VALIDATION_FAILED */
  @Rpc(receiveMessengerUpdate)
  async execute({ projectId, headers, body }: RequestOf<typeof receiveMessengerUpdate>): Promise<null> {
    const bot = await (projectId === undefined
      ? this.messengerBots.ofPlatform()
      : this.messengerBots.ofProject(projectId));
    const given = SECRET_HEADERS.map((name) => headers[name]).find((value) => value !== undefined) ?? '';
    // Without a bot or its secret, compare with a random value, so that the comparison fails in the same time.
    const isRight = timingSafeEqual(
      hashSecret(given),
      bot?.webhookSecret ? hashSecret(bot.webhookSecret) : randomBytes(32),
    );
    if (bot === undefined || !isRight) {
      throw new AppError('UNAUTHENTICATED', { detail: 'The secret of the bot is missing or wrong.' });
    }
    const { id, json } = updateIn(body);
    if (readUpdate(json) === undefined) return null;
    await this.deliveriesRepository.insert({
      provider: 'messenger',
      receiver: bot.id,
      deliveryId: id,
      body: keptOf(json),
    });
    this.processDeliveries.wake();
    return null;
  }
}

function updateIn(body: string): { id: string; json: unknown } {
  const json = webhookJson(body);
  const id = at(json, 'update_id');
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) {
    throw new AppError('VALIDATION_FAILED', { errors: [fieldError('/update_id', 'REQUIRED')] });
  }
  return { id: String(id), json };
}
