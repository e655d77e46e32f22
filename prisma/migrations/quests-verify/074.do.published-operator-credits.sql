-- As version 4, with whether an operator decided the credit: it counts until an objection to the payouts was upheld.
CREATE VIEW published_ledger_v5 AS
  SELECT l.id, l.kind, l.submission_id, l.credit_no, l.project_id, l.campaign_id, l.quest_id, l.user_id, l.points, l.xp,
    l.created_at, coalesce(l.counted_at, l.created_at) AS credited_at, l.merge_id IS NOT NULL AS is_of_merge,
    coalesce(s.resubmitted_at, s.created_at, l.created_at) AS submitted_at,
    (l.kind = 'credit' AND s.credit_no = l.credit_no AND s.reviewed_by LIKE 'svcadmin\_%') IS TRUE AS is_by_operator
  FROM points_ledger l LEFT JOIN submission s ON s.id = l.submission_id;
