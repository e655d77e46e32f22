import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { AccountMergesRepository } from './account-merges.repository.js';

@Injectable()
export class MergeEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(accountMergesRepository: AccountMergesRepository) {
    this.handlers = {
      'account.merge_settled': (tx, { data: { mergeId, undone, sums } }) =>
        accountMergesRepository.settled(tx, mergeId, undone, sums),
    };
  }
}
