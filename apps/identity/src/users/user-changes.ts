import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import type { Tx } from '@questp/postgres';
import { MethodHashesRepository } from '../security/method-hashes/method-hashes.repository.js';
import { toSnapshot, type UserRow } from './user.js';
import { UsersRepository } from './users.repository.js';

/** Publishes changes of users to other services, in the transaction of the change. */
@Injectable()
export class UserChanges {
  constructor(
    private readonly usersRepository: UsersRepository,
    private readonly methodHashesRepository: MethodHashesRepository,
  ) {}

  /** @param ref the code of the first sign-in, which can be of a campaign */
  async created(tx: Tx, userId: string, ref?: string): Promise<void> {
    await this.publish(tx, 'user.created', userId, ref === undefined ? {} : { ref });
  }

  /** Increments the version, which also keeps versions in commit order; returns the current state of the user. */
  async updated(tx: Tx, userId: string): Promise<UserRow> {
    await this.usersRepository.countChange(tx, userId);
    return this.publish(tx, 'user.updated', userId);
  }

  private async publish(
    tx: Tx,
    type: 'user.created' | 'user.updated',
    userId: string,
    more: { ref?: string } = {},
  ): Promise<UserRow> {
    const [user, methodHashes] = await Promise.all([
      this.usersRepository.get(tx, userId),
      this.methodHashesRepository.of(tx, userId),
    ]);
    await emit(tx, type, userId, { ...toSnapshot(user, methodHashes), ...more });
    return user;
  }
}
