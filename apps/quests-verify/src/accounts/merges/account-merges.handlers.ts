import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import {
  previewAccountMerge,
  releaseAccountMerge,
  reserveAccountMerge,
  type MergePreview,
} from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AccountMergesRepository } from './account-merges.repository.js';

@Injectable()
export class AccountMergesHandlers {
  constructor(
    private readonly db: Database,
    private readonly merges: AccountMergesRepository,
  ) {}

  @Rpc(previewAccountMerge)
  preview(request: RequestOf<typeof previewAccountMerge>): Promise<MergePreview> {
    return this.merges.preview(request);
  }

  /** Waits for running credits of the absorbed account; none commits after the reply. */
  @Rpc(reserveAccountMerge)
  async reserve(request: RequestOf<typeof reserveAccountMerge>) {
    await this.db.transaction((tx) => this.merges.reserve(tx, request));
    return null;
  }

  @Rpc(releaseAccountMerge)
  async release({ mergeId }: RequestOf<typeof releaseAccountMerge>) {
    await this.db.transaction((tx) => this.merges.release(tx, mergeId));
    return null;
  }
}
