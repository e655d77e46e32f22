import { Injectable } from '@nestjs/common';
import { askForPasswordCode, changePassword, setPasswordByCode, signInWithPassword } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { AskForCode } from '../../security/mailed-codes/ask-for-code.js';
import { ChangePassword } from './change-password.js';
import { SetPasswordByCode } from './set-password-by-code.js';
import { SignInWithPassword } from './sign-in-with-password.js';

@Injectable()
export class UserPasswordsHandlers {
  constructor(
    private readonly askForCode: AskForCode,
    private readonly setPasswordByCode: SetPasswordByCode,
    private readonly signInWithPassword: SignInWithPassword,
    private readonly changePassword: ChangePassword,
  ) {}

  @Rpc(askForPasswordCode)
  async code(request: RequestOf<typeof askForPasswordCode>) {
    return this.askForCode.forPassword(request);
  }

  @Rpc(setPasswordByCode)
  async setByCode(request: RequestOf<typeof setPasswordByCode>) {
    return this.setPasswordByCode.run(request);
  }

  @Rpc(signInWithPassword)
  async signIn(request: RequestOf<typeof signInWithPassword>) {
    return this.signInWithPassword.run(request);
  }

  @Rpc(changePassword)
  async change(request: RequestOf<typeof changePassword>) {
    return this.changePassword.run(request);
  }
}
