-- Since when the platform of a pending check gives no usable answer; null: it answered, or named the time of the next
-- try. A hybrid quest goes to reviewers after a while.
ALTER TABLE pending_check ADD COLUMN unanswered_since timestamptz;

-- How often a negative check was repeated since the report that made it due.
ALTER TABLE negative_check ADD COLUMN repeats integer NOT NULL DEFAULT 0;
