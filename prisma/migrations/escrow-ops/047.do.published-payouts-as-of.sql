-- The payouts of the current plan of each campaign, with the time before which credits count.
CREATE VIEW published_payout_v2 AS
  SELECT p.campaign_id, p.project_id, p.version, p.total, p.pool ->> 'denom' AS denom, p.pool ->> 'symbol' AS symbol,
    (p.pool ->> 'decimals')::integer AS decimals, p.as_of, r.rank, r.user_id, r.points, r.address, r.address_source,
    r.amount, r.excluded_reason, r.status, r.tx_hash, r.batch, r.paid_at
  FROM payout_plan p JOIN payout r ON r.plan_id = p.id
  WHERE p.status IN ('ready', 'approved');
