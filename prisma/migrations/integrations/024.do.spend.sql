-- What is used of a platform's quota in a window, by project. The row without a project is the sum of all.
CREATE TABLE quota_use (
  provider text NOT NULL,
  starts_at timestamptz NOT NULL,
  -- The nil UUID for the sum.
  project_id uuid NOT NULL,
  used bigint NOT NULL,
  PRIMARY KEY (provider, starts_at, project_id)
);
CREATE INDEX quota_use_by_start ON quota_use (starts_at);

-- What a campaign has spent since it exists.
CREATE TABLE campaign_spend (
  campaign_id uuid PRIMARY KEY,
  project_id uuid NOT NULL,
  -- In millionths of a US dollar; requests in flight count with the most they can cost.
  spent_micros bigint NOT NULL CHECK (spent_micros >= 0),
  -- The budgets in US dollars of which the team has been told that they are nearly used, and used.
  nearly_used_usd numeric(9, 2),
  used_usd numeric(9, 2)
);

-- Requests to platforms by UTC day.
CREATE TABLE platform_spend (
  -- The nil UUID: the platform itself.
  project_id uuid NOT NULL,
  day date NOT NULL,
  provider text NOT NULL,
  -- The nil UUID: for the settings of quests.
  campaign_id uuid NOT NULL,
  requests bigint NOT NULL,
  spent_micros bigint NOT NULL CHECK (spent_micros >= 0),
  PRIMARY KEY (project_id, day, provider, campaign_id)
);
CREATE INDEX platform_spend_by_day ON platform_spend (day, provider, project_id, campaign_id);
