import { Injectable } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { AccountMergesRepository } from './account-merges.repository.js';
import { MergedMethodsRepository } from './merged-methods.repository.js';

/** Releases what merges locked for their undo, once the undo is no longer possible. */
@Injectable()
export class SettleMerges {
  constructor(
    private readonly db: Database,
    private readonly merges: AccountMergesRepository,
    private readonly methods: MergedMethodsRepository,
  ) {}

  /** Returns the number of settled merges. */
  execute(): Promise<number> {
    return this.db.transaction(async (tx) => {
      const absorbedIds = await this.merges.forgetMoved(tx);
      for (const absorbedId of absorbedIds) await this.methods.removeLeft(tx, absorbedId);
      return absorbedIds.length;
    });
  }
}
