-- By which a project's endpoint knows requests of the platform.
CREATE TABLE project_signing_secret (
  project_id uuid PRIMARY KEY,
  -- current and, after a rotation, previous, as the vault seals them.
  fields jsonb NOT NULL,
  -- Until when the previous one signs as well.
  previous_until timestamptz,
  -- Of the current one.
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX project_signing_secret_previous ON project_signing_secret (previous_until) WHERE previous_until IS NOT NULL;
