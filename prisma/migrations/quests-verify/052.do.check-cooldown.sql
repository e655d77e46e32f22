-- Attempts at one quest after a negative check are spaced (task types with a cool-down).
ALTER TABLE negative_check ADD COLUMN checked_at timestamptz;
