-- When a negative check is repeated because a platform reported something of the earner; null: it is not.
ALTER TABLE negative_check ADD COLUMN due_at timestamptz;
CREATE INDEX negative_check_due ON negative_check (due_at) WHERE due_at IS NOT NULL;
