import { Injectable } from '@nestjs/common';
import { BackgroundWorker } from '@questp/service';
import { AccountDeletionsRepository } from './account-deletions.repository.js';
import { DeleteAccount } from './delete-account.js';

const EVERY_MS = 10_000;

/** Resumes deletions whose process died, or that got no reply from quests-verify. */
@Injectable()
export class FinishDeletions extends BackgroundWorker {
  constructor(
    private readonly accountDeletionsRepository: AccountDeletionsRepository,
    private readonly deleteAccount: DeleteAccount,
  ) {
    super({ name: 'account-deletions', idleMs: EVERY_MS });
  }

  async execute(): Promise<boolean> {
    const userId = await this.accountDeletionsRepository.takeAbandoned();
    if (userId === undefined) return false;
    await this.deleteAccount.finish(userId);
    return true;
  }
}
