-- Merges of accounts as identity tells them, and their undoing.
CREATE TABLE account_merge (
  id uuid PRIMARY KEY,
  survivor_id text NOT NULL,
  absorbed_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('reserved', 'moving', 'moved', 'undoing', 'undone')),
  -- What identity last said of the account that goes: it is that again when the merge is released or undone.
  told_status text NOT NULL,
  reserved_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX account_merge_absorbed ON account_merge (absorbed_id) WHERE state <> 'undone';
CREATE INDEX account_merge_work ON account_merge (id) WHERE state IN ('moving', 'undoing');

-- What became of the submissions of the account that goes.
CREATE TABLE account_merge_item (
  merge_id uuid NOT NULL REFERENCES account_merge,
  submission_id uuid NOT NULL REFERENCES submission,
  -- The survivor's own of the same quest and period stays instead.
  dropped boolean NOT NULL,
  -- The survivor's own, which was worth less and changed places with it.
  exchanged_id uuid,
  -- Of the credit that stood; null: there was none.
  points integer,
  xp integer,
  undone boolean NOT NULL DEFAULT false,
  PRIMARY KEY (merge_id, submission_id)
);

-- An entry of a merge (or its undoing), and the moment by which a credit that changed its account counts: that of the
-- first one.
ALTER TABLE points_ledger ADD COLUMN merge_id uuid, ADD COLUMN counted_at timestamptz;
CREATE INDEX points_ledger_counted ON points_ledger (counted_at) WHERE counted_at IS NOT NULL;
DROP INDEX points_ledger_user;
CREATE INDEX points_ledger_user ON points_ledger (user_id, id DESC)
  INCLUDE (kind, submission_id, credit_no, project_id, campaign_id, quest_id, points, xp, created_at, counted_at);
CREATE VIEW published_ledger_v2 AS
  SELECT id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id, points, xp, created_at,
    coalesce(counted_at, created_at) AS credited_at
  FROM points_ledger;

CREATE INDEX completion_subject_user ON completion_subject (user_id, quest_id);
