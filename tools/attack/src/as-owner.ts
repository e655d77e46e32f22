import { Client } from 'pg';
import type { Target } from './target.js';

/** Runs statements about one campaign as the owner of the tables. */
export async function asOwner({ database }: Target, campaignId: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: database?.url });
  await client.connect();
  try {
    await client.query('BEGIN');
    for (const statement of statements) await client.query(statement, [campaignId]);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
