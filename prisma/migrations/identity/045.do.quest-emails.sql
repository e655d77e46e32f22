-- Codes that verify an address for a quest. The id in session_id is that of one earner and quest.
ALTER TABLE email_challenge
  DROP CONSTRAINT email_challenge_purpose_check,
  ADD CONSTRAINT email_challenge_purpose_check
    CHECK (purpose IN ('sign_in', 'link', 'password', 'second_factor', 'operator_password', 'quest')),
  DROP CONSTRAINT email_challenge_check,
  ADD CONSTRAINT email_challenge_check
    CHECK ((purpose IN ('link', 'second_factor', 'quest')) = (session_id IS NOT NULL));
-- The code has verified the address for a quest; a repeated attempt with it gets the same answer until it expires.
ALTER TABLE email_challenge ADD COLUMN proven boolean NOT NULL DEFAULT false;

-- What the mail of a quest says of it.
ALTER TABLE mail_order ADD COLUMN quest jsonb;

-- Codes of quests that were mailed on a day (UTC), by earner, address (a keyed hash) and project.
CREATE TABLE quest_code_count (
  kind text CHECK (kind IN ('earner', 'address', 'project')),
  key text COLLATE "C",
  day date NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (kind, key)
);
