-- Of what the earner was last notified; null: of nothing. claim_ending: that the time to claim a failed payout ends.
ALTER TABLE payout ADD COLUMN announced text
  CHECK (announced IN ('projected', 'excluded', 'paid', 'failed', 'claim_ending'));
-- Payouts of which the earner is to be notified now or later.
CREATE INDEX payout_unannounced ON payout (plan_id, rank) WHERE announced IS NULL AND status NOT IN ('projected', 'skipped')
  OR status = 'paid' AND announced <> 'paid' OR status = 'failed' AND announced <> 'claim_ending';

-- Approved plans whose payouts can still change.
CREATE TABLE payout_announcement (
  plan_id uuid PRIMARY KEY REFERENCES payout_plan ON DELETE CASCADE,
  -- When its payouts are looked at next.
  due_at timestamptz NOT NULL DEFAULT now(),
  -- When earners were last notified.
  announced_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX payout_announcement_due ON payout_announcement (due_at);
INSERT INTO payout_announcement (plan_id) SELECT id FROM payout_plan WHERE status = 'approved';
