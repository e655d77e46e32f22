import { Injectable } from '@nestjs/common';
import {
  adminGetUser,
  adminListUsers,
  findUsers,
  getPublicProfile,
  getUser,
  listReferrals,
  reactivateUser,
  suspendUser,
  updateProfile,
  verifySecondFactor,
} from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database, toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ChangeStatus } from './change-status.js';
import { FindUsers } from './find-users.js';
import { OpenUserSession } from './open-user-session.js';
import { toPublicProfile, toReferredUser } from './public-profile.js';
import { PublicProfilesRepository } from './public-profiles.repository.js';
import { UpdateProfile } from './update-profile.js';
import { toAdminUser, toUser } from './user.js';
import { UsersRepository } from './users.repository.js';

@Injectable()
export class UsersHandlers {
  constructor(
    private readonly db: Database,
    private readonly users: UsersRepository,
    private readonly profiles: PublicProfilesRepository,
    private readonly findUsers: FindUsers,
    private readonly updateProfile: UpdateProfile,
    private readonly changeStatus: ChangeStatus,
    private readonly openSession: OpenUserSession,
  ) {}

  @Rpc(verifySecondFactor)
  async secondStep(request: RequestOf<typeof verifySecondFactor>) {
    return this.openSession.runSecond(request);
  }

  @Rpc(getUser)
  async get({ userId }: RequestOf<typeof getUser>) {
    return toUser(await this.users.get(this.db.quick, userId));
  }

  @Rpc(updateProfile)
  async update(request: RequestOf<typeof updateProfile>) {
    return this.updateProfile.run(request);
  }

  @Rpc(getPublicProfile)
  async publicProfile({ userId }: RequestOf<typeof getPublicProfile>) {
    return toPublicProfile(await this.profiles.get(userId));
  }

  @Rpc(findUsers)
  async find(request: RequestOf<typeof findUsers>) {
    return this.findUsers.run(request);
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

  @Rpc(suspendUser)
  async suspend(request: RequestOf<typeof suspendUser>) {
    return this.changeStatus.suspend(request);
  }

  @Rpc(reactivateUser)
  async reactivate(request: RequestOf<typeof reactivateUser>) {
    return this.changeStatus.reactivate(request);
  }
}
