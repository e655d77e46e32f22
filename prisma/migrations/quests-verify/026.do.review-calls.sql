-- Submissions that came to wait for review, of which the teams are still to be told.
CREATE TABLE review_call (
  project_id uuid NOT NULL,
  called_at timestamptz NOT NULL DEFAULT now()
);
