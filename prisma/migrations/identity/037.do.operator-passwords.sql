-- Codes by which operators reset a lost password.
ALTER TABLE email_challenge
  DROP CONSTRAINT email_challenge_purpose_check,
  ADD CONSTRAINT email_challenge_purpose_check
    CHECK (purpose IN ('sign_in', 'link', 'password', 'second_factor', 'operator_password'));

-- argon2id of the password that is set when the second step is taken; null: none.
ALTER TABLE second_factor_challenge ADD COLUMN new_password_hash text;
