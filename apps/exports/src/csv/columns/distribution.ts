import { join, raw, sql, type Sql } from '@questp/postgres';

const COLUMNS = [
  ...['rank', 'user_public_id', 'username', 'payout_address', 'payout_address_source', 'points', 'share_pct'],
  ...['amount_base', 'amount_display', 'denom', 'symbol', 'status', 'tx_hash', 'batch', 'excluded_reason', 'paid_at'],
];

/** Always empty: reward pools are not paid out yet. */
export const distributionRows = (): Sql =>
  sql`SELECT ${join(COLUMNS.map((name) => raw(`NULL AS ${name}`)))} WHERE false`;
