import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@questp/postgres';
import type { Challenge, ChallengeSubject } from './challenge.js';

const NONCE = /^svc_nonce_[0-9a-f]{32}$/;

@Injectable()
export class ChallengesRepository {
  constructor(private readonly database: Database) {}

  /** Start and end of a challenge issued now: 5 minutes by the clock of the database. */
  async period(): Promise<{ issuedAt: Date; expiresAt: Date }> {
    const rows = await this.database.rows<{ issuedAt: Date; expiresAt: Date }>(sql`
      SELECT now() AS "issuedAt", now() + interval '5 minutes' AS "expiresAt"`);
    return rows[0] as { issuedAt: Date; expiresAt: Date };
  }

  async insert(
    subject: ChallengeSubject,
    challenge: Omit<Challenge, 'purpose' | 'userId'>,
    nonce: string,
    expiresAt: Date,
  ) {
    const { chainId, address, message } = challenge;
    await this.database.execute(sql`
      INSERT INTO wallet_challenge (nonce, purpose, user_id, chain_id, address, message, expires_at)
      VALUES (${nonce}, ${subject.purpose}, ${subject.userId}, ${chainId}, ${address}, ${message}, ${expiresAt})`);
  }

  /** Consumes the challenge, for any caller. Undefined: unknown, used or expired. */
  async burn(tx: Tx, nonce: string): Promise<Challenge | undefined> {
    if (!NONCE.test(nonce)) return undefined;
    return tx.row<Challenge & Record<string, unknown>>(sql`
      UPDATE wallet_challenge SET consumed_at = now()
      WHERE nonce = ${nonce} AND consumed_at IS NULL AND expires_at > now()
      RETURNING purpose, user_id AS "userId", chain_id AS "chainId", address, message`);
  }

  purge(): Promise<number> {
    return this.database.execute(sql`DELETE FROM wallet_challenge WHERE expires_at <= now()`);
  }
}
