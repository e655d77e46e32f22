import { Injectable } from '@nestjs/common';
import type { Tx } from '@questp/postgres';
import { newPublicId } from '../shared/ids.js';
import { recordable } from '../shared/text.js';
import { newReferralCode } from './referral-code.js';
import { UserChanges } from './user-changes.js';
import { UsersRepository } from './users.repository.js';

/** Maximum recorded characters of a referral code; real codes are shorter, so a longer one is invalid anyway. */
const MAX_REFERRAL = 64;

/** A proven sign-in method. It has at most one owner. */
export interface Identity {
  ownerOf(tx: Tx): Promise<string | undefined>;
  /** False if it has an owner by now. */
  give(tx: Tx, userId: string): Promise<boolean>;
}

export interface Account {
  userId: string;
  isNewUser: boolean;
}

@Injectable()
export class SignUp {
  constructor(
    private readonly usersRepository: UsersRepository,
    private readonly userChanges: UserChanges,
  ) {}

  /** Returns the owner of the method; creates one if there is none. */
  async accountOf(tx: Tx, identity: Identity, ref?: string): Promise<Account> {
    for (;;) {
      const owner = await identity.ownerOf(tx);
      if (owner === undefined) {
        const newUser = await this.newUser(tx, identity, ref);
        if (newUser !== undefined) return { userId: newUser, isNewUser: true };
      } else {
        await this.usersRepository.lockStatus(tx, owner);
        // A merge or deletion that just ended removed it.
        if ((await identity.ownerOf(tx)) === owner) return { userId: owner, isNewUser: false };
      }
    }
  }

  /** Undefined if a concurrent sign-in created the user first. */
  private async newUser(tx: Tx, identity: Identity, ref?: string): Promise<string | undefined> {
    const userId = newPublicId('svcuser_');
    // Comes first: the unique key of the method decides which of several concurrent sign-ins creates the user.
    if (!(await identity.give(tx, userId))) return undefined;
    await this.usersRepository.insert(tx, userId, newReferralCode());
    const code = ref === undefined ? undefined : recordable(ref, MAX_REFERRAL);
    const isOfUser = code !== undefined && (await this.usersRepository.insertReferral(tx, userId, code));
    await this.userChanges.created(tx, userId, isOfUser ? undefined : code);
    return userId;
  }
}
