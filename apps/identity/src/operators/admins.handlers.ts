import { Injectable } from '@nestjs/common';
import {
  askForAdminPasswordCode,
  changeAdminPassword,
  createAdmin,
  getAdmin,
  listAdmins,
  resetAdminPassword,
  resetOwnAdminPassword,
  resetSecondFactor,
  signInAdmin,
  updateAdmin,
  verifyAdminSecondFactor,
} from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AskForCode } from '../security/mailed-codes/ask-for-code.js';
import { toAdmin } from './admin.js';
import { AdminsRepository } from './admins.repository.js';
import { ChangeAdminPassword } from './change-admin-password.js';
import { CreateAdmin } from './create-admin.js';
import { OpenAdminSession } from './open-admin-session.js';
import { ResetAdminPassword } from './reset-admin-password.js';
import { ResetOwnAdminPassword } from './reset-own-admin-password.js';
import { ResetSecondFactor } from './reset-second-factor.js';
import { SignInAdmin } from './sign-in-admin.js';
import { UpdateAdmin } from './update-admin.js';

@Injectable()
export class AdminsHandlers {
  constructor(
    private readonly admins: AdminsRepository,
    private readonly signInAdmin: SignInAdmin,
    private readonly openSession: OpenAdminSession,
    private readonly changeAdminPassword: ChangeAdminPassword,
    private readonly askForCode: AskForCode,
    private readonly resetOwnAdminPassword: ResetOwnAdminPassword,
    private readonly resetAdminPassword: ResetAdminPassword,
    private readonly createAdmin: CreateAdmin,
    private readonly updateAdmin: UpdateAdmin,
    private readonly resetSecondFactor: ResetSecondFactor,
  ) {}

  @Rpc(signInAdmin)
  async signIn(request: RequestOf<typeof signInAdmin>) {
    return this.signInAdmin.run(request);
  }

  @Rpc(verifyAdminSecondFactor)
  async secondStep(request: RequestOf<typeof verifyAdminSecondFactor>) {
    return this.openSession.runSecond(request);
  }

  @Rpc(getAdmin)
  async get({ adminId }: RequestOf<typeof getAdmin>) {
    return toAdmin(await this.admins.get(adminId));
  }

  @Rpc(changeAdminPassword)
  async changePassword(request: RequestOf<typeof changeAdminPassword>) {
    return this.changeAdminPassword.run(request);
  }

  @Rpc(askForAdminPasswordCode)
  async passwordCode(request: RequestOf<typeof askForAdminPasswordCode>) {
    return this.askForCode.forOperatorPassword(request);
  }

  @Rpc(resetOwnAdminPassword)
  async resetOwnPassword(request: RequestOf<typeof resetOwnAdminPassword>) {
    return this.resetOwnAdminPassword.run(request);
  }

  @Rpc(resetAdminPassword)
  async resetPassword(request: RequestOf<typeof resetAdminPassword>) {
    return this.resetAdminPassword.run(request);
  }

  @Rpc(listAdmins)
  async list(request: RequestOf<typeof listAdmins>) {
    return toPage(await this.admins.list(request), request.limit, ({ id }) => [id], toAdmin);
  }

  @Rpc(createAdmin)
  async create(request: RequestOf<typeof createAdmin>) {
    return this.createAdmin.run(request);
  }

  @Rpc(updateAdmin)
  async update(request: RequestOf<typeof updateAdmin>) {
    return this.updateAdmin.run(request);
  }

  @Rpc(resetSecondFactor)
  async resetTwoFactor(request: RequestOf<typeof resetSecondFactor>) {
    return this.resetSecondFactor.run(request);
  }
}
