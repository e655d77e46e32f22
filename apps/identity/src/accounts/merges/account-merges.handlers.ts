import { Injectable } from '@nestjs/common';
import {
  adminGetMerge,
  adminListMerges,
  confirmMerge,
  getMergeObjection,
  getMergeOffer,
  getOwnMerge,
  objectToMerge,
  undoMerge,
} from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database, toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AccountMergesRepository, toAccountMerge, toAdminAccountMerge } from './account-merges.repository.js';
import { MergeAccounts } from './merge-accounts.js';
import { ObjectToMerge } from './object-to-merge.js';
import { ShowMergeOffer } from './show-merge-offer.js';
import { UndoMerge } from './undo-merge.js';

@Injectable()
export class AccountMergesHandlers {
  constructor(
    private readonly db: Database,
    private readonly merges: AccountMergesRepository,
    private readonly showOffer: ShowMergeOffer,
    private readonly mergeAccounts: MergeAccounts,
    private readonly undoMerge: UndoMerge,
    private readonly objectToMerge: ObjectToMerge,
  ) {}

  @Rpc(getMergeOffer)
  async offer(request: RequestOf<typeof getMergeOffer>) {
    return this.showOffer.run(request);
  }

  @Rpc(confirmMerge)
  async confirm(request: RequestOf<typeof confirmMerge>) {
    return this.mergeAccounts.confirm(request);
  }

  @Rpc(getOwnMerge)
  async getOwn({ userId, mergeId }: RequestOf<typeof getOwnMerge>) {
    const merge = await this.merges.get(this.db, mergeId);
    if (merge.survivorId !== userId) throw new AppError('NOT_FOUND');
    return toAccountMerge(merge);
  }

  @Rpc(adminListMerges)
  async list(request: RequestOf<typeof adminListMerges>) {
    return toPage(await this.merges.list(request), request.limit, ({ id }) => [id], toAdminAccountMerge);
  }

  @Rpc(adminGetMerge)
  async get({ mergeId }: RequestOf<typeof adminGetMerge>) {
    return toAdminAccountMerge(await this.merges.get(this.db, mergeId));
  }

  @Rpc(undoMerge)
  async undo(request: RequestOf<typeof undoMerge>) {
    return this.undoMerge.run(request);
  }

  @Rpc(getMergeObjection)
  async lookAtObjection({ objectionToken }: RequestOf<typeof getMergeObjection>) {
    return this.objectToMerge.look(objectionToken);
  }

  @Rpc(objectToMerge)
  async object(request: RequestOf<typeof objectToMerge>) {
    return this.objectToMerge.run(request);
  }
}
