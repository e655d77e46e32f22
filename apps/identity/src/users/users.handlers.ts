import { Controller } from '@nestjs/common';
import {
  adminGetUser,
  adminListUsers,
  getUser,
  reactivateUser,
  suspendUser,
  updateProfile,
  type RequestOf,
} from '@questp/messages';
import { Database, toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ChangeStatus } from './change-status.js';
import { UpdateProfile } from './update-profile.js';
import { toAdminUser, toUser } from './user.js';
import { UsersRepository } from './users.repository.js';

@Controller()
export class UsersHandlers {
  constructor(
    private readonly db: Database,
    private readonly users: UsersRepository,
    private readonly updateProfile: UpdateProfile,
    private readonly changeStatus: ChangeStatus,
  ) {}

  @Rpc(getUser)
  async get({ userId }: RequestOf<typeof getUser>) {
    return toUser(await this.users.get(this.db, userId));
  }

  @Rpc(updateProfile)
  async update(request: RequestOf<typeof updateProfile>) {
    return this.updateProfile.run(request);
  }

  @Rpc(adminListUsers)
  async adminList(request: RequestOf<typeof adminListUsers>) {
    return toPage(await this.users.adminList(request), request.limit, ({ id }) => [id], toAdminUser);
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
