import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { OperatorsRepository } from './operators.repository.js';

/** What the service listens to: the access of operators. */
@Injectable()
export class OperatorEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(operators: OperatorsRepository) {
    this.handlers = { 'admin.updated': (tx, { data }) => operators.apply(tx, data) };
  }
}
