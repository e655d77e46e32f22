import { Injectable } from '@nestjs/common';
import { updateProfile, type User } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Bus, Rpc } from '@questp/service';
import { usePicture } from '@questp/service-kit';
import { UserChanges } from './user-changes.js';
import { toUser, type UserRow } from './user.js';
import { UsernameClaimsRepository } from './username-claims.repository.js';
import { UsersRepository, type Profile } from './users.repository.js';

@Injectable()
export class UpdateProfile {
  constructor(
    private readonly db: Database,
    private readonly users: UsersRepository,
    private readonly usernames: UsernameClaimsRepository,
    private readonly changes: UserChanges,
    private readonly bus: Bus,
  ) {}

  @Rpc(updateProfile)
  async execute({ userId, ...change }: RequestOf<typeof updateProfile>): Promise<User> {
    await usePicture(this.bus, change.avatarUrl);
    return this.db.transaction(async (tx) => {
      await this.users.lockActive(tx, userId);
      const current = await this.users.get(tx, userId);
      const wanted: UserRow = { ...current, ...change };
      const names = Object.keys(change) as (keyof Profile)[];
      if (names.every((name) => wanted[name] === current[name])) return toUser(current);
      if (wanted.username !== null && wanted.username !== current.username) {
        await this.usernames.change(tx, userId, wanted.username);
      }
      await this.users.setProfile(tx, userId, wanted);
      return toUser(await this.changes.updated(tx, userId));
    });
  }
}
