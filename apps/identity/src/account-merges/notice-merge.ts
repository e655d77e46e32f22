import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import type { Tx } from '@questp/postgres';
import { UserEmailsRepository } from '../emails/user-emails.repository.js';
import { iso } from '../platform/rows.js';
import { UsersRepository } from '../users/users.repository.js';
import type { MergeRow } from './account-merges.repository.js';

/** Has the addresses of both accounts mailed that they were merged, and how to object. */
@Injectable()
export class NoticeMerge {
  constructor(
    private readonly emails: UserEmailsRepository,
    private readonly users: UsersRepository,
  ) {}

  /** Those of the two accounts; asked for before the merge moves them. */
  async addresses(tx: Tx, userIds: readonly string[]): Promise<string[]> {
    const addresses: string[] = [];
    for (const userId of userIds)
      addresses.push(...[await this.emails.of(tx, userId)].flatMap((row) => row?.email ?? []));
    return addresses;
  }

  async run(tx: Tx, merge: MergeRow, addresses: readonly string[], objectionToken: string): Promise<void> {
    const { id: mergeId, survivorId, absorbedId } = merge;
    const notice = {
      ...{ mergeId, objectionToken },
      survivor: await this.nameOf(tx, survivorId),
      absorbed: await this.nameOf(tx, absorbedId),
      mergedAt: iso(merge.mergedAt) as string,
      undoableUntil: iso(merge.undoableUntil) as string,
    };
    for (const email of addresses) await emit(tx, 'account.merge_noticed', survivorId, { ...notice, email });
  }

  /** No display name, which is any text: the reader may be a stranger to who chose it. */
  private async nameOf(tx: Tx, userId: string): Promise<string> {
    return (await this.users.get(tx, userId)).username ?? userId;
  }
}
