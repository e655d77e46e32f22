-- Copy of what identity publishes about operators who changed, or who wrote here; by events, and by a direct call before
-- a change of an operator is answered.
CREATE TABLE operator (
  admin_id text PRIMARY KEY,
  version integer NOT NULL DEFAULT 0,
  role text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended'))
);

-- What operators stopped: any of them at once. Two of them release it.
CREATE TABLE escrow_intervention (
  id uuid PRIMARY KEY,
  campaign_id uuid NOT NULL,
  -- hold: the operator key signs nothing for the campaign. pause: the contract is paused.
  kind text NOT NULL CHECK (kind IN ('hold', 'pause')),
  reason text NOT NULL,
  started_by text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  release_requested_by text,
  release_requested_at timestamptz,
  released_by text,
  released_at timestamptz,
  -- Of a pause: funding attempt, and when it ends by itself.
  attempt integer,
  pause_until timestamptz,
  -- When the chain was seen to be paused until then.
  applied_at timestamptz,
  -- Why the contract last refused the message, and when it is tried again.
  last_error text,
  next_try_at timestamptz NOT NULL DEFAULT '-infinity',
  -- A hold ends when it is released; a pause when the chain was seen without it, or its time is over.
  ended_at timestamptz,
  CHECK ((release_requested_by IS NULL) = (release_requested_at IS NULL)),
  CHECK ((released_by IS NULL) = (released_at IS NULL)),
  CHECK (released_by IS NULL OR released_by <> release_requested_by),
  CHECK ((kind = 'pause') = (pause_until IS NOT NULL)),
  CHECK ((kind = 'pause') = (attempt IS NOT NULL))
);
-- One of each kind is not released.
CREATE UNIQUE INDEX escrow_intervention_current ON escrow_intervention (campaign_id, kind)
  WHERE released_at IS NULL AND ended_at IS NULL;
-- Pauses that messages are sent for.
CREATE INDEX escrow_intervention_pauses ON escrow_intervention (next_try_at) WHERE kind = 'pause' AND ended_at IS NULL;

-- The lists of the console, latest first.
CREATE INDEX escrow_attempt_opened ON escrow_attempt (opened_at DESC, campaign_id DESC);
