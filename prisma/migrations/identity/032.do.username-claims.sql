-- Usernames in use, and those given up, which others cannot take until released_at lies 30 days back. user_id is null
-- after the account was deleted.
CREATE TABLE username_claim (
  username text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C",
  released_at timestamptz
);
CREATE INDEX username_claim_user ON username_claim (user_id);
CREATE INDEX username_claim_released ON username_claim (released_at) WHERE released_at IS NOT NULL;
INSERT INTO username_claim (username, user_id) SELECT username, id FROM user_account WHERE username IS NOT NULL;
