import { Injectable } from '@nestjs/common';
import type { SessionFamily } from '@questp/messages/access';
import { askForSecondFactorCode, type SecondFactorChallenge } from '@questp/messages/identity';
import { AppError, type ClientInfo, type RequestOf } from '@questp/messages/language';
import { Database, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AuditRepository } from '../../audit/audit.repository.js';
import { CredentialAttemptsRepository, type Attempt } from '../passwords/credential-attempts.repository.js';
import { MailedCodes } from './mailed-codes.js';
import {
  SecondFactorChallengesRepository,
  type ChallengeRow,
  type FirstStep,
} from './second-factor-challenges.repository.js';
import { TwoFactorRepository } from './two-factor.repository.js';

const OWNERS: Record<SessionFamily, string> = { user: 'svcuser_', admin: 'svcadmin_' };
const familyOf = (ownerId: string): SessionFamily => (ownerId.startsWith(OWNERS.user) ? 'user' : 'admin');

/** The second step of sign-ins. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly database: Database,
    private readonly twoFactorRepository: TwoFactorRepository,
    private readonly secondFactorChallengesRepository: SecondFactorChallengesRepository,
    private readonly mailedCodes: MailedCodes,
    private readonly credentialAttemptsRepository: CredentialAttemptsRepository,
    private readonly auditRepository: AuditRepository,
  ) {}

  /**
   * Reply to the first step in place of a session; undefined if no second step is needed. The caller has locked the
   * owner.
   */
  async challenge(tx: Tx, step: FirstStep): Promise<SecondFactorChallenge | undefined> {
    const method = await this.twoFactorRepository.method(tx, step.ownerId);
    if (method === undefined) return undefined;
    const { id, token, expiresAt } = await this.secondFactorChallengesRepository.open(tx, step);
    if (method === 'email') await this.mailedCodes.send(tx, familyOf(step.ownerId), step.ownerId, id);
    return { challengeToken: token, method, expiresAt: expiresAt.toISOString() };
  }

  @Rpc(askForSecondFactorCode)
  async mailAgain({ challengeToken }: RequestOf<typeof askForSecondFactorCode>): Promise<null> {
    await this.database.transaction(async (tx) => {
      const { id, ownerId } = await this.secondFactorChallengesRepository.find(tx, challengeToken);
      if ((await this.twoFactorRepository.method(tx, ownerId)) !== 'email') return;
      await this.mailedCodes.send(tx, familyOf(ownerId), ownerId, id);
    });
    return null;
  }

  /**
   * Checks the code and opens the session in the same transaction. Counts the try for the challenge, and a wrong code
   * for the account, before the comparison. SECOND_FACTOR_INVALID, SIGN_IN_LOCKED
   */
  async prove<Signed>(
    family: SessionFamily,
    { challengeToken, code, client }: { challengeToken: string; code: string; client: ClientInfo },
    open: (tx: Tx, step: FirstStep) => Promise<Signed>,
  ): Promise<Signed> {
    const challenge = await this.secondFactorChallengesRepository.admit(challengeToken, OWNERS[family]);
    const attempt = await this.credentialAttemptsRepository.admitCode(`second factor of ${challenge.ownerId}`);
    try {
      return await this.database.transaction(async (tx) => {
        await this.twoFactorRepository.lockOwner(tx, family, challenge.ownerId);
        if (!(await this.take(tx, challenge, code))) throw new AppError('SECOND_FACTOR_INVALID');
        await this.secondFactorChallengesRepository.close(tx, challenge.id);
        await this.credentialAttemptsRepository.withdraw(tx, attempt);
        return open(tx, challenge);
      }, 'identity.sign-in');
    } catch (error) {
      if (error instanceof AppError && error.code === 'SECOND_FACTOR_INVALID') {
        await this.recordFailure(family, challenge, attempt, client);
      }
      throw error;
    }
  }

  private async take(tx: Tx, { id, ownerId }: ChallengeRow, code: string): Promise<boolean> {
    const method = await this.twoFactorRepository.method(tx, ownerId);
    if (method === undefined) return false;
    const isRight =
      method === 'app'
        ? await this.twoFactorRepository.takeAppCode(tx, ownerId, code)
        : await this.mailedCodes.take(tx, id, code);
    return isRight || this.twoFactorRepository.takeRecoveryCode(tx, ownerId, code);
  }

  private async recordFailure(
    family: SessionFamily,
    { ownerId }: ChallengeRow,
    { lockedUntil }: Attempt,
    client: ClientInfo,
  ): Promise<void> {
    await this.auditRepository.add(this.database, {
      action: `${family}.second_factor_failed`,
      actor: { type: 'anonymous', id: null },
      subjectId: ownerId,
      client,
      details: lockedUntil === null ? {} : { lockedUntil: lockedUntil.toISOString() },
    });
  }
}
