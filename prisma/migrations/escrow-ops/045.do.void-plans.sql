-- When the plan became void: its escrow was cancelled, or expired.
ALTER TABLE payout_plan ADD COLUMN voided_at timestamptz;

-- void: the payout is not made. lapsed: the time to claim a failed one is over.
ALTER TABLE payout DROP CONSTRAINT payout_announced_check;
ALTER TABLE payout ADD CONSTRAINT payout_announced_check
  CHECK (announced IN ('projected', 'excluded', 'paid', 'failed', 'claim_ending', 'skipped', 'void', 'lapsed')) NOT VALID;
ALTER TABLE payout VALIDATE CONSTRAINT payout_announced_check;
DROP INDEX payout_unannounced;
CREATE INDEX payout_unannounced ON payout (plan_id, rank) WHERE announced IS NULL AND status <> 'projected'
  OR status IN ('paid', 'skipped') AND announced <> status
  OR status = 'failed' AND announced NOT IN ('void', 'lapsed');
