import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { MessengerStartsRepository } from './starts.repository.js';

/** Moves the starts of merged accounts, and deletes those of deleted accounts. */
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
