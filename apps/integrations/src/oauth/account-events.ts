import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { GrantsRepository } from './grants.repository.js';

/** Handles events about linked and unlinked accounts. */
@Injectable()
export class AccountEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(grantsRepository: GrantsRepository) {
    this.handlers = {
      'account.linked': async (tx, { data: { grantId, replaced } }) => {
        await grantsRepository.hold(tx, grantId);
        if (replaced !== null) await grantsRepository.remove(tx, replaced);
      },
      'account.unlinked': (tx, { data: { grantId } }) => grantsRepository.end(tx, grantId),
    };
  }
}
