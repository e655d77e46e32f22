-- The last report of a platform about an earner. A negative check that began before it is repeated.
CREATE TABLE platform_report (
  user_id text NOT NULL,
  platform text NOT NULL,
  reported_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, platform)
);
