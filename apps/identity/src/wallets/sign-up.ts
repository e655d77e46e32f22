import { Injectable } from '@nestjs/common';
import type { Tx } from '@questp/postgres';
import { newPublicId } from '../platform/ids.js';
import { recordable } from '../platform/text.js';
import { newReferralCode } from '../users/referral-code.js';
import { UserChanges } from '../users/user-changes.js';
import { UsersRepository } from '../users/users.repository.js';
import { WalletsRepository } from './wallets.repository.js';

/** Characters of a referral code that are recorded; ours are shorter, so that what is cut led nowhere. */
const MAX_REFERRAL = 64;

@Injectable()
export class SignUp {
  constructor(
    private readonly users: UsersRepository,
    private readonly wallets: WalletsRepository,
    private readonly changes: UserChanges,
  ) {}

  /** A new user with the proven wallet; undefined when a sign-in beside this one made the user first. */
  async run(tx: Tx, wallet: { chainId: string; address: string }, ref?: string): Promise<string | undefined> {
    const userId = newPublicId('svcuser_');
    // First of all: the wallet's unique key decides which of several sign-ins makes the user.
    if ((await this.wallets.insert(tx, userId, wallet)) === undefined) return undefined;
    await this.users.insert(tx, userId, newReferralCode());
    if (ref !== undefined) await this.users.insertReferral(tx, userId, recordable(ref, MAX_REFERRAL));
    await this.changes.created(tx, userId);
    return userId;
  }
}
