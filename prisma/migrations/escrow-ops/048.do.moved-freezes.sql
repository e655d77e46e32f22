-- The operator who moved the freeze of a list, and when. It is moved once.
ALTER TABLE payout_schedule ADD COLUMN freeze_moved_by text;
ALTER TABLE payout_schedule ADD COLUMN freeze_moved_at timestamptz;
ALTER TABLE payout_schedule ADD CONSTRAINT payout_schedule_moved
  CHECK ((freeze_moved_by IS NULL) = (freeze_moved_at IS NULL)) NOT VALID;
ALTER TABLE payout_schedule VALIDATE CONSTRAINT payout_schedule_moved;

-- Withdrawals of the approval of a plan: one operator requests it, another one confirms it.
CREATE TABLE approval_withdrawal (
  id uuid PRIMARY KEY,
  campaign_id uuid NOT NULL,
  plan_id uuid NOT NULL REFERENCES payout_plan ON DELETE CASCADE,
  reason text NOT NULL,
  requested_by text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  confirmed_by text,
  confirmed_at timestamptz,
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
  CHECK (confirmed_by <> requested_by)
);
-- A plan has one request. One that has expired is replaced by the next.
CREATE UNIQUE INDEX approval_withdrawal_plan ON approval_withdrawal (plan_id);
CREATE INDEX approval_withdrawal_campaign ON approval_withdrawal (campaign_id, requested_at DESC);
