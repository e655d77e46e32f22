import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '@questp/players';
import { waitFor } from '@questp/testing';
import { e2e, ledgerRows } from './stage.fixture.js';

/**
 * Runs `change` while `credit` has begun and cannot write yet; counts the quest's credits when the change is answered
 * and in the end.
 */
export async function amidCredit(
  questId: string,
  credit: () => Promise<unknown>,
  change: () => Promise<Answer>,
): Promise<{ status: number; creditsAtTheAnswer: number; credits: number }> {
  const holder = await e2e.db.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE quests.points_ledger IN SHARE MODE');
    const credited = credit();
    await waitFor(
      async () =>
        (await e2e.count(
          `SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'quests.points_ledger'::regclass`,
        )) > 0,
      { what: 'the credit to wait' },
    );
    const changed = change().then(async ({ response: { status } }) => ({
      status,
      creditsAtTheAnswer: await ledgerRows(questId),
    }));
    await Promise.race([changed, sleep(700)]);
    await holder.query('ROLLBACK');
    const [answer] = await Promise.all([changed, credited]);
    return { ...answer, credits: await ledgerRows(questId) };
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}
