-- Ids and texts that are searched from their start sort by their bytes.
CREATE TABLE user_account (
  id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^svcuser_[0-9a-f]{32}$'),
  username text COLLATE "C" CONSTRAINT user_account_username_key UNIQUE CHECK (username ~ '^[a-z0-9_]{3,30}$'),
  display_name text,
  bio text,
  avatar_url text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  suspended_at timestamptz,
  suspended_reason text,
  referral_code text NOT NULL UNIQUE,
  -- Grows with every change that is told to other services.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_sign_in_at timestamptz,
  CHECK ((status = 'suspended') = (suspended_at IS NOT NULL)),
  CHECK ((status = 'suspended') = (suspended_reason IS NOT NULL))
);

-- The account of a new wallet is written after it, by the one sign-in that won the wallet.
CREATE TABLE wallet (
  id uuid PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES user_account DEFERRABLE INITIALLY DEFERRED,
  chain_id text NOT NULL,
  address text COLLATE "C" NOT NULL,
  is_primary boolean NOT NULL,
  linked_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT wallet_owner_key UNIQUE (address, chain_id)
);
CREATE INDEX wallet_user ON wallet (user_id, id);
CREATE UNIQUE INDEX wallet_primary ON wallet (user_id) WHERE is_primary;

CREATE TABLE wallet_challenge (
  nonce text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('sign_in', 'link')),
  user_id text REFERENCES user_account,
  chain_id text NOT NULL,
  address text NOT NULL,
  message text NOT NULL,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  CHECK ((purpose = 'link') = (user_id IS NOT NULL))
);
CREATE INDEX wallet_challenge_expiry ON wallet_challenge (expires_at);

-- What a sign-up was referred by. A code that led nowhere has no referrer.
CREATE TABLE referral (
  referee_id text COLLATE "C" PRIMARY KEY REFERENCES user_account,
  referrer_id text COLLATE "C" REFERENCES user_account,
  code text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (referrer_id <> referee_id)
);
CREATE INDEX referral_referrer ON referral (referrer_id);

CREATE TABLE user_session (
  id uuid PRIMARY KEY,
  owner_id text COLLATE "C" NOT NULL REFERENCES user_account,
  -- SHA-256 of the token.
  token_hash bytea NOT NULL UNIQUE,
  ip text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX user_session_owner ON user_session (owner_id, id);
CREATE INDEX user_session_expiry ON user_session (expires_at);

CREATE TABLE admin (
  id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^svcadmin_[0-9a-f]{32}$'),
  email text NOT NULL CONSTRAINT admin_email_key UNIQUE,
  -- argon2id in PHC form.
  password_hash text NOT NULL,
  must_change_password boolean NOT NULL,
  role text NOT NULL CHECK (role IN ('super_admin', 'platform_moderator')),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_sign_in_at timestamptz
);

CREATE TABLE admin_session (
  id uuid PRIMARY KEY,
  owner_id text COLLATE "C" NOT NULL REFERENCES admin,
  token_hash bytea NOT NULL UNIQUE,
  ip text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX admin_session_owner ON admin_session (owner_id, id);

-- Credential attempts of the last 15 minutes per e-mail address, whether an operator has it or not.
CREATE TABLE credential_attempt (
  -- SHA-256 of the address.
  email_hash bytea PRIMARY KEY,
  attempted_at timestamptz[] NOT NULL,
  locked_until timestamptz
);

CREATE TABLE api_key (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  preview text NOT NULL,
  -- SHA-256 of the key.
  key_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL REFERENCES user_account,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_key_project ON api_key (project_id, id);

CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  action text NOT NULL,
  actor_type text NOT NULL CHECK (actor_type IN ('admin', 'user', 'anonymous', 'system')),
  actor_id text,
  subject_id text,
  ip text,
  user_agent text,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_log_action ON audit_log (action, id);
CREATE INDEX audit_log_actor ON audit_log (actor_id, id);
CREATE INDEX audit_log_subject ON audit_log (subject_id, id);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append-only';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

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
