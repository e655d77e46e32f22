-- Credits whose act can be taken back, each checked once more after a time.
CREATE TABLE credit_recheck (
  submission_id uuid PRIMARY KEY REFERENCES submission,
  user_id text NOT NULL,
  due_at timestamptz NOT NULL,
  -- Until when it is tried; after that the credit stands.
  until timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  lease_until timestamptz
);
CREATE INDEX credit_recheck_due ON credit_recheck (due_at);
CREATE INDEX credit_recheck_user ON credit_recheck (user_id);

-- When the team was last notified of credits to a quest whose act was taken back.
CREATE TABLE undone_quest (
  quest_id uuid PRIMARY KEY REFERENCES quest,
  reported_at timestamptz NOT NULL
);

ALTER TABLE verification_check DROP CONSTRAINT verification_check_trigger_check;
ALTER TABLE verification_check ADD CONSTRAINT verification_check_trigger_check
  CHECK (trigger IN ('earner', 'recheck', 'after_credit')) NOT VALID;
ALTER TABLE verification_check VALIDATE CONSTRAINT verification_check_trigger_check;
