import { Injectable } from '@nestjs/common';
import { signInWithPassword, type SignInOutcome } from '@questp/messages/identity';
import { AppError, type ClientInfo, type RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { addressKey, Rpc } from '@questp/service';
import { AuditRepository } from '../../audit/audit.repository.js';
import { AdmitPassword } from '../../security/passwords/admit-password.js';
import { CredentialAttemptsRepository, type Attempt } from '../../security/passwords/credential-attempts.repository.js';
import { Passwords } from '../../security/passwords/passwords.js';
import { UserPasswordsRepository } from '../../security/passwords/user-passwords.repository.js';
import { canonicalEmail, isEmail } from '../../shared/email.js';
import { OpenUserSession } from '../../users/open-user-session.js';
import { UsersRepository } from '../../users/users.repository.js';

@Injectable()
export class SignInWithPassword {
  constructor(
    private readonly database: Database,
    private readonly credentialAttemptsRepository: CredentialAttemptsRepository,
    private readonly admitPassword: AdmitPassword,
    private readonly passwords: Passwords,
    private readonly userPasswordsRepository: UserPasswordsRepository,
    private readonly usersRepository: UsersRepository,
    private readonly openUserSession: OpenUserSession,
    private readonly auditRepository: AuditRepository,
  ) {}

  /** Takes the same time and steps whether or not there is an account with a password. */
  @Rpc(signInWithPassword)
  async execute({
    password,
    client,
    botToken,
    ...request
  }: RequestOf<typeof signInWithPassword>): Promise<SignInOutcome> {
    const email = canonicalEmail(request.email);
    const credentials = isEmail(email) ? await this.userPasswordsRepository.byEmail(email) : undefined;
    const account = `user ${email}`;
    const network = addressKey(client.ip);
    const source = { key: `${account} from ${network}`, account, network: `network ${network}` };
    const attempt = await this.admitPassword.execute(source, botToken, client);
    const isRight = await this.passwords.isRight(credentials?.passwordHash, password);
    if (credentials === undefined || !isRight) {
      await this.recordFailure(credentials?.userId, attempt, client);
      throw new AppError('CREDENTIALS_INVALID');
    }
    return this.database.transaction(async (tx) => {
      const { userId } = credentials;
      await this.usersRepository.lockActive(tx, userId);
      if (!(await this.userPasswordsRepository.isStill(tx, credentials))) throw new AppError('CREDENTIALS_INVALID');
      await this.credentialAttemptsRepository.withdraw(tx, attempt);
      return this.openUserSession.firstStep(tx, { userId, isNewUser: false }, client, { method: 'password' });
    });
  }

  private async recordFailure(userId: string | undefined, { lockedUntil }: Attempt, client: ClientInfo): Promise<void> {
    await this.auditRepository.add(this.database, {
      action: 'user.sign_in_failed',
      actor: { type: 'anonymous', id: null },
      subjectId: userId ?? null,
      client,
      details: { method: 'password', ...(lockedUntil && { lockedUntil: lockedUntil.toISOString() }) },
    });
  }
}
