-- What a project has of others: a bot, the consent of an account, a server to which the platform's bot was added.
CREATE TABLE project_connection (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL,
  provider text NOT NULL CHECK (provider IN ('messenger', 'codehost', 'chatcomm')),
  -- Of the bot, account or server at the platform, which stays.
  account_id text NOT NULL,
  name text,
  -- By field, what the vault made of its value; the name of the key stands between the first two dots.
  fields jsonb NOT NULL DEFAULT '{}',
  -- What was agreed to.
  grant_id uuid REFERENCES oauth_grant,
  connected_by text NOT NULL,
  connected_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (project_id, provider)
);
-- The messenger sends what a bot hears to one address.
CREATE UNIQUE INDEX project_connection_bot ON project_connection (account_id) WHERE provider = 'messenger';

-- For them nothing is kept any more.
CREATE TABLE archived_project (project_id uuid PRIMARY KEY);

-- For which project somebody agrees; null: for an account of one's own.
ALTER TABLE oauth_flow ADD COLUMN project_id uuid;
ALTER TABLE oauth_code ADD COLUMN project_id uuid;
