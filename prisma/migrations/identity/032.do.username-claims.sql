-- Usernames in use, and those given up, which others cannot take until released_at lies 30 days back. The name is hashed,
-- and user_id is null after the account was deleted, so that nothing of the person can be read here.
CREATE TABLE username_claim (
  -- SHA-256
  username_hash bytea PRIMARY KEY,
  user_id text COLLATE "C",
  released_at timestamptz
);
CREATE INDEX username_claim_user ON username_claim (user_id);
CREATE INDEX username_claim_released ON username_claim (released_at) WHERE released_at IS NOT NULL;
INSERT INTO username_claim (username_hash, user_id)
SELECT sha256(convert_to(username, 'UTF8')), id FROM user_account WHERE username IS NOT NULL;
