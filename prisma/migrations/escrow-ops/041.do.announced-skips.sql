-- skipped: the amount is below the minimum payout of the escrow.
ALTER TABLE payout DROP CONSTRAINT payout_announced_check;
ALTER TABLE payout ADD CONSTRAINT payout_announced_check
  CHECK (announced IN ('projected', 'excluded', 'paid', 'failed', 'claim_ending', 'skipped')) NOT VALID;
ALTER TABLE payout VALIDATE CONSTRAINT payout_announced_check;
DROP INDEX payout_unannounced;
CREATE INDEX payout_unannounced ON payout (plan_id, rank) WHERE announced IS NULL AND status <> 'projected'
  OR status IN ('paid', 'skipped') AND announced <> status OR status = 'failed' AND announced <> 'claim_ending';
