import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { applyOperatorAccess } from '@questp/postgres';

/** What the service listens to: the access of operators. */
@Injectable()
export class OperatorEvents implements EventListener {
  readonly handlers: EventHandlers = { 'admin.updated': (tx, { data }) => applyOperatorAccess(tx, data) };
}
