-- Counts what other services are told of an operator's access.
ALTER TABLE admin ADD COLUMN version integer NOT NULL DEFAULT 1;

-- Who was in a project's team and is no more, and which projects are archived: quests-verify tells by events.
CREATE TABLE former_member (
  project_id uuid NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (project_id, user_id)
);
CREATE TABLE archived_project (
  project_id uuid PRIMARY KEY
);
CREATE INDEX api_key_maker ON api_key (created_by) WHERE revoked_at IS NULL;

-- Where an operator signed in before; strangers' wrong passwords do not lock a sign-in from there.
CREATE TABLE admin_device (
  id uuid PRIMARY KEY,
  admin_id text COLLATE "C" NOT NULL REFERENCES admin,
  -- SHA-256 of the device token.
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX admin_device_admin ON admin_device (admin_id, last_used_at);
CREATE INDEX admin_device_age ON admin_device (last_used_at);
