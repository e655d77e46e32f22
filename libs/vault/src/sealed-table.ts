import { sql, type Queries, type Sql } from '@questp/postgres';
import type { Place } from './vault.js';

/** As the vault made them, by field. */
export type Envelopes = Readonly<Record<string, string>>;

/** A table that keeps envelopes. */
export interface SealedTable<Row extends object = object> {
  name: Sql;
  /** The column that is its key. */
  key: Sql;
  /** The envelopes of a row, as jsonb by field. */
  envelopes: Sql;
  /** What an UPDATE sets to store them. */
  stored: (envelopes: Envelopes) => Sql;
  placeOf(row: Row, field: string): Place;
}

/** Names of the keys that secrets are sealed with. */
export async function sealingKeys(queries: Queries, tables: readonly SealedTable[]): Promise<string[]> {
  const ids = new Set<string>();
  for (const { name, envelopes } of tables) {
    const rows = await queries.rows<{ id: string }>(
      sql`SELECT DISTINCT split_part(value, '.', 2) AS id FROM ${name}, jsonb_each_text(${envelopes})`,
    );
    for (const { id } of rows) ids.add(id);
  }
  return [...ids];
}
