-- Accounts of platforms that users proved to have; each belongs to one user.
CREATE TABLE linked_account (
  provider text NOT NULL,
  -- As the platform numbers it; of an identity provider, issuer and subject.
  account_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL REFERENCES user_account DEFERRABLE INITIALLY DEFERRED,
  handle text,
  -- By which integrations finds its tokens.
  grant_id uuid NOT NULL UNIQUE,
  -- The platform takes them no more.
  relink_needed boolean NOT NULL DEFAULT false,
  linked_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT linked_account_owner_key PRIMARY KEY (provider, account_id),
  CONSTRAINT linked_account_user_key UNIQUE (user_id, provider)
);
