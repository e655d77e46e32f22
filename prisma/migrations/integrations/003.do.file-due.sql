-- When a file goes: what nobody confirmed, what nobody used in a day, what its user had deleted. Null: it is used.
ALTER TABLE file ADD COLUMN due_at timestamptz;
UPDATE file SET due_at = CASE
    WHEN status = 'confirmed' THEN confirmed_at + interval '1 day'
    ELSE expires_at + interval '1 hour'
  END
  WHERE published_at IS NULL AND project_id IS NULL;
CREATE INDEX file_due ON file (due_at) WHERE due_at IS NOT NULL;
DROP INDEX file_unconfirmed;
