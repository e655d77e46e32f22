import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import type { Tx } from '@questp/postgres';
import { TaskTypes } from '../../catalog/definition/task-types.js';
import { NegativesRepository } from '../attempts/negatives.repository.js';
import { PendingRepository } from '../attempts/pending.repository.js';
import { RecheckPending } from './recheck-pending.js';
import { RepeatRefused } from './repeat-refused.js';

/**
 * Repeats pending submissions of an earner whose account changes. Repeats pending submissions and negative checks when
 * the earner links an account or its platform reports something.
 */
@Injectable()
export class WakePending implements EventListener {
  readonly handlers: EventHandlers;

  constructor(
    pendingRepository: PendingRepository,
    recheckPending: RecheckPending,
    negativesRepository: NegativesRepository,
    repeatRefused: RepeatRefused,
    taskTypes: TaskTypes,
  ) {
    const observe = async (tx: Tx, { userId, provider }: { userId: string; provider: string }) => {
      await pendingRepository.makeDue(tx, userId);
      await negativesRepository.report(tx, userId, provider, taskTypes.ofPlatform(provider));
      return () => {
        recheckPending.wake();
        repeatRefused.wake();
      };
    };
    this.handlers = {
      'user.updated': async (tx, { data: { userId } }) => {
        await pendingRepository.makeDue(tx, userId);
        return () => recheckPending.wake();
      },
      'account.linked': (tx, { data }) => observe(tx, data),
      'integration.fact_observed': (tx, { data }) => observe(tx, data),
    };
  }
}
