-- What is used of a platform's quota in a window, by whom: `owner <user id>` for all projects of one account,
-- `project <id>` where the account is not known, and `earner <user id>`. The sum of all stays in quota_use.
CREATE TABLE quota_holder_use (
  provider text NOT NULL,
  starts_at timestamptz NOT NULL,
  holder text NOT NULL,
  used bigint NOT NULL,
  PRIMARY KEY (provider, starts_at, holder)
);
CREATE INDEX quota_holder_use_by_start ON quota_holder_use (starts_at);
