-- Campaigns of whose start or end people are still to be told, by user id: those up to after_user_id were.
CREATE TABLE announcement (
  id uuid PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('campaign.started', 'campaign.ended')),
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  campaign_id uuid NOT NULL REFERENCES campaign ON DELETE CASCADE,
  after_user_id text NOT NULL DEFAULT ''
);
