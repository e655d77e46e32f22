import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { LinkedAccountsRepository } from './linked-accounts.repository.js';

/** Consumes the event that a platform rejects the tokens of a linked account. */
@Injectable()
export class GrantEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(linkedAccountsRepository: LinkedAccountsRepository) {
    this.handlers = {
      'grant.refused': (tx, { data: { grantId } }) => linkedAccountsRepository.needRelink(tx, grantId),
      'account.reach_changed': (tx, { data }) => linkedAccountsRepository.setReach(tx, data),
    };
  }
}
