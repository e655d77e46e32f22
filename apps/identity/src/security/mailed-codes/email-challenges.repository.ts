import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EmailChallenge } from '@questp/messages/identity';
import { AppError } from '@questp/messages/language';
import { LIMITS } from '@questp/messages/tables';
import { Database, sql, found, type Tx } from '@questp/postgres';
import { EmailCodeBudgetsRepository, type CodeCaller } from './email-code-budgets.repository.js';
import { hashEmailCode, isEmailCode, MAX_NAMES, numberIn } from './email-code.js';

/**
 * Purpose of a code: sign-in or a new password for the anonymous caller that asked, of a user or operator; linking in
 * one session; the second step of one sign-in; or an address for one earner and quest, which `sessionId` stands for.
 */
export type EmailCodeSubject =
  | { purpose: 'sign_in' | 'password' | 'operator_password'; sessionId: null }
  | { purpose: 'link' | 'second_factor' | 'quest'; sessionId: string };

/** Maximum number of tries per code. Together with the budget of codes it bounds the tries per address. */
const MAX_TRIES = LIMITS.emailCodeTries.max;

/**
 * Requests for codes. The owner of the mailbox may type any live code of the purpose, so that the newest mail works
 * although another caller asked for it. A code names its request: each try is compared with one code, however many are
 * live. The tries are those of the caller's own request, whose id is known to the caller alone. A request replaces an earlier one
 * of the same session or sign-in.
 */
@Injectable()
export class EmailChallengesRepository {
  constructor(
    private readonly database: Database,
    private readonly emailCodeBudgetsRepository: EmailCodeBudgetsRepository,
  ) {}

  /** RATE_LIMITED above the limits. */
  async ask(tx: Tx, email: string, subject: EmailCodeSubject, caller: CodeCaller): Promise<EmailChallenge> {
    const { purpose, sessionId } = subject;
    await this.emailCodeBudgetsRepository.admit(tx, email, caller);
    if (sessionId !== null) {
      await tx.execute(sql`
        UPDATE email_challenge SET closed = true WHERE purpose = ${purpose} AND session_id = ${sessionId} AND NOT closed`);
    }
    const challengeId = randomUUID();
    const { expiresAt } = found(
      await tx.row<{ expiresAt: Date }>(sql`
        INSERT INTO email_challenge (email, id, purpose, session_id, number, expires_at)
        SELECT ${email}, ${challengeId}::uuid, ${purpose}, ${sessionId}::uuid, min(free), now() + interval '10 minutes'
        FROM generate_series(0, ${MAX_NAMES - 1}::integer) AS free
        WHERE free NOT IN (
          SELECT number FROM email_challenge WHERE email = ${email} AND purpose = ${purpose} AND number IS NOT NULL)
        RETURNING expires_at`),
    );
    return { challengeId, expiresAt: expiresAt.toISOString() };
  }

  /** Recipient of the code of the request. */
  async emailOf(challengeId: string): Promise<string | undefined> {
    const row = await this.database.row<{ email: string }>(
      sql`SELECT email FROM email_challenge WHERE id = ${challengeId}`,
    );
    return row?.email;
  }

  /** The valid request of the session or sign-in. */
  async askedBy(tx: Tx, { purpose, sessionId }: EmailCodeSubject): Promise<string | undefined> {
    const row = await tx.row<{ id: string }>(sql`
      SELECT id FROM email_challenge WHERE purpose = ${purpose} AND session_id = ${sessionId} AND NOT closed
      ORDER BY expires_at DESC LIMIT 1`);
    return row?.id;
  }

  /** Number of the request among those for its address and purpose. */
  async numberOf(tx: Tx, challengeId: string): Promise<number> {
    const { number } = found(
      await tx.row<{ number: number }>(sql`
        SELECT coalesce(number, 0) AS number FROM email_challenge WHERE id = ${challengeId}`),
    );
    return number;
  }

  async setCode(tx: Tx, challengeId: string, code: string): Promise<void> {
    await tx.execute(sql`
      UPDATE email_challenge SET code_hash = ${hashEmailCode(challengeId, code)} WHERE id = ${challengeId}`);
  }

  /**
   * Consumes a code and returns the address that it proves. Success ends every code to the address; failure uses up a
   * try, in a transaction that commits anyway. EMAIL_CODE_INVALID for every cause.
   */
  async prove(tx: Tx, subject: EmailCodeSubject, challengeId: string, code: string): Promise<string> {
    const email = await this.tryCode(tx, subject, challengeId, code);
    if (email === undefined) throw new AppError('EMAIL_CODE_INVALID');
    return email;
  }

  /** The same, but undefined for an invalid code. */
  async tryCode(
    tx: Tx,
    { purpose, sessionId }: EmailCodeSubject,
    challengeId: string,
    code: string,
  ): Promise<string | undefined> {
    // Locked in a fixed order: a concurrent transaction with another code to the address also ends this one.
    await tx.execute(sql`
      SELECT FROM email_challenge WHERE email = (SELECT email FROM email_challenge WHERE id = ${challengeId})
      ORDER BY id FOR UPDATE`);
    const asked = await tx.row<{ email: string }>(sql`
      UPDATE email_challenge SET tries = tries + 1
      WHERE id = ${challengeId} AND purpose = ${purpose} AND session_id IS NOT DISTINCT FROM ${sessionId}
        AND NOT closed AND tries < ${MAX_TRIES} AND expires_at > now()
      RETURNING email`);
    if (asked === undefined) return undefined;
    const { email } = asked;
    const named = await tx.row<{ id: string; codeHash: Buffer }>(sql`
      SELECT id, code_hash FROM email_challenge
      WHERE email = ${email} AND purpose = ${purpose} AND NOT closed AND code_hash IS NOT NULL AND expires_at > now()
        -- Of another sign-in, the code for a second step may have been requested by a person who knows the password.
        -- The code of a quest is of that quest and earner alone.
        AND (purpose NOT IN ('second_factor', 'quest') OR session_id = ${sessionId}::uuid)
        -- Requests at the version before have no number, and their codes no name.
        AND CASE WHEN number IS NULL THEN id = ${challengeId} ELSE number = ${numberIn(code) ?? null} END
      ORDER BY number NULLS LAST LIMIT 1`);
    if (named === undefined || !isEmailCode(named.id, code, named.codeHash)) return undefined;
    if (purpose === 'quest') {
      await tx.execute(sql`UPDATE email_challenge SET closed = true, proven = true WHERE id = ${named.id}`);
      return email;
    }
    const isSecondFactor = purpose === 'second_factor';
    await tx.execute(sql`
      UPDATE email_challenge SET closed = true
      WHERE email = ${email} AND (purpose = 'second_factor') = ${isSecondFactor} AND purpose <> 'quest' AND NOT closed`);
    return email;
  }

  /** The address that the code has proven for the same earner and quest; undefined: none, or the code is expired. */
  async provenBy(tx: Tx, { purpose, sessionId }: EmailCodeSubject, code: string): Promise<string | undefined> {
    const rows = await tx.rows<{ id: string; email: string; codeHash: Buffer }>(sql`
      SELECT id, email, code_hash FROM email_challenge
      WHERE purpose = ${purpose} AND session_id = ${sessionId} AND proven AND expires_at > now()`);
    return rows.find(({ id, codeHash }) => isEmailCode(id, code, codeHash))?.email;
  }

  /** Ends every code with which the operator of the address could set a password. */
  async endPasswordCodes(tx: Tx, email: string): Promise<void> {
    await tx.execute(sql`
      UPDATE email_challenge SET closed = true
      WHERE email = ${email} AND purpose = 'operator_password' AND NOT closed`);
  }

  purge(): Promise<number> {
    return this.database.execute(sql`DELETE FROM email_challenge WHERE expires_at <= now()`);
  }
}
