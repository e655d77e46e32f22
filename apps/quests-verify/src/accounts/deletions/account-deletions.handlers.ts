import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { reserveAccountDeletion } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AccountDeletionsRepository } from './account-deletions.repository.js';

@Injectable()
export class AccountDeletionsHandlers {
  constructor(
    private readonly db: Database,
    private readonly deletions: AccountDeletionsRepository,
  ) {}

  /** Waits for running credits of the account; none commits after the reply. */
  @Rpc(reserveAccountDeletion)
  async reserve({ userId, methodHashes }: RequestOf<typeof reserveAccountDeletion>) {
    await this.db.transaction((tx) => this.deletions.reserve(tx, userId, methodHashes));
    return null;
  }
}
