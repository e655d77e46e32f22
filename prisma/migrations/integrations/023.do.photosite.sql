-- A professional account of the photo site, by which a project is told who follows it.
ALTER TABLE project_connection DROP CONSTRAINT project_connection_provider_check;
ALTER TABLE project_connection ADD CONSTRAINT project_connection_provider_check
  CHECK (provider IN ('messenger', 'codehost', 'chatcomm', 'photosite'));
CREATE INDEX project_connection_account ON project_connection (account_id) WHERE provider = 'photosite';

-- Tokens that users send in a message, in a deep link of a bot or as a code, to link the account that sends them.
ALTER TABLE messenger_link RENAME TO account_link;
ALTER INDEX messenger_link_expiry RENAME TO account_link_expiry;
-- A link is valid for ten minutes.
DELETE FROM account_link;
ALTER TABLE account_link
  ADD COLUMN provider text COLLATE "C" NOT NULL,
  -- Who receives the message: a bot, or an account that a project is connected to.
  ADD COLUMN receiver text COLLATE "C" NOT NULL,
  DROP CONSTRAINT messenger_link_pkey,
  ADD PRIMARY KEY (user_id, provider);

-- Ids of linked accounts at platforms that give an account another id for each account that sees it.
CREATE TABLE scoped_account (
  provider text COLLATE "C" NOT NULL,
  -- Id of the account that sees it.
  scope text COLLATE "C" NOT NULL,
  scoped_id text COLLATE "C" NOT NULL,
  -- As the account is linked.
  account_id text COLLATE "C" NOT NULL,
  -- Who linked it last.
  user_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (provider, scope, scoped_id),
  UNIQUE (provider, scope, account_id)
);
CREATE INDEX scoped_account_user ON scoped_account (user_id);
