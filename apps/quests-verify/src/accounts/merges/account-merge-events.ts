import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { AccountMergesRepository } from './account-merges.repository.js';

@Injectable()
export class AccountMergeEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(accountMergesRepository: AccountMergesRepository) {
    this.handlers = {
      'account.merged': async (tx, { data }) => {
        await accountMergesRepository.begin(tx, data.mergeId, 'moving');
      },
      'account.merge_undone': async (tx, { data }) => {
        await accountMergesRepository.begin(tx, data.mergeId, 'undoing');
      },
    };
  }
}
