-- Counts the calls of the endpoints of a project in the current minute.
CREATE TABLE endpoint_calls (
  project_id uuid PRIMARY KEY,
  since timestamptz NOT NULL,
  count integer NOT NULL
);
