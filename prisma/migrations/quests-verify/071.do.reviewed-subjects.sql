-- What a submission in review is proven by. `completion_subject` reserves it until the submission is rejected; an approval
-- after an undone rejection reserves it again.
CREATE TABLE review_subject (
  submission_id uuid NOT NULL REFERENCES submission ON DELETE CASCADE,
  kind text NOT NULL,
  subject text NOT NULL,
  PRIMARY KEY (submission_id, kind, subject)
);
