-- Who did what in the studio of a project. Campaigns and quests it tells of may be deleted since, so they are no keys.
CREATE TABLE project_audit_log (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL REFERENCES project,
  at timestamptz NOT NULL DEFAULT now(),
  action text NOT NULL,
  actor_type text NOT NULL CHECK (actor_type IN ('user', 'operator', 'system')),
  actor_id text,
  subject_id text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  CHECK ((actor_type = 'system') = (actor_id IS NULL))
);
CREATE INDEX project_audit_log_project ON project_audit_log (project_id, id);
CREATE INDEX project_audit_log_action ON project_audit_log (project_id, action, id);
CREATE INDEX project_audit_log_actor ON project_audit_log (project_id, actor_id, id);
CREATE INDEX project_audit_log_subject ON project_audit_log (project_id, subject_id, id);

CREATE FUNCTION refuse_project_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'project_audit_log is append-only';
END $$;
CREATE TRIGGER project_audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON project_audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_project_audit_change();
