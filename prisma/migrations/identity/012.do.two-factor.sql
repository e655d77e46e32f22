-- Of users and operators; a row that is not enabled is one that is being set up.
CREATE TABLE two_factor (
  owner_id text COLLATE "C" PRIMARY KEY,
  method text NOT NULL CHECK (method IN ('app', 'email')),
  -- Of the app: sealed.
  secret text,
  -- The newest step of the app whose code was taken; none up to it is taken again.
  last_step bigint NOT NULL DEFAULT 0,
  enabled_at timestamptz,
  CHECK ((method = 'app') = (secret IS NOT NULL))
);

CREATE TABLE recovery_code (
  owner_id text COLLATE "C" NOT NULL REFERENCES two_factor ON DELETE CASCADE,
  -- SHA-256 of owner and code.
  code_hash bytea NOT NULL,
  PRIMARY KEY (owner_id, code_hash)
);

-- Sign-ins whose second step is still to come.
CREATE TABLE second_factor_challenge (
  id uuid PRIMARY KEY,
  -- SHA-256 of the challenge token.
  token_hash bytea NOT NULL UNIQUE,
  owner_id text COLLATE "C" NOT NULL,
  -- What the audit log will tell of the first step.
  proof jsonb NOT NULL,
  -- Of the operator, where it comes from.
  device_id uuid,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX second_factor_challenge_owner ON second_factor_challenge (owner_id);
CREATE INDEX second_factor_challenge_expiry ON second_factor_challenge (expires_at);

CREATE TABLE security_setting (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  operators_need_two_factor boolean NOT NULL DEFAULT false
);
INSERT INTO security_setting DEFAULT VALUES;

-- Codes for a second step are apart from those that anybody can ask for, who would else put them out of force.
ALTER TABLE email_challenge
  DROP CONSTRAINT email_challenge_purpose_check,
  ADD CONSTRAINT email_challenge_purpose_check CHECK (purpose IN ('sign_in', 'link', 'password', 'second_factor')),
  DROP CONSTRAINT email_challenge_check,
  ADD CONSTRAINT email_challenge_check CHECK ((purpose IN ('link', 'second_factor')) = (session_id IS NOT NULL)),
  ADD COLUMN is_second_factor boolean NOT NULL GENERATED ALWAYS AS (purpose = 'second_factor') STORED,
  DROP CONSTRAINT email_challenge_pkey,
  ADD PRIMARY KEY (email, is_second_factor);
