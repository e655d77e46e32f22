-- A verified e-mail address, as a keyed hash that belongs to the quest.
ALTER TABLE completion_subject DROP CONSTRAINT completion_subject_kind_check;
ALTER TABLE completion_subject ADD CONSTRAINT completion_subject_kind_check
  CHECK (kind IN ('wallet', 'transaction', 'account', 'post', 'space', 'link', 'email')) NOT VALID;
ALTER TABLE completion_subject VALIDATE CONSTRAINT completion_subject_kind_check;
