import { Injectable } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { AccountMergesRepository } from './account-merges.repository.js';
import { MergedMethodsRepository } from './merged-methods.repository.js';

/** Releases what merges locked for their undo, once the undo is no longer possible. */
@Injectable()
export class SettleMerges {
  constructor(
    private readonly database: Database,
    private readonly accountMergesRepository: AccountMergesRepository,
    private readonly mergedMethodsRepository: MergedMethodsRepository,
  ) {}

  /** Returns the number of settled merges. */
  execute(): Promise<number> {
    return this.database.transaction(async (tx) => {
      const absorbedIds = await this.accountMergesRepository.forgetMoved(tx);
      for (const absorbedId of absorbedIds) await this.mergedMethodsRepository.removeLeft(tx, absorbedId);
      return absorbedIds.length;
    });
  }
}
