import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventSubscription } from '@questp/events';
import { EarnersRepository } from './earners.repository.js';

/** What the service listens to: the state of users. */
@Injectable()
export class EarnerEvents implements EventSubscription {
  readonly service = 'quests-verify';
  readonly handlers: EventHandlers;

  constructor(earners: EarnersRepository) {
    this.handlers = {
      'user.created': (tx, { data }) => earners.apply(tx, data),
      'user.updated': (tx, { data }) => earners.apply(tx, data),
    };
  }
}
