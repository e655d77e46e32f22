-- Counts the test requests of a project in the current minute, also across removal of its signing secret.
CREATE TABLE signing_secret_test (
  project_id uuid PRIMARY KEY,
  since timestamptz NOT NULL,
  count integer NOT NULL
);
