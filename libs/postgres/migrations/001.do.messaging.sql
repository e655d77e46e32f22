-- Tables of every service with a schema. The oldest services made them in files of their own, which stay as applied:
-- for those nothing is made here that they have.

-- Events that wait for the relay (libs/events).
CREATE TABLE IF NOT EXISTS outbox (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL,
  type text NOT NULL,
  version integer NOT NULL,
  aggregate_id text NOT NULL,
  occurred_at timestamptz NOT NULL DEFAULT now(),
  data jsonb NOT NULL
);

-- Events that were applied.
CREATE TABLE IF NOT EXISTS inbox (
  event_id uuid PRIMARY KEY,
  type text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS inbox_age ON inbox (applied_at);

-- Events that could not be applied and wait for replay-events.
CREATE TABLE IF NOT EXISTS parked_event (
  id uuid PRIMARY KEY,
  stream_seq bigint NOT NULL,
  subject text NOT NULL,
  event_id uuid,
  payload text NOT NULL,
  reason text NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT now()
);

-- Replies to requests with an Idempotency-Key, for 24 h.
CREATE TABLE IF NOT EXISTS idempotency_key (
  scope text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  reply jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, key)
);
CREATE INDEX IF NOT EXISTS idempotency_key_age ON idempotency_key (created_at);
