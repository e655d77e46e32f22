import { Injectable } from '@nestjs/common';
import { AppError, type ClientInfo, type SignedIn } from '@questp/messages';
import type { Tx } from '@questp/postgres';
import { AuditRepository } from '../audit/audit.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import type { Account } from './sign-up.js';
import { toUser } from './user.js';
import { UsersRepository } from './users.repository.js';

/** The last step of every sign-in of a user, after all that had to be proven. */
@Injectable()
export class OpenUserSession {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly audit: AuditRepository,
  ) {}

  /** ACCOUNT_SUSPENDED. @param proof what the audit log tells of how */
  async run(
    tx: Tx,
    { userId, isNewUser }: Account,
    client: ClientInfo,
    proof: { method: string; [detail: string]: string },
  ): Promise<SignedIn> {
    if (!(await this.users.noteSignIn(tx, userId))) throw new AppError('ACCOUNT_SUSPENDED');
    const session = await this.sessions.open(tx, 'user', userId, client);
    await this.audit.add(tx, {
      action: 'user.sign_in',
      actor: { type: 'user', id: userId },
      subjectId: userId,
      client,
      details: { ...proof, isNewUser },
    });
    return { ...session, user: toUser(await this.users.get(tx, userId)), isNewUser };
  }
}
