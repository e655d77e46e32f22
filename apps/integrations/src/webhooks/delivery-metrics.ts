import { Injectable } from '@nestjs/common';
import { AskedGauge } from '@questp/service';
import { DeliveriesRepository } from './deliveries.repository.js';

const givenUp = new AskedGauge(
  'questp_webhook_deliveries_given_up',
  'Webhook requests of platforms of the last 24 hours that failed at every try; alert when it is above 0',
);

@Injectable()
export class DeliveryMetrics {
  constructor(deliveriesRepository: DeliveriesRepository) {
    givenUp.readBy(() => deliveriesRepository.givenUp());
  }
}
