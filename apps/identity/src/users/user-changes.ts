import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import type { Tx } from '@questp/postgres';
import { toSnapshot, type UserRow } from './user.js';
import { UsersRepository } from './users.repository.js';

/** Tells other services of users, in the transaction of the change. */
@Injectable()
export class UserChanges {
  constructor(private readonly users: UsersRepository) {}

  async created(tx: Tx, userId: string): Promise<void> {
    await emit(tx, 'user.created', userId, toSnapshot(await this.users.get(tx, userId)));
  }

  /** Counts the change, which also keeps the versions in the order of the commits; gives the user as it is now. */
  async updated(tx: Tx, userId: string): Promise<UserRow> {
    await this.users.countChange(tx, userId);
    const user = await this.users.get(tx, userId);
    await emit(tx, 'user.updated', userId, toSnapshot(user));
    return user;
  }
}
