import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { AccountDeletionsRepository } from './account-deletions.repository.js';

@Injectable()
export class AccountDeletionEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(accountDeletionsRepository: AccountDeletionsRepository) {
    this.handlers = { 'account.deleted': (tx, { data }) => accountDeletionsRepository.forget(tx, data.userId) };
  }
}
