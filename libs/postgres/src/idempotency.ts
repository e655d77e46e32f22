import { AppError, type Idempotency } from '@questp/messages/language';
import sql from 'sql-template-tag';
import type { Queries, Tx } from './database.js';
import { insertInto, json } from './statements.js';

/**
 * Runs a creating use case at most once per Idempotency-Key, in the transaction of the use case.
 * Same key and body: the first reply again for 24 hours. Same key, other body: IDEMPOTENCY_KEY_REUSED.
 * While the first is running: IDEMPOTENCY_IN_FLIGHT. A failing use case stores nothing.
 * `stored` is the reply to replay, without secrets. Undefined: nothing is stored, and the next request runs again.
 */
export async function idempotent<Reply>(
  tx: Tx,
  idempotency: Idempotency | undefined,
  work: () => Promise<Reply>,
  stored: (reply: Reply) => Reply | undefined = (reply) => reply,
): Promise<Reply> {
  if (idempotency === undefined) return work();
  const { scope, key, requestHash } = idempotency;
  const locked = await tx.row<{ locked: boolean }>(sql`SELECT try_lock(${`${scope}\n${key}`}) AS locked`);
  if (!locked?.locked) throw new AppError('IDEMPOTENCY_IN_FLIGHT', { retryAfter: 1 });
  const first = await tx.row<{ requestHash: string; reply: Reply }>(sql`
    SELECT request_hash, reply FROM idempotency_key
    WHERE scope = ${scope} AND key = ${key} AND created_at > now() - interval '24 hours'`);
  if (first) {
    if (first.requestHash !== requestHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    return first.reply;
  }
  const reply = await work();
  const kept = stored(reply);
  if (kept === undefined) return reply;
  await tx.execute(sql`
    ${insertInto('idempotency_key', { scope, key, requestHash, reply: json(kept) })}
    ON CONFLICT (scope, key) DO UPDATE
      SET request_hash = excluded.request_hash, reply = excluded.reply, created_at = now()`);
  return reply;
}

/** Deletes keys older than 24 hours. */
export const purgeIdempotencyKeys = (db: Queries): Promise<number> =>
  db.execute(sql`DELETE FROM idempotency_key WHERE created_at <= now() - interval '24 hours'`);
