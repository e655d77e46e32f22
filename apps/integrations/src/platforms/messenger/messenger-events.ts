import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { MessengerStartsRepository } from './starts.repository.js';

/** Moves the starts of merged accounts, and deletes those of deleted accounts. */
@Injectable()
export class MessengerEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(messengerStartsRepository: MessengerStartsRepository) {
    this.handlers = {
      'account.merged': (tx, { data }) => messengerStartsRepository.merge(tx, data),
      'account.deleted': (tx, { data }) => messengerStartsRepository.forget(tx, data.userId),
    };
  }
}
