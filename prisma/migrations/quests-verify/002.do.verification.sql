-- What a completion was proven by, so that it completes a quest for one account only. A wallet (`subject`: what its
-- address encodes, in hex, so that the same key on another chain is the same wallet) may serve its account again in
-- another period; a transaction (`<chain id>/<HASH>`) counts once at all.
CREATE TABLE completion_subject (
  quest_id uuid NOT NULL REFERENCES quest,
  kind text NOT NULL CHECK (kind IN ('wallet', 'transaction')),
  subject text NOT NULL,
  user_id text NOT NULL,
  period_key text NOT NULL,
  PRIMARY KEY (quest_id, kind, subject)
);
INSERT INTO completion_subject (quest_id, kind, subject, user_id, period_key)
SELECT w.quest_id, 'wallet', encode(w.account, 'hex'), w.user_id, coalesce((
  SELECT max(s.period_key) FROM submission s WHERE s.quest_id = w.quest_id AND s.user_id = w.user_id), 'once')
FROM wallet_use w;
DROP TABLE wallet_use;

-- Every decision about an attempt and what it was made from, without secrets. `submission_id` is null for a refused one.
CREATE TABLE verification_check (
  id uuid PRIMARY KEY,
  submission_id uuid REFERENCES submission,
  project_id uuid NOT NULL,
  quest_id uuid NOT NULL REFERENCES quest,
  user_id text NOT NULL,
  period_key text NOT NULL,
  task_type_id text NOT NULL,
  rule_version integer NOT NULL,
  trigger text NOT NULL CHECK (trigger IN ('earner', 'recheck')),
  inputs jsonb NOT NULL,
  facts jsonb NOT NULL,
  facts_hash bytea NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('pass', 'fail', 'review', 'inconclusive', 'relink', 'misconfigured')),
  code text,
  detail text,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verification_check_earner ON verification_check (user_id, quest_id, id DESC);
CREATE INDEX verification_check_project ON verification_check (project_id, id DESC);
CREATE INDEX verification_check_submission ON verification_check (submission_id, id DESC) WHERE submission_id IS NOT NULL;
CREATE INDEX verification_check_refused ON verification_check (at) WHERE submission_id IS NULL;

-- Pending submissions and what repeats their check. A replica that works on one leases it; `tries` counts the claims,
-- so that who lost its lease notices.
CREATE TABLE pending_check (
  submission_id uuid PRIMARY KEY REFERENCES submission,
  user_id text NOT NULL,
  inputs jsonb NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  since timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL,
  lease_until timestamptz
);
CREATE INDEX pending_check_due ON pending_check (due_at);
CREATE INDEX pending_check_user ON pending_check (user_id);

-- Negative checks of hybrid quests; the third hands the work to a reviewer.
CREATE TABLE negative_check (
  quest_id uuid NOT NULL REFERENCES quest,
  user_id text NOT NULL,
  period_key text NOT NULL,
  negatives integer NOT NULL,
  PRIMARY KEY (quest_id, user_id, period_key)
);
