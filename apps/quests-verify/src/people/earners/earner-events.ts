import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { PendingRepository } from '../../verification/attempts/pending.repository.js';
import { RecheckPending } from '../../verification/rechecks/recheck-pending.js';
import { EarnersRepository } from './earners.repository.js';

/** What the service listens to: the state of users. */
@Injectable()
export class EarnerEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(earners: EarnersRepository, pendings: PendingRepository, recheck: RecheckPending) {
    this.handlers = {
      'user.created': (tx, { data }) => earners.apply(tx, data),
      'user.updated': async (tx, { data }) => {
        await earners.apply(tx, data);
        // A wallet or account linked now may be what a pending submission waits for.
        await pendings.makeDue(tx, data.userId);
        recheck.wake();
      },
    };
  }
}
