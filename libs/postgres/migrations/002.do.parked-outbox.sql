-- Events that the broker can never take stay where they are, out of the relay's way, until replay-events.
ALTER TABLE outbox ADD COLUMN IF NOT EXISTS parked_at timestamptz, ADD COLUMN IF NOT EXISTS parked_reason text;
CREATE INDEX IF NOT EXISTS outbox_waiting ON outbox (seq) WHERE parked_at IS NULL;
CREATE INDEX IF NOT EXISTS outbox_parked ON outbox (seq) WHERE parked_at IS NOT NULL;
-- Measured once, when it is written: a round of the relay reads no more of a large backlog than it sends.
ALTER TABLE outbox ADD COLUMN IF NOT EXISTS data_bytes integer GENERATED ALWAYS AS (octet_length(data::text)) STORED;
