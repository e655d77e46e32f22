import { Injectable } from '@nestjs/common';
import {
  askForEmailCode,
  askForSignInCode,
  findMailAddresses,
  getEmail,
  linkEmail,
  signInWithEmail,
  unlinkEmail,
} from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AskForCode } from '../../security/mailed-codes/ask-for-code.js';
import { LinkEmail } from './link-email.js';
import { SignInWithEmail } from './sign-in-with-email.js';
import { UnlinkEmail } from './unlink-email.js';
import { toOwnEmail, UserEmailsRepository } from './user-emails.repository.js';

@Injectable()
export class EmailsHandlers {
  constructor(
    private readonly db: Database,
    private readonly emails: UserEmailsRepository,
    private readonly askForCode: AskForCode,
    private readonly signInWithEmail: SignInWithEmail,
    private readonly linkEmail: LinkEmail,
    private readonly unlinkEmail: UnlinkEmail,
  ) {}

  @Rpc(askForSignInCode)
  async signInCode(request: RequestOf<typeof askForSignInCode>) {
    return this.askForCode.forSignIn(request);
  }

  @Rpc(signInWithEmail)
  async signIn(request: RequestOf<typeof signInWithEmail>) {
    return this.signInWithEmail.run(request);
  }

  @Rpc(getEmail)
  async get({ userId }: RequestOf<typeof getEmail>) {
    return toOwnEmail(await this.emails.of(this.db, userId));
  }

  @Rpc(askForEmailCode)
  async linkCode(request: RequestOf<typeof askForEmailCode>) {
    return this.askForCode.forLink(request);
  }

  @Rpc(linkEmail)
  async link(request: RequestOf<typeof linkEmail>) {
    return this.linkEmail.run(request);
  }

  @Rpc(unlinkEmail)
  async unlink(request: RequestOf<typeof unlinkEmail>) {
    return this.unlinkEmail.run(request);
  }

  @Rpc(findMailAddresses)
  async addresses({ userIds }: RequestOf<typeof findMailAddresses>) {
    return { items: await this.emails.ofActive(this.db, userIds), nextCursor: null };
  }
}
