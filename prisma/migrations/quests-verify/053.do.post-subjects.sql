-- A post may complete a quest once at all, as a transaction may.
ALTER TABLE completion_subject DROP CONSTRAINT completion_subject_kind_check;
ALTER TABLE completion_subject ADD CONSTRAINT completion_subject_kind_check
  CHECK (kind IN ('wallet', 'transaction', 'account', 'post')) NOT VALID;
ALTER TABLE completion_subject VALIDATE CONSTRAINT completion_subject_kind_check;
