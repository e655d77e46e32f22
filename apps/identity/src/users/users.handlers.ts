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
    private readonly db: Database,
    private readonly users: UsersRepository,
    private readonly profiles: PublicProfilesRepository,
  ) {}

  @Rpc(getUser)
  async get({ userId }: RequestOf<typeof getUser>) {
    return toUser(await this.users.get(this.db.quick, userId));
  }

  @Rpc(getPublicProfile)
  async publicProfile({ userId }: RequestOf<typeof getPublicProfile>) {
    return toPublicProfile(await this.profiles.get(userId));
  }

  @Rpc(listReferrals)
  async referrals(request: RequestOf<typeof listReferrals>) {
    return toPage(await this.profiles.referrals(request), request.limit, ({ userId }) => [userId], toReferredUser);
  }

  @Rpc(adminListUsers)
  async adminList(request: RequestOf<typeof adminListUsers>) {
    return toPage(await this.users.adminList(request), request.limit, ({ id }) => [request.order, id], toAdminUser);
  }

  @Rpc(adminGetUser)
  async adminGet({ userId }: RequestOf<typeof adminGetUser>) {
    return toAdminUser(await this.users.adminGet(userId));
  }
}
