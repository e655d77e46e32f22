-- What the account of a platform agreed to: its tokens, as the vault seals them.
CREATE TABLE oauth_grant (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  account_id text NOT NULL,
  handle text,
  -- By field; the name of the key stands between the first two dots.
  tokens jsonb NOT NULL,
  -- Of the access token; null: it stays good.
  expires_at timestamptz,
  -- offered: nobody has swapped its code yet; refused: the platform takes it no more; ended: to be given back.
  state text NOT NULL DEFAULT 'offered' CHECK (state IN ('offered', 'held', 'refused', 'ended')),
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- Until when one replica alone asks the platform about it.
  leased_until timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE INDEX oauth_grant_offered ON oauth_grant (changed_at) WHERE state = 'offered';
CREATE INDEX oauth_grant_ended ON oauth_grant (leased_until) WHERE state = 'ended';

-- A browser on its way to a platform; gone when it comes back.
CREATE TABLE oauth_flow (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  -- The session that links; null: somebody signs in.
  session_id uuid,
  -- Of the app that swaps the code.
  challenge text NOT NULL,
  return_to text NOT NULL,
  -- SHA-256 of the state and what the browser is known by; null until it began.
  key bytea UNIQUE,
  -- Proves to the platform who began (PKCE), sealed by the vault.
  verifier text,
  expires_at timestamptz NOT NULL
);
CREATE INDEX oauth_flow_expiry ON oauth_flow (expires_at);

-- What an app swaps once for what was proven.
CREATE TABLE oauth_code (
  hash bytea PRIMARY KEY,
  session_id uuid,
  challenge text NOT NULL,
  grant_id uuid NOT NULL REFERENCES oauth_grant ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX oauth_code_expiry ON oauth_code (expires_at);
CREATE INDEX oauth_code_grant ON oauth_code (grant_id);
