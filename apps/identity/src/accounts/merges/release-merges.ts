import { Injectable } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { BackgroundWorker } from '@questp/service';
import { AccountMergesRepository } from './account-merges.repository.js';
import { MergeAccounts } from './merge-accounts.js';

const EVERY_MS = 10_000;

/** Releases the accounts of merges whose process died before the commit. */
@Injectable()
export class ReleaseMerges extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly accountMergesRepository: AccountMergesRepository,
    private readonly mergeAccounts: MergeAccounts,
  ) {
    super({ name: 'merge-releases', idleMs: EVERY_MS });
  }

  async execute(): Promise<boolean> {
    const mergeId = await this.database.transaction((tx) => this.accountMergesRepository.takeAbandoned(tx));
    if (mergeId === undefined) return false;
    await this.mergeAccounts.release(mergeId);
    return true;
  }
}
