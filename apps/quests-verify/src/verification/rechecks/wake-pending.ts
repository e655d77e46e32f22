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
    pendings: PendingRepository,
    recheck: RecheckPending,
    negatives: NegativesRepository,
    repeat: RepeatRefused,
    types: TaskTypes,
  ) {
    const observe = async (tx: Tx, { userId, provider }: { userId: string; provider: string }) => {
      await pendings.makeDue(tx, userId);
      await negatives.report(tx, userId, provider, types.ofPlatform(provider));
      return () => {
        recheck.wake();
        repeat.wake();
      };
    };
    this.handlers = {
      'user.updated': async (tx, { data: { userId } }) => {
        await pendings.makeDue(tx, userId);
        return () => recheck.wake();
      },
      'account.linked': (tx, { data }) => observe(tx, data),
      'integration.fact_observed': (tx, { data }) => observe(tx, data),
    };
  }
}
