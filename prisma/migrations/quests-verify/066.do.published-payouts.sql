-- What payouts are planned from.
CREATE VIEW published_campaign_v2 AS
  SELECT id, project_id, slug, status, ends_at, ended_at, reward_pool FROM campaign;
-- Ended campaigns with a reward pool.
CREATE INDEX campaign_ended_pool ON campaign (id) WHERE ended_at IS NOT NULL AND reward_pool IS NOT NULL;

CREATE VIEW published_earner_v2 AS SELECT user_id, username, status, primary_wallet, wallets FROM earner;
CREATE VIEW published_member_v1 AS SELECT project_id, user_id FROM project_member;

-- A credit that a merge of accounts moved is reversed for one account and credited to the other, `credited_at` as before.
CREATE VIEW published_ledger_v3 AS
  SELECT id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id, points, xp, created_at,
    coalesce(counted_at, created_at) AS credited_at, merge_id IS NOT NULL AS is_of_merge
  FROM points_ledger;

-- Merges that are moving credits.
CREATE VIEW published_running_merge_v1 AS
  SELECT survivor_id, absorbed_id FROM account_merge WHERE state IN ('moving', 'undoing');
