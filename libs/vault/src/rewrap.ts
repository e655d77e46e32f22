import { empty, sql, type Database, type Sql, type Tx } from '@questp/postgres';
import type { Envelopes, SealedTable } from './sealed-table.js';
import type { Vault } from './vault.js';

/** Seals all envelopes with the first key, row by row; an interrupted run continues when started again. */
export async function rewrap(db: Database, vault: Vault, tables: readonly SealedTable[]): Promise<number> {
  let count = 0;
  for (const table of tables) count += await rewrapTable(db, vault, table);
  return count;
}

async function rewrapTable(db: Database, vault: Vault, table: SealedTable): Promise<number> {
  let last: string | undefined;
  for (let count = 0; ; count += 1) {
    const after = last === undefined ? empty : sql`AND ${table.key} > ${last}`;
    last = await db.transaction((tx) => rewrapNext(tx, vault, table, after), 'rewrap');
    if (last === undefined) return count;
  }
}

/** Returns the key of the row; undefined if none is left. The row is locked until the transaction ends. */
async function rewrapNext(tx: Tx, vault: Vault, table: SealedTable, after: Sql): Promise<string | undefined> {
  const { name, key, envelopes, place } = table;
  const row = await tx.row<{ rowKey: string; sealed: Envelopes }>(sql`
    SELECT ${place}, ${key} AS row_key, ${envelopes} AS sealed FROM ${name}
    WHERE EXISTS (SELECT FROM jsonb_each_text(${envelopes}) WHERE split_part(value, '.', 2) <> ${vault.current})
      ${after}
    ORDER BY ${key} LIMIT 1 FOR UPDATE`);
  if (row === undefined) return undefined;
  const anew = Object.entries(row.sealed).map(([field, envelope]) => {
    const location = table.placeOf(row, field);
    return [field, vault.seal(location, vault.open(location, envelope))];
  });
  await tx.execute(
    sql`UPDATE ${name} SET ${table.stored(Object.fromEntries(anew) as Envelopes)} WHERE ${key} = ${row.rowKey}`,
  );
  return row.rowKey;
}
