-- Exports read what these have, and no row of the table: the earners of a campaign and of a project one after the other,
-- and the entries of one earner.
DROP INDEX submission_campaign_user;
CREATE INDEX submission_campaign_user ON submission (campaign_id, user_id, id) INCLUDE (quest_id, status, created_at);
CREATE INDEX submission_project_user ON submission (project_id, user_id)
  INCLUDE (campaign_id, quest_id, status, created_at);
DROP INDEX points_ledger_user;
CREATE INDEX points_ledger_user ON points_ledger (user_id, id DESC)
  INCLUDE (kind, submission_id, credit_no, project_id, campaign_id, quest_id, points, xp, created_at);
