import { raw, type Sql } from '@questp/postgres';

/** The moment by which a credit counts, of a row of `points_ledger`: one that changed its account keeps the first one. */
export const creditedAt = (row: string): Sql => raw(`coalesce(${row}.counted_at, ${row}.created_at)`);
