-- What was given out, written when the last byte of it was sent, and never changed.
CREATE TABLE export_manifest (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('leaderboard', 'participants', 'submissions', 'distribution')),
  project_id uuid NOT NULL,
  -- Null: of all campaigns.
  campaign_id uuid,
  filters jsonb NOT NULL,
  file_name text NOT NULL,
  exporter_type text NOT NULL CHECK (exporter_type IN ('user', 'api_key', 'system')),
  exporter_id text,
  rows bigint NOT NULL CHECK (rows >= 0),
  bytes bigint NOT NULL CHECK (bytes > 0),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  -- Of the campaign, or of the project, in the snapshot that was read.
  ledger_entries bigint NOT NULL CHECK (ledger_entries >= 0),
  read_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((exporter_type = 'system') = (exporter_id IS NULL))
);
CREATE INDEX export_manifest_project ON export_manifest (project_id, id);
CREATE INDEX export_manifest_campaign ON export_manifest (project_id, campaign_id, id);
CREATE INDEX export_manifest_kind ON export_manifest (project_id, kind, id);
CREATE INDEX export_manifest_exporter ON export_manifest (project_id, exporter_id, id);
CREATE INDEX export_manifest_sha256 ON export_manifest (sha256, project_id, id);

CREATE FUNCTION refuse_manifest_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'export_manifest is append-only';
END $$;
CREATE TRIGGER export_manifest_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON export_manifest
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_manifest_change();
