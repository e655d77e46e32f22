CREATE TABLE project (
  id uuid PRIMARY KEY,
  slug text NOT NULL CONSTRAINT project_slug_key UNIQUE,
  name text NOT NULL,
  description text,
  website_url text,
  logo_url text,
  links jsonb NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE project_member (
  project_id uuid NOT NULL REFERENCES project,
  user_id text NOT NULL,
  role text NOT NULL CHECK (role IN ('project_admin', 'project_moderator')),
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, user_id)
);
CREATE INDEX project_member_user ON project_member (user_id, project_id);

CREATE TABLE campaign (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL REFERENCES project,
  slug text NOT NULL,
  title text NOT NULL,
  description text,
  image_url text,
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'active', 'ended', 'archived')),
  starts_at timestamptz,
  ends_at timestamptz,
  reward_pool jsonb,
  activated_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT campaign_slug_key UNIQUE (project_id, slug),
  CONSTRAINT campaign_project UNIQUE (id, project_id),
  CHECK (ends_at > starts_at)
);
CREATE INDEX campaign_due ON campaign (ends_at) WHERE status = 'active';

-- A row exists only for a type a super admin has touched.
CREATE TABLE task_type_switch (
  task_type_id text PRIMARY KEY,
  enabled boolean NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE quest (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  slug text NOT NULL,
  title text NOT NULL,
  description text,
  image_url text,
  task_type_id text NOT NULL,
  method text NOT NULL,
  points integer NOT NULL CHECK (points BETWEEN 0 AND 1000000),
  xp integer NOT NULL CHECK (xp BETWEEN 0 AND 1000000),
  -- What anybody may see, and what only the verification reads (correct options, codes).
  config jsonb NOT NULL DEFAULT '{}',
  verification_config jsonb NOT NULL DEFAULT '{}',
  period jsonb NOT NULL DEFAULT '{"kind": "once"}',
  prerequisites uuid[] NOT NULL DEFAULT '{}',
  max_completions integer CHECK (max_completions > 0),
  completions integer NOT NULL DEFAULT 0,
  starts_at timestamptz,
  ends_at timestamptz,
  position integer NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'active', 'archived')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT quest_slug_key UNIQUE (campaign_id, slug),
  FOREIGN KEY (campaign_id, project_id) REFERENCES campaign (id, project_id),
  CHECK (ends_at > starts_at),
  CHECK (max_completions IS NULL OR completions <= max_completions)
);
CREATE INDEX quest_campaign ON quest (campaign_id, position, id);

-- Copy of what identity tells about users, kept by events; status also by a direct call before a suspension is answered.
CREATE TABLE earner (
  user_id text PRIMARY KEY,
  version integer NOT NULL DEFAULT 0,
  username text,
  display_name text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  primary_wallet text,
  wallets jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX earner_username ON earner (username);

CREATE TABLE submission (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL,
  campaign_id uuid NOT NULL REFERENCES campaign,
  quest_id uuid NOT NULL REFERENCES quest,
  user_id text NOT NULL REFERENCES earner,
  period_key text NOT NULL,
  task_type_id text NOT NULL,
  method text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'in_review', 'claimed', 'rejected', 'reversed')),
  reason text,
  next_try_at timestamptz,
  inputs jsonb NOT NULL DEFAULT '{}',
  points_awarded integer NOT NULL DEFAULT 0,
  xp_awarded integer NOT NULL DEFAULT 0,
  -- Counts the credits; a credit that was undone and given again is the next one.
  credit_no integer NOT NULL DEFAULT 0,
  reviewed_by text,
  reviewed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  verified_at timestamptz,
  claimed_at timestamptz,
  CONSTRAINT submission_period_key UNIQUE (quest_id, user_id, period_key),
  CHECK ((status = 'claimed') = (claimed_at IS NOT NULL)),
  CHECK (verified_at IS NOT DISTINCT FROM claimed_at),
  CHECK (status = 'claimed' OR (points_awarded = 0 AND xp_awarded = 0))
);
CREATE INDEX submission_user ON submission (user_id, id DESC);
CREATE INDEX submission_project ON submission (project_id, id DESC);
CREATE INDEX submission_campaign_status ON submission (campaign_id, status, id DESC);
CREATE INDEX submission_queue ON submission (project_id, id) WHERE status = 'in_review';

CREATE TABLE submission_step (
  submission_id uuid NOT NULL REFERENCES submission,
  step integer GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  status text NOT NULL,
  by text NOT NULL CHECK (by IN ('earner', 'team', 'platform', 'automatic')),
  actor_id text,
  reason text,
  inputs jsonb,
  PRIMARY KEY (submission_id, step)
);

-- Append-only: points are the sum of it. One credit per submission and credit_no, one reversal per credit.
CREATE TABLE points_ledger (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('credit', 'reversal')),
  submission_id uuid NOT NULL REFERENCES submission,
  credit_no integer NOT NULL,
  project_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  quest_id uuid NOT NULL,
  user_id text NOT NULL,
  period_key text NOT NULL,
  points integer NOT NULL,
  xp integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT points_ledger_source UNIQUE (submission_id, credit_no, kind),
  CHECK (CASE kind WHEN 'credit' THEN points >= 0 AND xp >= 0 ELSE points <= 0 AND xp <= 0 END)
);
CREATE INDEX points_ledger_user ON points_ledger (user_id, id DESC);
CREATE INDEX points_ledger_campaign ON points_ledger (campaign_id);

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'points_ledger is append-only';
END $$;
CREATE TRIGGER points_ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON points_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

-- Sums of the ledger per scope (a campaign or a project) and earner, written by the crediting transaction.
CREATE TABLE standing (
  scope_id uuid NOT NULL,
  user_id text NOT NULL,
  points bigint NOT NULL,
  xp bigint NOT NULL,
  completions integer NOT NULL,
  last_credit_at timestamptz NOT NULL,
  -- False while the earner is suspended.
  visible boolean NOT NULL DEFAULT true,
  PRIMARY KEY (scope_id, user_id)
);
CREATE INDEX standing_rank ON standing (scope_id, points DESC, last_credit_at, user_id) WHERE visible AND completions > 0;
-- Small (its keys repeat): counting who is ahead reads this one.
CREATE INDEX standing_tally ON standing (scope_id, points) WHERE visible AND completions > 0;
CREATE INDEX standing_user ON standing (user_id);

CREATE TABLE quiz_progress (
  quest_id uuid NOT NULL REFERENCES quest,
  user_id text NOT NULL,
  attempts integer NOT NULL,
  last_attempt_at timestamptz NOT NULL,
  -- What the last (or the passing) attempt answered with.
  last_result jsonb,
  passed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (quest_id, user_id)
);

-- When wrong codes were entered per earner and quest; those of the last 15 minutes count.
CREATE TABLE code_attempt (
  quest_id uuid NOT NULL REFERENCES quest,
  user_id text NOT NULL,
  wrong_at timestamptz[] NOT NULL,
  PRIMARY KEY (quest_id, user_id)
);

CREATE TABLE visit (
  token_hash bytea PRIMARY KEY,
  quest_id uuid NOT NULL REFERENCES quest,
  user_id text NOT NULL,
  issued_at timestamptz NOT NULL DEFAULT now(),
  complete_from timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz
);
CREATE INDEX visit_expiry ON visit (expires_at);

CREATE TABLE attestation (
  nonce text PRIMARY KEY,
  quest_id uuid NOT NULL REFERENCES quest,
  user_id text NOT NULL,
  chain_id text NOT NULL,
  address text NOT NULL,
  message text NOT NULL,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz
);
CREATE INDEX attestation_expiry ON attestation (expires_at);

-- A wallet completes a quest for one account only. `account` is what an address encodes, so that the same key on
-- another chain is the same wallet.
CREATE TABLE wallet_use (
  quest_id uuid NOT NULL REFERENCES quest,
  account bytea NOT NULL,
  user_id text NOT NULL,
  PRIMARY KEY (quest_id, account)
);

CREATE TABLE idempotency_key (
  scope text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  reply jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

CREATE TABLE outbox (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL,
  type text NOT NULL,
  version integer NOT NULL,
  aggregate_id text NOT NULL,
  occurred_at timestamptz NOT NULL DEFAULT now(),
  data jsonb NOT NULL
);

CREATE TABLE inbox (
  event_id uuid PRIMARY KEY,
  type text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX inbox_age ON inbox (applied_at);

CREATE TABLE parked_event (
  id uuid PRIMARY KEY,
  stream_seq bigint NOT NULL,
  subject text NOT NULL,
  event_id uuid,
  payload text NOT NULL,
  reason text NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT now()
);
