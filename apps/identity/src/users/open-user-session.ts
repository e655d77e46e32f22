import { Injectable } from '@nestjs/common';
import { verifySecondFactor, type SignedIn, type SignInOutcome } from '@questp/messages/identity';
import type { ClientInfo, RequestOf } from '@questp/messages/language';
import type { Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AuditRepository } from '../audit/audit.repository.js';
import { SessionsRepository } from '../security/sessions/sessions.repository.js';
import { SecondFactor } from '../security/two-factor/second-factor.js';
import type { Account } from './sign-up.js';
import { toUser } from './user.js';
import { UsersRepository } from './users.repository.js';

/** Last step of every sign-in of a user, after all proofs. */
@Injectable()
export class OpenUserSession {
  constructor(
    private readonly usersRepository: UsersRepository,
    private readonly sessionsRepository: SessionsRepository,
    private readonly auditRepository: AuditRepository,
    private readonly secondFactor: SecondFactor,
  ) {}

  /**
   * Opens a session, or a challenge if a second step follows. ACCOUNT_SUSPENDED, ACCOUNT_MERGED.
   * @param proof details for the audit log
   */
  async firstStep(
    tx: Tx,
    { userId, isNewUser }: Account,
    client: ClientInfo,
    proof: { method: string; [detail: string]: string },
  ): Promise<SignInOutcome> {
    await this.usersRepository.noteSignIn(tx, userId);
    const challenge = await this.secondFactor.challenge(tx, { ownerId: userId, proof });
    return challenge === undefined ? this.open(tx, { userId, isNewUser }, client, proof) : { challenge };
  }

  /** Completes the second step. SECOND_FACTOR_INVALID, SIGN_IN_LOCKED, ACCOUNT_SUSPENDED, ACCOUNT_MERGED */
  @Rpc(verifySecondFactor)
  async secondStep(request: RequestOf<typeof verifySecondFactor>): Promise<SignedIn> {
    return this.secondFactor.prove('user', request, async (tx, { ownerId: userId, proof }) => {
      await this.usersRepository.noteSignIn(tx, userId);
      return this.open(tx, { userId, isNewUser: false }, request.client, { ...proof, secondFactor: 'code' });
    });
  }

  private async open(
    tx: Tx,
    { userId, isNewUser }: Account,
    client: ClientInfo,
    proof: Record<string, string>,
  ): Promise<SignedIn> {
    const session = await this.sessionsRepository.open(tx, 'user', userId, client);
    await this.auditRepository.add(tx, {
      action: 'user.sign_in',
      actor: { type: 'user', id: userId },
      subjectId: userId,
      client,
      details: { ...proof, isNewUser },
    });
    return { ...session, user: toUser(await this.usersRepository.get(tx, userId)), isNewUser };
  }
}
