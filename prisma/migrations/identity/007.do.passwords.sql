CREATE TABLE user_password (
  user_id text COLLATE "C" PRIMARY KEY REFERENCES user_account,
  -- argon2id in PHC form.
  password_hash text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE email_challenge
  DROP CONSTRAINT email_challenge_purpose_check,
  ADD CONSTRAINT email_challenge_purpose_check CHECK (purpose IN ('sign_in', 'link', 'password'));
