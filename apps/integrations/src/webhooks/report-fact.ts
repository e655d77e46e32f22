import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { findAccountOwner } from '@questp/messages/identity';
import type { LinkedAccountProvider } from '@questp/messages/shared';
import { Bus } from '@questp/service';
import type { Effect } from '../description/delivery-handler.js';

/** Reports that an account did something at a platform, if a user has linked it. */
@Injectable()
export class ReportFact {
  constructor(private readonly bus: Bus) {}

  async of(provider: LinkedAccountProvider, accountId: string): Promise<Effect> {
    const { userId } = await this.bus.call(findAccountOwner, { provider, accountId });
    return userId === null
      ? {}
      : { write: (tx) => emit(tx, 'integration.fact_observed', userId, { userId, provider }) };
  }
}
