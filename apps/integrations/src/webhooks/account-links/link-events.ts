import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { LinkTokensRepository } from './link-tokens.repository.js';
import { ScopedAccountsRepository } from './scoped-accounts.repository.js';

/** Handles events about merged and deleted users. */
@Injectable()
export class LinkEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(linkTokensRepository: LinkTokensRepository, scopedAccountsRepository: ScopedAccountsRepository) {
    this.handlers = {
      'account.merged': (tx, { data }) => scopedAccountsRepository.merge(tx, data),
      'account.deleted': async (tx, { data: { userId } }) => {
        await linkTokensRepository.forget(tx, userId);
        await scopedAccountsRepository.forget(tx, userId);
      },
    };
  }
}
