import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import type { Tx } from '@questp/postgres';
import { PendingRepository } from '../attempts/pending.repository.js';
import { RecheckPending } from './recheck-pending.js';

/** Checks pending submissions again when an earner changes, or a platform reports something of theirs. */
@Injectable()
export class WakePending implements EventListener {
  readonly handlers: EventHandlers;

  constructor(pendings: PendingRepository, recheck: RecheckPending) {
    const wake = async (tx: Tx, userId: string) => {
      await pendings.makeDue(tx, userId);
      recheck.wake();
    };
    this.handlers = {
      'user.updated': (tx, { data }) => wake(tx, data.userId),
      'integration.fact_observed': (tx, { data }) => wake(tx, data.userId),
    };
  }
}
