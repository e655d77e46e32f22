-- What operators were told about each integration, so that each incident is told once.
CREATE TABLE integration_health (
  name text PRIMARY KEY,
  -- When a replica began the last check.
  checked_at timestamptz NOT NULL,
  -- Checks in a row in which it was down.
  failed_checks integer NOT NULL DEFAULT 0,
  is_down boolean NOT NULL DEFAULT false,
  quota_is_low boolean NOT NULL DEFAULT false
);
