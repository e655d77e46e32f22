import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { EarnersRepository } from './earners.repository.js';

/** Updates the copy of users. */
@Injectable()
export class EarnerEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(earnersRepository: EarnersRepository) {
    this.handlers = {
      'user.created': (tx, { data }) => earnersRepository.apply(tx, data),
      'user.updated': (tx, { data }) => earnersRepository.apply(tx, data),
    };
  }
}
