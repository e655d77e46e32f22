import { Injectable } from '@nestjs/common';
import { adminGetUser, adminListUsers, getPublicProfile, getUser, listReferrals } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database, toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toPublicProfile, toReferredUser } from './public-profile.js';
import { PublicProfilesRepository } from './public-profiles.repository.js';
import { toAdminUser, toUser } from './user.js';
import { UsersRepository } from './users.repository.js';

@Injectable()
export class UsersHandlers {
  constructor(
    private readonly database: Database,
    private readonly usersRepository: UsersRepository,
    private readonly publicProfilesRepository: PublicProfilesRepository,
  ) {}

  @Rpc(getUser)
  async get({ userId }: RequestOf<typeof getUser>) {
    return toUser(await this.usersRepository.get(this.database.quick, userId));
  }

  @Rpc(getPublicProfile)
  async publicProfile({ userId }: RequestOf<typeof getPublicProfile>) {
    return toPublicProfile(await this.publicProfilesRepository.get(userId));
  }

  @Rpc(listReferrals)
  async referrals(request: RequestOf<typeof listReferrals>) {
    return toPage(
      await this.publicProfilesRepository.referrals(request),
      request.limit,
      ({ userId }) => [userId],
      toReferredUser,
    );
  }

  @Rpc(adminListUsers)
  async adminList(request: RequestOf<typeof adminListUsers>) {
    return toPage(
      await this.usersRepository.adminList(request),
      request.limit,
      ({ id }) => [request.order, id],
      toAdminUser,
    );
  }

  @Rpc(adminGetUser)
  async adminGet({ userId }: RequestOf<typeof adminGetUser>) {
    return toAdminUser(await this.usersRepository.adminGet(userId));
  }
}
