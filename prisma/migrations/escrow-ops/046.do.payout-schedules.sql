-- When the payouts of an ended campaign are listed and approved. Attempt 0: the team pays.
CREATE TABLE payout_schedule (
  campaign_id uuid NOT NULL,
  attempt integer NOT NULL CHECK (attempt >= 0),
  project_id uuid NOT NULL,
  -- Submissions made before count.
  ended_at timestamptz NOT NULL,
  -- Null: the team pays. A pause moves it, and with it all times that are still to come.
  commit_deadline timestamptz,
  -- From then on platform moderators review what the team left undecided.
  moderators_from timestamptz NOT NULL,
  -- Credits decided before count.
  freezes_at timestamptz NOT NULL,
  -- The platform approves the list, which has been read again.
  approves_at timestamptz NOT NULL,
  -- Reversals before it count; null: those before the freeze. Set for a list that replaces a wrong one.
  corrected_until timestamptz,
  PRIMARY KEY (campaign_id, attempt),
  CHECK ((attempt = 0) = (commit_deadline IS NULL))
);
-- Campaigns whose list is not frozen.
CREATE INDEX payout_schedule_freezes ON payout_schedule (freezes_at);

-- When its list was last read. Lists of earlier plans were read when they were made.
ALTER TABLE payout_plan ADD COLUMN list_read_at timestamptz;
UPDATE payout_plan SET list_read_at = planned_at;
-- The platform approves with approved_by null.
ALTER TABLE payout_plan DROP CONSTRAINT payout_plan_check1;
ALTER TABLE payout_plan ADD CONSTRAINT payout_plan_approver CHECK (approved_by IS NULL OR approved_at IS NOT NULL) NOT VALID;
ALTER TABLE payout_plan VALIDATE CONSTRAINT payout_plan_approver;

-- interim, address_missing: of a preview after the end. listed, unlisted: of the final list before it is approved.
ALTER TABLE payout DROP CONSTRAINT payout_announced_check;
ALTER TABLE payout ADD CONSTRAINT payout_announced_check CHECK (announced IN ('interim', 'address_missing', 'listed',
  'unlisted', 'projected', 'excluded', 'paid', 'failed', 'claim_ending', 'skipped', 'void', 'lapsed')) NOT VALID;
ALTER TABLE payout VALIDATE CONSTRAINT payout_announced_check;
DROP INDEX payout_unannounced;
CREATE INDEX payout_unannounced ON payout (plan_id, rank) WHERE announced IS NULL
  OR announced = 'listed' AND status IN ('pending', 'committed')
  OR status IN ('paid', 'skipped') AND announced <> status
  OR status = 'failed' AND announced NOT IN ('void', 'lapsed');
