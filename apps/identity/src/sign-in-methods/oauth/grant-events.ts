import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { LinkedAccountsRepository } from './linked-accounts.repository.js';

/** What the service listens to: which linked accounts platforms take no more. */
@Injectable()
export class GrantEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(accounts: LinkedAccountsRepository) {
    this.handlers = { 'grant.refused': (tx, { data: { grantId } }) => accounts.needRelink(tx, grantId) };
  }
}
