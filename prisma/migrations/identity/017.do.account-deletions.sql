-- Accounts whose owners asked to have them deleted; the row goes with what it asks for.
CREATE TABLE account_deletion (
  user_id text COLLATE "C" PRIMARY KEY REFERENCES user_account,
  -- When somebody last began to work on it.
  tried_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX account_deletion_tried ON account_deletion (tried_at);
