import { Injectable } from '@nestjs/common';
import { AppError, type ReplyOf, type RequestOf, type signInAdmin } from '@questp/messages';
import { AdminsRepository } from './admins.repository.js';
import { CheckCredentials } from './check-credentials.js';
import { canonicalEmail, isEmail } from './email.js';
import { OpenAdminSession } from './open-admin-session.js';

@Injectable()
export class SignInAdmin {
  constructor(
    private readonly admins: AdminsRepository,
    private readonly checkCredentials: CheckCredentials,
    private readonly openAdminSession: OpenAdminSession,
  ) {}

  async run({ password, client, ...request }: RequestOf<typeof signInAdmin>): Promise<ReplyOf<typeof signInAdmin>> {
    const email = canonicalEmail(request.email);
    const account = isEmail(email) ? await this.admins.credentialsByEmail(email) : undefined;
    const attempt = await this.checkCredentials.run({ account, email, password, client, at: 'sign_in' });
    if (account === undefined || attempt === undefined) throw new AppError('CREDENTIALS_INVALID');
    return this.openAdminSession.run(account, attempt, client);
  }
}
