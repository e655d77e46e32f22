-- Objections of teams to a final list: one per version. Two operators decide; one that nobody has decided is dismissed when a
-- list of the campaign is approved, or is void.
CREATE TABLE payout_objection (
  id uuid PRIMARY KEY,
  plan_id uuid NOT NULL UNIQUE REFERENCES payout_plan ON DELETE CASCADE,
  campaign_id uuid NOT NULL,
  objected_by text NOT NULL,
  objected_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  reason text NOT NULL,
  submission_ids uuid[] NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'upheld', 'dismissed')),
  decided_at timestamptz,
  -- The decision that an operator proposed last, which another one confirms by its id.
  proposal_id uuid,
  proposed_decision text CHECK (proposed_decision IN ('uphold', 'dismiss')),
  proposed_reason text,
  proposed_by text,
  proposed_at timestamptz,
  -- Null with decided_at: dismissed without a decision.
  confirmed_by text,
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK (num_nonnulls(proposal_id, proposed_decision, proposed_reason, proposed_by, proposed_at) IN (0, 5)),
  CHECK (confirmed_by IS NULL OR decided_at IS NOT NULL),
  CHECK (confirmed_by <> proposed_by),
  CHECK (state <> 'upheld' OR confirmed_by IS NOT NULL)
);
CREATE INDEX payout_objection_open ON payout_objection (campaign_id) WHERE state = 'open';
CREATE INDEX payout_objection_state ON payout_objection (state, id);

-- Decisions of operators before it count, also after the freeze: an objection was upheld then. Null: none was.
ALTER TABLE payout_schedule ADD COLUMN operators_until timestamptz;
