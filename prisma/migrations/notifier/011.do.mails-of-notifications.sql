-- What users chose to be mailed of, or not to be; '*' is of types that come to be later.
CREATE TABLE news_choice (
  user_id text NOT NULL,
  type text COLLATE "C" NOT NULL,
  mailed boolean NOT NULL,
  PRIMARY KEY (user_id, type)
);

-- What waits to be mailed, at most a day.
CREATE TABLE news_item (
  id uuid PRIMARY KEY,
  user_id text NOT NULL,
  type text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  -- What comes often has one item for each group, brought up to date; null where each is told.
  group_key text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX news_item_user ON news_item (user_id, id);
CREATE UNIQUE INDEX news_item_group ON news_item (user_id, type, group_key) WHERE group_key IS NOT NULL;
CREATE INDEX news_item_age ON news_item (created_at);

-- Who has items that wait, or was mailed.
CREATE TABLE news_reader (
  user_id text PRIMARY KEY,
  -- When the items become a mail; null: there are none.
  due_at timestamptz,
  -- Mails of the last day.
  mailed_at timestamptz[] NOT NULL DEFAULT '{}',
  -- Signs the addresses by which the user unsubscribes.
  unsubscribe_key bytea NOT NULL DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
CREATE INDEX news_reader_due ON news_reader (due_at) WHERE due_at IS NOT NULL;

-- A mail of notifications is to a user, whose address is asked for as it is sent and kept nowhere.
ALTER TABLE mail
  ALTER COLUMN recipient DROP NOT NULL,
  ADD COLUMN user_id text,
  ADD COLUMN unsubscribe_url text,
  ADD CHECK ((recipient IS NULL) = (user_id IS NOT NULL)),
  ADD CHECK ((user_id IS NULL) = (unsubscribe_url IS NULL));

-- They wait for those with codes.
DROP INDEX mail_due;
CREATE INDEX mail_due ON mail (next_try_at) WHERE status = 'queued' AND user_id IS NULL;
CREATE INDEX mail_of_users_due ON mail (next_try_at) WHERE status = 'queued' AND user_id IS NOT NULL;
-- For taking back what a user does not want any more.
CREATE INDEX mail_user ON mail (user_id) WHERE user_id IS NOT NULL;
