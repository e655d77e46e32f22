-- A page that is handed in as the proof of the work.
ALTER TABLE completion_subject DROP CONSTRAINT completion_subject_kind_check;
ALTER TABLE completion_subject ADD CONSTRAINT completion_subject_kind_check
  CHECK (kind IN ('wallet', 'transaction', 'account', 'post', 'space', 'link')) NOT VALID;
ALTER TABLE completion_subject VALIDATE CONSTRAINT completion_subject_kind_check;

-- Name of a linked account when the submission entered review.
ALTER TABLE review_subject ADD COLUMN handle text;
-- False: several earners can hand it in; it is only shown to reviewers.
ALTER TABLE review_subject ADD COLUMN reserved boolean NOT NULL DEFAULT true;
CREATE INDEX review_subject_users ON review_subject (kind, subject);
