import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { Credentials } from '../../credentials/credentials.js';
import { at } from '../../description/account.js';
import type { Delivery, DeliveryHandler, Effect } from '../../description/delivery-handler.js';
import { DeliveriesRepository } from '../../webhooks/deliveries.repository.js';
import { ReportFact } from '../../webhooks/report-fact.js';
import { hasSignature } from '../../webhooks/verify-signature.js';
import { webhookJson } from '../../webhooks/webhook-json.js';
import { receiveBadgeEvent } from './contracts.fixture.js';

@Injectable()
export class ReceiveBadgeEvent {
  constructor(
    private readonly credentials: Credentials,
    private readonly deliveriesRepository: DeliveriesRepository,
  ) {}

  @Rpc(receiveBadgeEvent)
  async execute({ body, signature }: RequestOf<typeof receiveBadgeEvent>): Promise<null> {
    const { values } = await this.credentials.read('codehost');
    if (!hasSignature(body, values.get('clientSecret')?.reveal() ?? '', signature)) {
      throw new AppError('UNAUTHENTICATED');
    }
    const event = webhookJson(body);
    const deliveryId = String(at(event, 'id'));
    await this.deliveriesRepository.insert({ provider: 'codehost', receiver: 'site', deliveryId, body: event });
    return null;
  }
}

@Injectable()
export class HandleBadgeEvent implements DeliveryHandler {
  constructor(private readonly reportFact: ReportFact) {}

  handle({ body }: Delivery): Promise<Effect> {
    return this.reportFact.of('codehost', String(at(body, 'account')));
  }
}
