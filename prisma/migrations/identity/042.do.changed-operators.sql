-- When somebody else last reset the password or the second factor of the operator, or changed role or status: from then
-- on, somebody else may be able to sign in as the operator.
ALTER TABLE admin ADD COLUMN changed_by_others_at timestamptz;
CREATE VIEW published_operator_v1 AS SELECT id AS admin_id, changed_by_others_at FROM admin;
