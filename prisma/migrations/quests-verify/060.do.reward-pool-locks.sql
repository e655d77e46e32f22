-- Members that reward pools have since this version.
UPDATE campaign SET reward_pool = '{"assetKind": "native", "maxShareBps": 10000, "challengeSeconds": null,
  "commitWindowSeconds": null, "claimWindowSeconds": null, "forbiddenAddresses": []}' || reward_pool
WHERE reward_pool IS NOT NULL;

-- Fee of the chain's deployment when the pool was checked or locked last; null without an automatic pool.
ALTER TABLE campaign ADD COLUMN pool_fee_bps integer CHECK (pool_fee_bps BETWEEN 0 AND 1000);
-- Funding attempts, from 1; 0: none. Pool and dates are fixed while a ticket of an attempt that was not cancelled can be
-- used (until pool_locked_until), and while the last funded attempt was not cancelled.
ALTER TABLE campaign ADD COLUMN pool_locked_until timestamptz;
ALTER TABLE campaign ADD COLUMN pool_locked_attempt integer NOT NULL DEFAULT 0;
ALTER TABLE campaign ADD COLUMN pool_funded_attempt integer NOT NULL DEFAULT 0;
ALTER TABLE campaign ADD COLUMN pool_cancelled_attempt integer NOT NULL DEFAULT 0;
