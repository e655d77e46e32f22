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
    private readonly database: Database,
    private readonly usersRepository: UsersRepository,
    private readonly usernameClaimsRepository: UsernameClaimsRepository,
    private readonly userChanges: UserChanges,
    private readonly bus: Bus,
  ) {}

  @Rpc(updateProfile)
  async execute({ userId, ...change }: RequestOf<typeof updateProfile>): Promise<User> {
    await usePicture(this.bus, change.avatarUrl);
    return this.database.transaction(async (tx) => {
      await this.usersRepository.lockActive(tx, userId);
      const current = await this.usersRepository.get(tx, userId);
      const wanted: UserRow = { ...current, ...change };
      const names = Object.keys(change) as (keyof Profile)[];
      if (names.every((name) => wanted[name] === current[name])) return toUser(current);
      if (wanted.username !== null && wanted.username !== current.username) {
        await this.usernameClaimsRepository.change(tx, userId, wanted.username);
      }
      await this.usersRepository.setProfile(tx, userId, wanted);
      return toUser(await this.userChanges.updated(tx, userId));
    });
  }
}
