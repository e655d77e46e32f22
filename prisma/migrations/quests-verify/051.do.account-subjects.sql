-- An account of a platform may complete a quest for one account here, and again in another period, as a wallet may.
ALTER TABLE completion_subject DROP CONSTRAINT completion_subject_kind_check;
ALTER TABLE completion_subject ADD CONSTRAINT completion_subject_kind_check
  CHECK (kind IN ('wallet', 'transaction', 'account')) NOT VALID;
ALTER TABLE completion_subject VALIDATE CONSTRAINT completion_subject_kind_check;
