import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { LIMITS } from '@questp/messages/tables';
import { Database, sql, type Queries, type Sql, type Tx } from '@questp/postgres';
import { addressKey } from '@questp/service';

/** Codes for one address per caller (the first limit is spec 5.4). */
const MAX_PER_MINUTE = LIMITS.emailCodesPerMinute.max;
const MAX_PER_HOUR = LIMITS.emailCodesPerHour.max;
/** Codes for one address for all callers together, except those in a network from which the account signed in. */
const MAX_OF_ALL_PER_HOUR = LIMITS.emailCodesOfAll.max;

/** Caller of a request for a code; it is counted under the session, sign-in or network. */
export interface CodeCaller {
  key: string;
  /** The network of an anonymous caller. */
  network?: string;
  isSecondFactor: boolean;
}

/** An anonymous caller is counted by its network, the only property that is hard to change. */
export const anonymousCaller = (ip: string): CodeCaller => {
  const network = addressKey(ip);
  return { key: `network ${network}`, network, isSecondFactor: false };
};

export const userCaller = (userId: string): CodeCaller => ({ key: `user ${userId}`, isSecondFactor: false });

/** The session or sign-in has proven the first factor. */
export const SECOND_FACTOR_CALLER: CodeCaller = { key: 'second factor', isSecondFactor: true };

/** When the caller may ask again; null or past: now. */
const freeAt = (key: string, isKnown: boolean): Sql => sql`(
  SELECT greatest(
    (array_agg(at ORDER BY at DESC) FILTER (WHERE asker = ${key}))[${MAX_PER_MINUTE}::int] + interval '1 minute',
    (array_agg(at ORDER BY at DESC) FILTER (WHERE asker = ${key}))[${MAX_PER_HOUR}::int] + interval '1 hour',
    CASE WHEN NOT ${isKnown}::boolean
      THEN (array_agg(at ORDER BY at DESC))[${MAX_OF_ALL_PER_HOUR}::int] + interval '1 hour' END)
  FROM unnest(b.asked_at, b.asked_by) AS asked (at, asker))`;

/** Limits the mails with codes to an address so that no caller uses up the codes of another. */
@Injectable()
export class EmailCodeBudgetsRepository {
  constructor(private readonly database: Database) {}

  /** Admits and counts a request in one statement. RATE_LIMITED */
  async admit(tx: Tx, email: string, caller: CodeCaller): Promise<void> {
    if (await this.count(tx, email, caller, false)) return;
    const isKnown = await this.isKnown(tx, email, caller);
    if (isKnown && (await this.count(tx, email, caller, true))) return;
    throw new AppError('RATE_LIMITED', { retryAfter: await this.secondsFull(tx, email, caller, isKnown) });
  }

  /** Deletes expired counters. */
  purge(): Promise<number> {
    return this.database.execute(sql`
      DELETE FROM email_code_budget
      WHERE NOT EXISTS (SELECT FROM unnest(asked_at) AS at WHERE at > now() - interval '1 hour')`);
  }

  private async count(tx: Tx, email: string, { key, isSecondFactor }: CodeCaller, isKnown: boolean): Promise<boolean> {
    // clock_timestamp differs between requests that wait for one another; now() might not.
    const counted = await tx.execute(sql`
      INSERT INTO email_code_budget AS b (email, is_second_factor, asked_at, asked_by)
      VALUES (${email}, ${isSecondFactor}, ARRAY[clock_timestamp()], ARRAY[${key}])
      ON CONFLICT (email, is_second_factor) DO UPDATE SET (asked_at, asked_by) = (
        SELECT array_agg(at ORDER BY at), array_agg(asker ORDER BY at)
        FROM unnest(b.asked_at || clock_timestamp(), b.asked_by || ${key}::text) AS asked (at, asker)
        WHERE at > clock_timestamp() - interval '1 hour')
      WHERE coalesce(${freeAt(key, isKnown)} <= clock_timestamp(), true)`);
    return counted === 1;
  }

  /** True if the account of the address signed in from the caller's network recently. */
  private async isKnown(on: Queries, email: string, { network }: CodeCaller): Promise<boolean> {
    const rows = await on.rows<{ ip: string }>(sql`
      SELECT s.ip FROM user_email AS e JOIN user_session AS s ON s.owner_id = e.user_id WHERE e.email = ${email}
      UNION SELECT s.ip FROM admin AS a JOIN admin_session AS s ON s.owner_id = a.id WHERE a.email = ${email}`);
    return rows.some(({ ip }) => addressKey(ip) === network);
  }

  private async secondsFull(
    on: Queries,
    email: string,
    { key, isSecondFactor }: CodeCaller,
    isKnown: boolean,
  ): Promise<number> {
    const row = await on.row<{ seconds: number | null }>(sql`
      SELECT ceil(extract(epoch FROM ${freeAt(key, isKnown)} - clock_timestamp()))::integer AS seconds
      FROM email_code_budget AS b WHERE email = ${email} AND is_second_factor = ${isSecondFactor}`);
    return Math.max(1, row?.seconds ?? 1);
  }
}
