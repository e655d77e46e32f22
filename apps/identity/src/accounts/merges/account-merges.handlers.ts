import { Injectable } from '@nestjs/common';
import { adminGetMerge, adminListMerges, getOwnMerge } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database, toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AccountMergesRepository, toAccountMerge, toAdminAccountMerge } from './account-merges.repository.js';

@Injectable()
export class AccountMergesHandlers {
  constructor(
    private readonly database: Database,
    private readonly accountMergesRepository: AccountMergesRepository,
  ) {}

  @Rpc(getOwnMerge)
  async getOwn({ userId, mergeId }: RequestOf<typeof getOwnMerge>) {
    const merge = await this.accountMergesRepository.get(this.database, mergeId);
    if (merge.survivorId !== userId) throw new AppError('NOT_FOUND');
    return toAccountMerge(merge);
  }

  @Rpc(adminListMerges)
  async list(request: RequestOf<typeof adminListMerges>) {
    return toPage(
      await this.accountMergesRepository.list(request),
      request.limit,
      ({ id }) => [id],
      toAdminAccountMerge,
    );
  }

  @Rpc(adminGetMerge)
  async get({ mergeId }: RequestOf<typeof adminGetMerge>) {
    return toAdminAccountMerge(await this.accountMergesRepository.get(this.database, mergeId));
  }
}
