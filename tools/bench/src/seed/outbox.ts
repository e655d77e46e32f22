import { waitFor } from '@questp/testing';
import type { Client } from 'pg';

/** Waits until a service has told all its events. */
export async function untilOutboxIsEmpty(client: Client, schema: 'identity' | 'quests'): Promise<void> {
  const isEmpty = async () => {
    const { rowCount } = await client.query(`SELECT 1 FROM ${schema}.outbox LIMIT 1`);
    return rowCount === 0;
  };
  await waitFor(isEmpty, { timeoutMs: 120_000, what: `the outbox of ${schema} to be empty` });
}
