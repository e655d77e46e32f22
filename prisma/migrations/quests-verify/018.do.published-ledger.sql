-- The ledger for those who read in bulk; it has nothing that is anybody's secret.
CREATE VIEW published_ledger_v1 AS
  SELECT id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id, points, xp, created_at
  FROM points_ledger;
