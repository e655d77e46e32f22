-- Several codes for one address are live at the same time. The version before still runs: its column is_second_factor is
-- null in new rows, so that none replaces another.
ALTER TABLE email_challenge
  DROP CONSTRAINT email_challenge_pkey,
  DROP CONSTRAINT email_challenge_id_key,
  ADD PRIMARY KEY (id),
  ALTER COLUMN is_second_factor DROP EXPRESSION,
  ALTER COLUMN is_second_factor DROP NOT NULL,
  ADD UNIQUE (email, is_second_factor),
  ALTER COLUMN asked_at SET DEFAULT '{}';
-- For the codes that a session or sign-in asked for.
CREATE INDEX email_challenge_session ON email_challenge (session_id) WHERE session_id IS NOT NULL;

-- The requests of the last hour for codes to an address: when, and by which caller.
CREATE TABLE email_code_budget (
  email text COLLATE "C",
  -- Codes for a second step are counted apart: only somebody who took the first step can ask for them.
  is_second_factor boolean,
  asked_at timestamptz[] NOT NULL,
  asked_by text[] NOT NULL,
  PRIMARY KEY (email, is_second_factor)
);
