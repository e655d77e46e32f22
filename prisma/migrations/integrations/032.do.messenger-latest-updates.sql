-- The latest applied update of a bot about a chat or a person. Updates are processed at the same time, and again after
-- a failure; one that is older than the applied one changes nothing.
CREATE TABLE messenger_latest_update (
  bot_id text COLLATE "C" NOT NULL,
  -- `chat <id>` or `account <id>`
  subject text COLLATE "C" NOT NULL,
  update_id bigint NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bot_id, subject)
);
CREATE INDEX messenger_latest_update_age ON messenger_latest_update (applied_at);
