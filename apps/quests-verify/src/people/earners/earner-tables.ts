import type { ResetAttempts } from '@questp/messages/quests';
import { raw, sql, type Queries, type Tx } from '@questp/postgres';
import type { EarnerAndQuest } from './earner-and-quest.js';

/** A table with a `user_id`, and the treatment of its rows. */
export interface EarnerTable {
  readonly name: string;
  /** Treatment when the account is deleted. `kept`: the rows have no personal data, or another statement erases it. */
  readonly onDeletion: 'deleted' | 'kept';
  /**
   * What the rows follow when a merge moves a submission to another account: the submission, its quest and period, or
   * its quest, unless the other account has own rows for it. Undefined: they stay with their account.
   */
  readonly follows?: 'submission' | 'period' | 'quest';
  /** Rows that a reset of attempts deletes, and the number of attempts in a row. */
  readonly attempts?: { readonly as: keyof ResetAttempts; readonly count: string; readonly where?: string };
  /** Condition of rows that housekeeping deletes. */
  readonly staleWhere?: string;
}

export type EarnerTables = readonly EarnerTable[];

/** A submission that a merge moved to another account. */
interface Given {
  id: string;
  questId: string;
  periodKey: string;
}

/** Deletes the rows of a deleted account that no credit needs. */
export async function forgetEarner(tx: Tx, tables: EarnerTables, userId: string): Promise<void> {
  for (const { name } of tables.filter(({ onDeletion }) => onDeletion === 'deleted')) {
    await tx.execute(sql`DELETE FROM ${raw(name)} WHERE user_id = ${userId}`);
  }
}

/** Moves the rows of a submission to its new account; with `from`, the former account, also the rows of its quest. */
export async function followSubmission(
  tx: Tx,
  tables: EarnerTables,
  { id, questId, periodKey }: Given,
  { from, to }: { from: string | null; to: string },
): Promise<void> {
  for (const { name, follows } of tables) {
    const table = raw(name);
    if (follows === 'submission') {
      await tx.execute(sql`UPDATE ${table} SET user_id = ${to} WHERE submission_id = ${id}`);
    } else if (follows === 'period' && from !== null) {
      await tx.execute(sql`
        UPDATE ${table} SET user_id = ${to}
        WHERE user_id = ${from} AND quest_id = ${questId} AND period_key = ${periodKey}`);
    } else if (follows === 'quest' && from !== null) {
      await tx.execute(sql`
        UPDATE ${table} t SET user_id = ${to} WHERE t.quest_id = ${questId} AND t.user_id = ${from}
          AND NOT EXISTS (SELECT FROM ${table} o WHERE o.quest_id = ${questId} AND o.user_id = ${to})`);
    }
  }
}

/** Deletes the counted attempts of an earner at a quest; returns their numbers. */
export async function forgetAttempts(
  tx: Tx,
  tables: EarnerTables,
  { questId, userId }: EarnerAndQuest,
): Promise<ResetAttempts> {
  const forgotten: ResetAttempts = { quizAttempts: 0, wrongCodes: 0, negativeChecks: 0 };
  for (const { name, attempts } of tables) {
    if (attempts === undefined) continue;
    const { as, count, where = 'true' } = attempts;
    const rows = await tx.rows<{ count: number }>(sql`
      DELETE FROM ${raw(name)} WHERE quest_id = ${questId} AND user_id = ${userId} AND ${raw(where)}
      RETURNING ${raw(count)} AS count`);
    for (const row of rows) forgotten[as] += row.count;
  }
  return forgotten;
}

/** Purges of expired rows, by table. */
export const purgesOf = (db: Queries, tables: EarnerTables): Record<string, () => Promise<number>> =>
  Object.fromEntries(
    tables.flatMap(({ name, staleWhere }) =>
      staleWhere === undefined
        ? []
        : [[name, () => db.execute(sql`DELETE FROM ${raw(name)} WHERE ${raw(staleWhere)}`)]],
    ),
  );
