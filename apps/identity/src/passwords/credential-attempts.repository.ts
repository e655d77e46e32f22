import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, LIMITS } from '@questp/messages';
import { Database, sql, type Tx } from '@questp/postgres';

/** An admitted attempt, counted as a wrong one until it is withdrawn. */
export interface Attempt {
  keyHash: Buffer;
  /** The database's time of it, in text to keep its microseconds. */
  at: string;
  /** Set when this is the attempt that locks. */
  lockedUntil: Date | null;
}

const LIMIT = LIMITS.credentialAttempts.most;

/**
 * Wrong credential attempts per key (spec 5.4): the tenth within 15 minutes locks the key for 15 minutes, against the
 * right password too. Keys are e-mail addresses, whether an operator has them or not, for whoever comes from
 * somewhere new; known devices and signed-in operators have keys of their own, so that strangers lock out strangers.
 */
@Injectable()
export class CredentialAttemptsRepository {
  constructor(private readonly db: Database) {}

  /**
   * Admits and counts an attempt in one statement, before the password is looked at. SIGN_IN_LOCKED
   *
   * @param key an e-mail address in canonical form, or what tells a device or operator from all addresses
   */
  async admit(key: string): Promise<Attempt> {
    const keyHash = createHash('sha256').update(key).digest();
    // clock_timestamp differs between attempts that wait for one another; now() may not.
    const attempt = await this.db.row<{ at: string; lockedUntil: Date | null }>(sql`
      INSERT INTO credential_attempt AS a (email_hash, attempted_at) VALUES (${keyHash}, ARRAY[clock_timestamp()])
      ON CONFLICT (email_hash) DO UPDATE SET (attempted_at, locked_until) = (
        SELECT array_agg(at ORDER BY at), CASE WHEN count(*) >= ${LIMIT} THEN now() + interval '15 minutes' END
        FROM unnest(a.attempted_at || clock_timestamp()) AS at
        WHERE at > now() - interval '15 minutes')
      WHERE a.locked_until IS NULL OR a.locked_until <= now()
      RETURNING attempted_at[cardinality(attempted_at)]::text AS at, locked_until AS "lockedUntil"`);
    if (attempt) return { keyHash, ...attempt };
    throw new AppError('SIGN_IN_LOCKED', { retryAfter: await this.secondsLocked(keyHash) });
  }

  /** Takes back an attempt whose credentials were right; unlocks when it had been the tenth. */
  async withdraw(tx: Tx, { keyHash, at }: Attempt): Promise<void> {
    await tx.execute(sql`
      UPDATE credential_attempt
      SET attempted_at = array_remove(attempted_at, ${at}::timestamptz),
        locked_until = CASE WHEN cardinality(array_remove(attempted_at, ${at}::timestamptz)) >= ${LIMIT}
          THEN locked_until END
      WHERE email_hash = ${keyHash}`);
  }

  /** Deletes what counts no more. */
  purge(): Promise<number> {
    return this.db.execute(sql`
      DELETE FROM credential_attempt
      WHERE (locked_until IS NULL OR locked_until <= now())
        AND NOT EXISTS (SELECT FROM unnest(attempted_at) AS at WHERE at > now() - interval '15 minutes')`);
  }

  private async secondsLocked(keyHash: Buffer): Promise<number> {
    const row = await this.db.row<{ seconds: number }>(sql`
      SELECT ceil(extract(epoch FROM locked_until - now()))::integer AS seconds
      FROM credential_attempt WHERE email_hash = ${keyHash}`);
    return Math.max(1, row?.seconds ?? 1);
  }
}
