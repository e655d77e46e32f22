-- Of the request that an event comes from, for the logs and traces of whoever applies it.
ALTER TABLE outbox ADD COLUMN IF NOT EXISTS request_id text, ADD COLUMN IF NOT EXISTS traceparent text;
ALTER TABLE parked_event ADD COLUMN IF NOT EXISTS request_id text, ADD COLUMN IF NOT EXISTS traceparent text;
