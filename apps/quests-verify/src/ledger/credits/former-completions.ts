import { sql, type Sql, type Tx } from '@questp/postgres';

/** Completions `f` by deleted accounts that had one of the sign-in methods of the earner. */
export const formerCompletions = (userId: string): Sql => sql`
  earner e JOIN former_completion f ON f.method_hash = ANY(e.method_hashes)
  WHERE e.user_id = ${userId}`;

/** The latest period of `quest q` that a deleted account completed; null when there is none. */
export const formerPeriodKey = (userId: string): Sql => sql`(
  SELECT max(f.period_key) FROM ${formerCompletions(userId)} AND f.quest_id = q.id
    AND length(f.period_key) = ${periodKeyLength})`;

/** Keys of one period kind have the same length; keys of an earlier period setting are left out. */
export const periodKeyLength = sql`CASE q.period ->> 'kind' WHEN 'once' THEN 4 WHEN 'daily' THEN 10 ELSE 24 END`;

/** Stores the completions of an account that is being deleted, for as long as the quests exist. */
export async function keepCompletions(tx: Tx, userId: string, methodHashes: readonly string[]): Promise<void> {
  await tx.execute(sql`
    INSERT INTO former_completion (quest_id, method_hash, period_key, status)
    SELECT s.quest_id, hash, s.period_key, s.status
    FROM submission s CROSS JOIN unnest(${methodHashes}::text[]) AS hash
    WHERE s.user_id = ${userId} AND s.status IN ('claimed', 'reversed')
    ON CONFLICT DO NOTHING`);
}
