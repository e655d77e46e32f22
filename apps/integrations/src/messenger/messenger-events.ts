import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { MessengerStartsRepository } from './starts.repository.js';

/** What the service listens to: whose starts of bots are another's, or nobody's. */
@Injectable()
export class MessengerEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(starts: MessengerStartsRepository) {
    this.handlers = {
      'account.merged': (tx, { data }) => starts.merge(tx, data),
      'account.deleted': (tx, { data }) => starts.forget(tx, data.userId),
    };
  }
}
