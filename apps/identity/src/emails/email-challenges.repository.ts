import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, type EmailChallenge } from '@questp/messages';
import { Database, sql, type Tx } from '@questp/postgres';
import { hashEmailCode, isEmailCode } from './email-code.js';

/** What a code may be used for: by whoever asked to sign in or to have a password, in one session to link, or for one sign-in as its second step. */
export type EmailCodeSubject =
  | { purpose: 'sign_in' | 'password'; sessionId: null }
  | { purpose: 'link' | 'second_factor'; sessionId: string };

/** Of codes asked for an address within a minute (spec 5.4). */
const MOST_ASKED = 5;
/** Of tries at one code. */
const MOST_TRIES = 5;

@Injectable()
export class EmailChallengesRepository {
  constructor(private readonly db: Database) {}

  /** Admits and counts a request for a code, in whose place every earlier one to the address is gone. RATE_LIMITED */
  async ask(tx: Tx, email: string, { purpose, sessionId }: EmailCodeSubject): Promise<EmailChallenge> {
    const challengeId = randomUUID();
    const asked = await tx.row<{ expiresAt: Date }>(sql`
      INSERT INTO email_challenge AS c (email, id, purpose, session_id, expires_at, asked_at)
      VALUES (${email}, ${challengeId}, ${purpose}, ${sessionId}, now() + interval '10 minutes', ARRAY[clock_timestamp()])
      ON CONFLICT (email, is_second_factor) DO UPDATE SET
        id = excluded.id, purpose = excluded.purpose, session_id = excluded.session_id, code_hash = NULL, tries = 0,
        closed = false, expires_at = excluded.expires_at, asked_at = ARRAY(
          SELECT at FROM unnest(c.asked_at || excluded.asked_at) AS at
          WHERE at > clock_timestamp() - interval '1 minute')
      WHERE (
        SELECT count(*) FROM unnest(c.asked_at) AS at WHERE at > clock_timestamp() - interval '1 minute') < ${MOST_ASKED}
      RETURNING expires_at`);
    if (asked === undefined) throw new AppError('RATE_LIMITED', { retryAfter: 60 });
    return { challengeId, expiresAt: asked.expiresAt.toISOString() };
  }

  /** Where the code of the request is mailed to. */
  async emailOf(challengeId: string): Promise<string | undefined> {
    const row = await this.db.row<{ email: string }>(sql`SELECT email FROM email_challenge WHERE id = ${challengeId}`);
    return row?.email;
  }

  /** The newest request for a code that the session or sign-in made. */
  async askedBy(tx: Tx, { purpose, sessionId }: EmailCodeSubject): Promise<string | undefined> {
    const row = await tx.row<{ id: string }>(
      sql`SELECT id FROM email_challenge WHERE purpose = ${purpose} AND session_id = ${sessionId}`,
    );
    return row?.id;
  }

  async setCode(tx: Tx, challengeId: string, code: string): Promise<void> {
    await tx.execute(sql`
      UPDATE email_challenge SET code_hash = ${hashEmailCode(challengeId, code)} WHERE id = ${challengeId}`);
  }

  /**
   * The address that the code proves; uses the code up, or one of its tries, which counts in a transaction that commits
   * even when it is refused. EMAIL_CODE_INVALID for every cause
   */
  async prove(tx: Tx, subject: EmailCodeSubject, challengeId: string, code: string): Promise<string> {
    const email = await this.tryCode(tx, subject, challengeId, code);
    if (email === undefined) throw new AppError('EMAIL_CODE_INVALID');
    return email;
  }

  /** The same; undefined when the code proves nothing. */
  async tryCode(
    tx: Tx,
    { purpose, sessionId }: EmailCodeSubject,
    challengeId: string,
    code: string,
  ): Promise<string | undefined> {
    const challenge = await tx.row<{ email: string; codeHash: Buffer }>(sql`
      UPDATE email_challenge SET tries = tries + 1
      WHERE id = ${challengeId} AND purpose = ${purpose} AND session_id IS NOT DISTINCT FROM ${sessionId}
        AND NOT closed AND code_hash IS NOT NULL AND tries < ${MOST_TRIES} AND expires_at > now()
      RETURNING email, code_hash`);
    if (challenge === undefined || !isEmailCode(challengeId, code, challenge.codeHash)) return undefined;
    await tx.execute(sql`UPDATE email_challenge SET closed = true WHERE id = ${challengeId}`);
    return challenge.email;
  }

  /** Deletes what is past its time; each was asked for longer than a minute ago. */
  purge(): Promise<number> {
    return this.db.execute(sql`DELETE FROM email_challenge WHERE expires_at <= now()`);
  }
}
