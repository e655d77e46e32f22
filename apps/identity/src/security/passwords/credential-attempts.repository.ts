import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { LIMITS } from '@questp/messages/tables';
import { Database, sql, type Tx } from '@questp/postgres';

/** An admitted attempt. It counts as wrong until it is withdrawn. */
export interface Attempt {
  /** All keys it is counted under. */
  keyHashes: Buffer[];
  /** Time by the clock of the database, as text to keep its microseconds. */
  at: string;
  /** When the lock ends, if this attempt starts it. */
  lockedUntil: Date | null;
  /** True if the wrong attempts at the account have just reached the limit; at most once in 15 minutes. */
  isFlood: boolean;
}

export interface PasswordSource {
  /** Counter key: an account and the network of the caller, or a known device. */
  key: string;
  /** Counter key of the account, for wrong passwords from all sources. */
  account: string;
  /** Counter key of the network, for wrong passwords of all accounts. */
  network?: string;
  /** A known device has its own limit, which attempts from elsewhere do not use up. */
  isKnown?: boolean;
}

const LIMIT = 10;
/** Wrong passwords from all sources for one account within 15 minutes, above which each new source has fewer tries. */
const FLOOD = 50;
/** Wrong passwords within 15 minutes for an account or from a network, after which a CAPTCHA is required. */
const UNCHALLENGED = LIMITS.passwordsOfAccount.max;
const hashOf = (key: string) => createHash('sha256').update(key).digest();

/** Counters of wrong passwords and codes in the last 15 minutes. */
@Injectable()
export class CredentialAttemptsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Admits and counts a code in one statement, before it is compared. The tenth wrong code within 15 minutes locks the
   * key for 15 minutes, also for the right code. SIGN_IN_LOCKED
   */
  async admitCode(key: string): Promise<Attempt> {
    const keyHash = hashOf(key);
    // clock_timestamp differs between attempts that wait for one another; now() might not.
    const attempt = await this.database.row<Omit<Attempt, 'keyHashes' | 'isFlood'>>(sql`
      INSERT INTO credential_attempt AS a (email_hash, attempted_at) VALUES (${keyHash}, ARRAY[clock_timestamp()])
      ON CONFLICT (email_hash) DO UPDATE SET (attempted_at, locked_until) = (
        SELECT array_agg(at ORDER BY at), CASE WHEN count(*) >= ${LIMIT} THEN now() + interval '15 minutes' END
        FROM unnest(a.attempted_at || clock_timestamp()) AS at
        WHERE at > now() - interval '15 minutes')
      WHERE a.locked_until IS NULL OR a.locked_until <= now()
      RETURNING attempted_at[cardinality(attempted_at)]::text AS at, locked_until AS "lockedUntil"`);
    if (attempt) return { keyHashes: [keyHash], isFlood: false, ...attempt };
    throw await this.refusal(keyHash);
  }

  /**
   * Admits and counts a password in one statement, before it is compared. After ten wrong ones within 15 minutes a
   * source has one try a minute. While many sources try one account, a new source has two tries in 15 minutes. The
   * first try of a source is always admitted, so that attacks never lock out the owner. SIGN_IN_LOCKED
   * @param isChallenged a CAPTCHA was solved, or none is configured
   * @returns undefined if a CAPTCHA is required first; nothing is counted then
   */
  async admitPassword(source: PasswordSource, isChallenged: boolean): Promise<Attempt | undefined> {
    const { key, account, network = key, isKnown = false } = source;
    const [keyHash, accountHash, networkHash] = [hashOf(key), hashOf(account), hashOf(network)];
    const admission = await this.database.transaction(async (tx) => {
      // Attempts at one account, and from one network, are serialized, so that each one sees the counts of the earlier
      // ones.
      await tx.execute(sql`SELECT exclusive_lock(${`passwords of ${account}`}::text)`);
      await tx.execute(sql`SELECT exclusive_lock(${`passwords of ${network}`}::text)`);
      return tx.row<Omit<Attempt, 'keyHashes' | 'at'> & { at: string | null; isUnsolved: boolean }>(sql`
      WITH counts AS MATERIALIZED (
        SELECT count(*) FILTER (WHERE email_hash = ${accountHash}) >= ${FLOOD} AND NOT ${isKnown}::boolean AS flooded,
          NOT (${isChallenged}::boolean OR ${isKnown}::boolean)
            AND (count(*) FILTER (WHERE email_hash = ${accountHash}) >= ${UNCHALLENGED}
              OR count(*) FILTER (WHERE email_hash = ${networkHash}) >= ${UNCHALLENGED})
            AND NOT EXISTS (
              SELECT FROM credential_attempt WHERE email_hash = ${keyHash} AND locked_until > now()) AS unsolved
        FROM credential_attempt, unnest(attempted_at) AS at
        WHERE email_hash IN (${accountHash}, ${networkHash}) AND at > now() - interval '15 minutes'
      ), admitted AS (
        INSERT INTO credential_attempt AS a (email_hash, attempted_at)
        SELECT ${keyHash}::bytea, ARRAY[clock_timestamp()] FROM counts WHERE NOT unsolved
        ON CONFLICT (email_hash) DO UPDATE SET (attempted_at, locked_until) = (
          SELECT array_agg(at ORDER BY at),
            CASE WHEN (SELECT flooded FROM counts) THEN now() + interval '15 minutes'
              WHEN count(*) >= ${LIMIT} THEN now() + interval '1 minute' END
          FROM unnest(a.attempted_at || clock_timestamp()) AS at
          WHERE at > now() - interval '15 minutes')
        WHERE a.locked_until IS NULL OR a.locked_until <= now()
        RETURNING attempted_at[cardinality(attempted_at)] AS at, locked_until
      ), counted AS (
        INSERT INTO credential_attempt AS a (email_hash, attempted_at) SELECT ${accountHash}::bytea, ARRAY[at] FROM admitted
        ON CONFLICT (email_hash) DO UPDATE SET (attempted_at, locked_until) = (
          SELECT (array_agg(at ORDER BY at DESC))[1:${FLOOD}],
            CASE WHEN a.locked_until > now() THEN a.locked_until
              WHEN count(*) >= ${LIMIT} THEN now() + interval '15 minutes' END
          FROM unnest(a.attempted_at || excluded.attempted_at) AS at
          WHERE at > now() - interval '15 minutes')
        RETURNING coalesce(locked_until = now() + interval '15 minutes', false) AS flood
      ), of_network AS (
        INSERT INTO credential_attempt AS a (email_hash, attempted_at)
        SELECT ${networkHash}::bytea, ARRAY[at] FROM admitted WHERE ${networkHash}::bytea <> ${keyHash}::bytea
        ON CONFLICT (email_hash) DO UPDATE SET attempted_at = (
          SELECT (array_agg(at ORDER BY at DESC))[1:${FLOOD}] FROM unnest(a.attempted_at || excluded.attempted_at) AS at
          WHERE at > now() - interval '15 minutes')
      )
      SELECT unsolved AS is_unsolved, at::text AS at, locked_until, coalesce(flood, false) AS is_flood
      FROM counts LEFT JOIN (admitted CROSS JOIN counted) ON true`);
    });
    if (admission?.isUnsolved) return undefined;
    if (admission === undefined || admission.at === null) throw await this.refusal(keyHash);
    const { at, lockedUntil, isFlood } = admission;
    return { keyHashes: [keyHash, accountHash, networkHash], at, lockedUntil, isFlood };
  }

  /** Removes an attempt with right credentials; ends the lock if the attempts are below the limit again. */
  async withdraw(tx: Tx, { keyHashes, at }: Attempt): Promise<void> {
    await tx.execute(sql`
      UPDATE credential_attempt
      SET attempted_at = array_remove(attempted_at, ${at}::timestamptz),
        locked_until = CASE WHEN cardinality(array_remove(attempted_at, ${at}::timestamptz)) >= ${LIMIT}
          THEN locked_until END
      WHERE email_hash = ANY (${keyHashes}::bytea[])`);
  }

  /** Deletes expired counters. */
  purge(): Promise<number> {
    return this.database.execute(sql`
      DELETE FROM credential_attempt
      WHERE (locked_until IS NULL OR locked_until <= now())
        AND NOT EXISTS (SELECT FROM unnest(attempted_at) AS at WHERE at > now() - interval '15 minutes')`);
  }

  private async refusal(keyHash: Buffer): Promise<AppError> {
    const row = await this.database.row<{ seconds: number }>(sql`
      SELECT ceil(extract(epoch FROM locked_until - now()))::integer AS seconds
      FROM credential_attempt WHERE email_hash = ${keyHash}`);
    return new AppError('SIGN_IN_LOCKED', { retryAfter: Math.max(1, row?.seconds ?? 1) });
  }
}
