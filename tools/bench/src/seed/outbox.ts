import { waitFor } from '@questp/testing';
import type { Client } from 'pg';

/** Waits until a service has published all its events. */
export async function untilOutboxIsEmpty(client: Client, schema: 'identity' | 'quests'): Promise<void> {
  const isEmpty = async () => {
    const { rowCount } = await client.query(`SELECT 1 FROM ${schema}.outbox LIMIT 1`);
    return rowCount === 0;
  };
  await waitFor(isEmpty, { timeoutMs: 120_000, what: `the outbox of ${schema} to be empty` });
}

/** Waits until quests-verify has published the events of all credits and updated its aggregates. */
export async function untilWorkedOff(client: Client): Promise<void> {
  await untilOutboxIsEmpty(client, 'quests');
  const isFolded = async () => {
    const { rowCount } = await client.query(
      '(SELECT 1 FROM quests.unfolded_entry LIMIT 1) UNION ALL (SELECT 1 FROM quests.rank_change LIMIT 1)',
    );
    return rowCount === 0;
  };
  await waitFor(isFolded, { timeoutMs: 120_000, what: 'the ledger to be folded' });
}
