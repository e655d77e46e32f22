-- Null: handed in once, when the row was created.
ALTER TABLE submission ADD COLUMN resubmitted_at timestamptz;

-- What payouts are planned from. A submission that was handed in before the end of its campaign can be decided after it.
CREATE VIEW published_ledger_v4 AS
  SELECT l.id, l.kind, l.submission_id, l.credit_no, l.project_id, l.campaign_id, l.quest_id, l.user_id, l.points, l.xp,
    l.created_at, coalesce(l.counted_at, l.created_at) AS credited_at, l.merge_id IS NOT NULL AS is_of_merge,
    coalesce(s.resubmitted_at, s.created_at, l.created_at) AS submitted_at
  FROM points_ledger l LEFT JOIN submission s ON s.id = l.submission_id;

-- Submissions made before the end of a campaign, and those of them that are not decided.
CREATE VIEW published_review_progress_v1 AS
  SELECT c.id AS campaign_id, p.submitted, p.undecided
  FROM campaign c CROSS JOIN LATERAL (
    SELECT count(*) AS submitted, count(*) FILTER (WHERE s.status IN ('pending', 'in_review')) AS undecided
    FROM submission s
    WHERE s.campaign_id = c.id AND (c.ended_at IS NULL OR s.created_at < c.ended_at)
  ) p;
