import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { PendingRepository } from '../attempts/pending.repository.js';
import { RecheckPending } from './recheck-pending.js';

/** A wallet or account linked now may be what a pending submission waits for. */
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
