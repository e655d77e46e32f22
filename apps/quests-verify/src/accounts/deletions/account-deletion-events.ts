import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { AccountDeletionsRepository } from './account-deletions.repository.js';

@Injectable()
export class AccountDeletionEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(deletions: AccountDeletionsRepository) {
    this.handlers = { 'account.deleted': (tx, { data }) => deletions.forget(tx, data.userId) };
  }
}
