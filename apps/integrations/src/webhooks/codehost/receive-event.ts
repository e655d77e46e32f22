import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { receiveCodehostEvent } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { hashSecret, Rpc } from '@questp/service';
import { authorIn } from '../../platforms/codehost/event.js';
import { DeliveriesRepository } from '../deliveries.repository.js';
import { ProcessDeliveries } from '../process-deliveries.js';
import { webhookJson } from '../webhook-json.js';
import { HooksRepository } from './hooks.repository.js';

const DELIVERY = /^[\w-]{1,64}$/;

/** Stores the author of an event of a repository, to be processed later. A repeated event has no effect. */
@Injectable()
export class ReceiveEvent {
  constructor(
    private readonly hooks: HooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly process: ProcessDeliveries,
  ) {}

  /** UNAUTHENTICATED, BAD_REQUEST, INVALID_JSON, RATE_LIMITED */
  @Rpc(receiveCodehostEvent)
  async execute({ hookId, headers, body }: RequestOf<typeof receiveCodehostEvent>): Promise<null> {
    const hook = await this.hooks.get(hookId);
    // For an unknown webhook, compare with a signature that nobody can make.
    const key = hook === undefined ? randomBytes(32) : this.hooks.secretOf(hook);
    const signature = `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
    if (!timingSafeEqual(hashSecret(headers['x-hub-signature-256'] ?? ''), hashSecret(signature))) {
      throw new AppError('UNAUTHENTICATED', { detail: 'The signature of the webhook is missing or wrong.' });
    }
    const deliveryId = headers['x-github-delivery'] ?? '';
    if (!DELIVERY.test(deliveryId)) throw new AppError('BAD_REQUEST', { detail: 'X-GitHub-Delivery is missing.' });
    const accountId = authorIn(headers['x-github-event'] ?? '', webhookJson(body));
    if (accountId === undefined) return null;
    await this.deliveries.insert({ provider: 'codehost', receiver: hookId, deliveryId, body: { accountId } });
    this.process.wake();
    return null;
  }
}
