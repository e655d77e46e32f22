-- Why a key was revoked: by a member, with the membership of its maker or with its project.
ALTER TABLE api_key ADD COLUMN revoked_reason text CHECK (revoked_reason IN ('revoked', 'maker_left', 'project_archived'));
UPDATE api_key k SET revoked_reason = CASE
  WHEN EXISTS (SELECT FROM former_member f WHERE f.project_id = k.project_id AND f.user_id = k.created_by) THEN 'maker_left'
  WHEN EXISTS (SELECT FROM archived_project a WHERE a.project_id = k.project_id) THEN 'project_archived'
  ELSE 'revoked' END
WHERE revoked_at IS NOT NULL;
ALTER TABLE api_key ADD CHECK ((revoked_at IS NULL) = (revoked_reason IS NULL));
