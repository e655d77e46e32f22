-- Wrong codes slow down wrong codes and refuse no first one. `code_budget` now counts the wrong codes of a quest, per
-- shard of earners, decaying with time. `code_address` counts those from one address; the key is a hash of both.
CREATE TABLE code_address (
  key bytea PRIMARY KEY,
  used double precision NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX code_address_at ON code_address (at);

-- When the team of a quest was last notified of a flood of wrong codes.
CREATE TABLE code_alert (
  quest_id uuid PRIMARY KEY REFERENCES quest,
  at timestamptz NOT NULL
);

-- When the earner was first seen. Null: before this column was added, which is long enough ago.
ALTER TABLE earner ADD COLUMN known_since timestamptz;
ALTER TABLE earner ALTER COLUMN known_since SET DEFAULT now();
