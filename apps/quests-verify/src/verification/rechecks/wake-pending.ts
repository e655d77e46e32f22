import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { PendingRepository } from '../attempts/pending.repository.js';
import { RecheckPending } from './recheck-pending.js';

/** Checks pending submissions again when an earner changes: they may wait for a linked wallet or account. */
@Injectable()
export class WakePending implements EventListener {
  readonly handlers: EventHandlers;

  constructor(pendings: PendingRepository, recheck: RecheckPending) {
    this.handlers = {
      'user.updated': async (tx, { data }) => {
        await pendings.makeDue(tx, data.userId);
        recheck.wake();
      },
    };
  }
}
