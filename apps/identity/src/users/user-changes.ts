import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import type { Tx } from '@questp/postgres';
import { MethodHashesRepository } from '../security/method-hashes/method-hashes.repository.js';
import { toSnapshot, type UserRow } from './user.js';
import { UsersRepository } from './users.repository.js';

/** Tells other services of users, in the transaction of the change. */
@Injectable()
export class UserChanges {
  constructor(
    private readonly users: UsersRepository,
    private readonly methodHashes: MethodHashesRepository,
  ) {}

  async created(tx: Tx, userId: string): Promise<void> {
    await this.publish(tx, 'user.created', userId);
  }

  /** Counts the change, which also keeps the versions in the order of the commits; gives the user as it is now. */
  async updated(tx: Tx, userId: string): Promise<UserRow> {
    await this.users.countChange(tx, userId);
    return this.publish(tx, 'user.updated', userId);
  }

  private async publish(tx: Tx, type: 'user.created' | 'user.updated', userId: string): Promise<UserRow> {
    const [user, methodHashes] = await Promise.all([this.users.get(tx, userId), this.methodHashes.of(tx, userId)]);
    await emit(tx, type, userId, toSnapshot(user, methodHashes));
    return user;
  }
}
