import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import type { Tx } from '@questp/postgres';
import { ObjectionsRepository } from './objections.repository.js';

/** Dismisses the objections that are open when the list of a campaign is approved, or becomes void. */
@Injectable()
export class CloseObjections {
  constructor(private readonly objectionsRepository: ObjectionsRepository) {}

  async execute(tx: Tx, campaignId: string): Promise<void> {
    for (const objection of await this.objectionsRepository.close(tx, campaignId)) {
      const change = { ...objection, campaignId, state: 'dismissed', decisionReason: null } as const;
      await emit(tx, 'payout_objection.changed', campaignId, change);
    }
  }
}
