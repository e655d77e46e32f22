import { Injectable } from '@nestjs/common';
import { at } from '../../description/account.js';
import type { Delivery, DeliveryHandler, Effect } from '../../description/delivery-handler.js';
import { ReportFact } from '../../webhooks/report-fact.js';

@Injectable()
export class HandleEvent implements DeliveryHandler {
  constructor(private readonly reportFact: ReportFact) {}

  handle({ body }: Delivery): Promise<Effect> {
    return this.reportFact.of('codehost', String(at(body, 'accountId')));
  }
}
