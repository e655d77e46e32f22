import { raw, sql, type Sql } from '@questp/postgres';
import { lookUp, text, time } from './cells.js';

/**
 * Payouts by rank: those of the plan that is current for the campaign, projected until it is final. A projection is up to
 * ten minutes old, so every row says as of when its points count. Without a reward pool there are none.
 */
export const distributionRows = (campaignId: string): Sql => sql`
  SELECT d.rank, d.user_id AS user_public_id, ${text('e.username')} AS username, ${text('d.address')} AS payout_address,
    d.address_source AS payout_address_source, d.points,
    coalesce(round(100 * d.amount / nullif(d.total, 0), 6), 0) AS share_pct,
    coalesce(d.amount, 0) AS amount_base, ${inUnits('d.amount', 'd.decimals')} AS amount_display,
    ${text('d.denom')} AS denom, ${text('d.symbol')} AS symbol, d.status, ${text('d.tx_hash')} AS tx_hash, d.batch, d.excluded_reason,
    ${time('d.paid_at')} AS paid_at, ${time('d.as_of')} AS as_of
  FROM (
    SELECT * FROM escrow.published_payout_v2 WHERE campaign_id = ${campaignId}::uuid ORDER BY rank OFFSET 0
  ) d
  ${lookUp('published_earner_v1', 'user_id', 'd.user_id', 'e')}
  ORDER BY d.rank`;

/** An amount of base units in whole units, exact. Rounding sets the scale of the quotient. */
const inUnits = (amount: string, decimals: string): Sql => sql`
  trim_scale(round(coalesce(${raw(amount)}, 0), ${raw(decimals)}) / power(10::numeric, ${raw(decimals)}))`;
