import { sql, type Queries, type Tx } from '@questp/postgres';
import type { EarnerAndQuest } from '../credit/quest-entry.repository.js';
import type { VisitTimes } from '../rules/outcome.js';

export async function insertVisit(
  db: Queries,
  { questId, userId }: EarnerAndQuest,
  tokenHash: Buffer,
  times: VisitTimes & { completeFrom: Date },
): Promise<void> {
  await db.execute(sql`
    INSERT INTO visit (token_hash, quest_id, user_id, issued_at, complete_from, expires_at)
    VALUES (${tokenHash}, ${questId}, ${userId}, ${times.issuedAt}, ${times.completeFrom}, ${times.expiresAt})`);
}

/** Uses the token up; a transaction that is rolled back leaves it as it was. Null: unknown, used or of another earner. */
export async function consumeVisit(
  tx: Tx,
  { questId, userId }: EarnerAndQuest,
  tokenHash: Buffer,
): Promise<VisitTimes | null> {
  const row = await tx.row<{ issuedAt: Date; expiresAt: Date }>(sql`
    UPDATE visit SET consumed_at = now()
    WHERE token_hash = ${tokenHash} AND quest_id = ${questId} AND user_id = ${userId} AND consumed_at IS NULL
    RETURNING issued_at, expires_at`);
  return row ? { issuedAt: row.issuedAt, expiresAt: row.expiresAt } : null;
}
