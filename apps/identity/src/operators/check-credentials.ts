import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import type { ClientInfo } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { AuditRepository } from '../audit/audit.repository.js';
import type { Credentials } from './admin.js';
import { AdmitPassword } from '../security/passwords/admit-password.js';
import type { Attempt, PasswordSource } from '../security/passwords/credential-attempts.repository.js';
import { isEmail } from '../shared/email.js';
import { Passwords } from '../security/passwords/passwords.js';

export interface CredentialCheck {
  /** The account with this address; undefined if there is none. */
  account: Credentials | undefined;
  /** In canonical form. */
  email: string;
  password: string;
  client: ClientInfo;
  /** Keys under which wrong passwords are counted. */
  source: PasswordSource;
  /** CAPTCHA token. */
  botToken?: string | undefined;
  /** Flow that asked for the password. */
  at: 'sign_in' | 'password_change';
}

/**
 * Compares a password under the limit of wrong attempts. Takes the same time and steps whether or not there is an
 * account.
 */
@Injectable()
export class CheckCredentials {
  constructor(
    private readonly database: Database,
    private readonly admitPassword: AdmitPassword,
    private readonly passwords: Passwords,
    private readonly auditRepository: AuditRepository,
  ) {}

  /**
   * Returns the counted attempt, to be withdrawn together with the sign-in; undefined for wrong credentials or a
   * suspended operator.
   * @throws AppError SIGN_IN_LOCKED, BOT_CHECK_REQUIRED, BOT_CHECK_FAILED
   */
  async execute(check: CredentialCheck): Promise<Attempt | undefined> {
    const attempt = await this.admitPassword.execute(check.source, check.botToken, check.client);
    const isRight = await this.passwords.isRight(check.account?.passwordHash, check.password);
    if (isRight && check.account?.status === 'active') return attempt;
    await this.recordFailure(check, attempt);
    return undefined;
  }

  private async recordFailure({ account, email, client, at }: CredentialCheck, attempt: Attempt): Promise<void> {
    const actor = { type: 'anonymous', id: null } as const;
    const subjectId = account?.id ?? null;
    // Not logged: a text that is no address may be a password in the wrong field.
    const details = { at, email: isEmail(email) ? email : null };
    await this.database.transaction(async (tx) => {
      await this.auditRepository.add(tx, { action: 'admin.sign_in_failed', actor, subjectId, client, details });
      if (attempt.lockedUntil !== null) {
        const locked = { ...details, lockedUntil: attempt.lockedUntil.toISOString() };
        await this.auditRepository.add(tx, {
          action: 'admin.sign_in_locked',
          actor,
          subjectId,
          client,
          details: locked,
        });
      }
      if (!attempt.isFlood || account === undefined) return;
      const lockedUntil = (attempt.lockedUntil ?? new Date()).toISOString();
      await emit(tx, 'admin.sign_in_locked', account.id, { adminId: account.id, email, ip: client.ip, lockedUntil });
    });
  }
}
