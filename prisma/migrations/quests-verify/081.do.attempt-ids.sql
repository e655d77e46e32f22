-- Id of the attempt, by which an endpoint of a project knows a repeated call. Null: the submission is older.
ALTER TABLE pending_check ADD COLUMN attempt_id text;
