import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { LinkedAccountsRepository } from './linked-accounts.repository.js';

/** Consumes the event that a platform rejects the tokens of a linked account. */
@Injectable()
export class GrantEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(accounts: LinkedAccountsRepository) {
    this.handlers = {
      'grant.refused': (tx, { data: { grantId } }) => accounts.needRelink(tx, grantId),
      'account.reach_changed': (tx, { data }) => accounts.setReach(tx, data),
    };
  }
}
