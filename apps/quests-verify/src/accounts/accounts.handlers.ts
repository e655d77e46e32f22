import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { releaseAccountMerge, reserveAccountDeletion, reserveAccountMerge } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AccountDeletionsRepository } from './deletions/account-deletions.repository.js';
import { AccountMergesRepository } from './merges/account-merges.repository.js';

/** What identity asks for before it deletes or merges an account. */
@Injectable()
export class AccountsHandlers {
  constructor(
    private readonly database: Database,
    private readonly accountDeletionsRepository: AccountDeletionsRepository,
    private readonly accountMergesRepository: AccountMergesRepository,
  ) {}

  /** Waits for running credits of the account; none commits after the reply. */
  @Rpc(reserveAccountDeletion)
  async reserveDeletion({ userId, methodHashes }: RequestOf<typeof reserveAccountDeletion>) {
    await this.database.transaction((tx) => this.accountDeletionsRepository.reserve(tx, userId, methodHashes));
    return null;
  }

  /** Waits for running credits of the absorbed account; none commits after the reply. */
  @Rpc(reserveAccountMerge)
  async reserveMerge(request: RequestOf<typeof reserveAccountMerge>) {
    await this.database.transaction((tx) => this.accountMergesRepository.reserve(tx, request));
    return null;
  }

  @Rpc(releaseAccountMerge)
  async releaseMerge({ mergeId }: RequestOf<typeof releaseAccountMerge>) {
    await this.database.transaction((tx) => this.accountMergesRepository.release(tx, mergeId));
    return null;
  }
}
