import { sql, type Queries, type Sql } from '@questp/postgres';
import type { SecretLocation } from './vault.js';

/** Envelopes of the vault by field. */
export type Envelopes = Readonly<Record<string, string>>;

/** A table that stores envelopes. */
export interface SealedTable<Row extends object = object> {
  name: Sql;
  /** Its primary key column. */
  key: Sql;
  /** The envelopes of a row, as jsonb by field. */
  envelopes: Sql;
  /** The SET clause of the UPDATE that stores them. */
  stored: (envelopes: Envelopes) => Sql;
  /** The columns that `placeOf` reads. */
  place: Sql;
  placeOf(row: Row, field: string): SecretLocation;
}

/** Ids of the keys in use. */
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
