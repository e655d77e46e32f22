import { Injectable } from '@nestjs/common';
import { at } from '../../description/account.js';
import type { Delivery } from '../../webhooks/deliveries.repository.js';
import type { DeliveryHandler, Effect } from '../../description/delivery-handler.js';
import { ReportFact } from '../../webhooks/report-fact.js';

@Injectable()
export class HandleEvent implements DeliveryHandler {
  readonly provider = 'codehost';

  constructor(private readonly reportFact: ReportFact) {}

  handle({ body }: Delivery): Promise<Effect> {
    return this.reportFact.of(this.provider, String(at(body, 'accountId')));
  }
}
