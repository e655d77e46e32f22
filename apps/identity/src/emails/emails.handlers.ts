import { Controller } from '@nestjs/common';
import { askForSignInCode, signInWithEmail, type RequestOf } from '@questp/messages';
import { Rpc } from '@questp/service';
import { AskForCode } from './ask-for-code.js';
import { SignInWithEmail } from './sign-in-with-email.js';

@Controller()
export class EmailsHandlers {
  constructor(
    private readonly askForCode: AskForCode,
    private readonly signInWithEmail: SignInWithEmail,
  ) {}

  @Rpc(askForSignInCode)
  async signInCode(request: RequestOf<typeof askForSignInCode>) {
    return this.askForCode.forSignIn(request);
  }

  @Rpc(signInWithEmail)
  async signIn(request: RequestOf<typeof signInWithEmail>) {
    return this.signInWithEmail.run(request);
  }
}
