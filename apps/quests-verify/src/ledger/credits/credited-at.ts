import { raw, type Sql } from '@questp/postgres';

/**
 * Time at which a credit counts, for a row of `points_ledger`: a credit that moved to another account keeps its
 * original time.
 */
export const creditedAt = (row: string): Sql => raw(`coalesce(${row}.counted_at, ${row}.created_at)`);
