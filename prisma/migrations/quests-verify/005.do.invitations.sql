-- Who was asked to join a team, by whom, and what became of it. Access is in project_member alone.
CREATE TABLE invitation (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL REFERENCES project,
  user_id text NOT NULL,
  role text NOT NULL CHECK (role IN ('project_admin', 'project_moderator')),
  -- `invited` past its time, or from somebody who may not invite any more, is as good as `lapsed`.
  status text NOT NULL DEFAULT 'invited' CHECK (status IN ('invited', 'accepted', 'declined', 'withdrawn', 'lapsed')),
  invited_by text NOT NULL,
  invited_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL DEFAULT now() + interval '7 days'
);
CREATE UNIQUE INDEX invitation_open ON invitation (project_id, user_id) WHERE status = 'invited';
CREATE INDEX invitation_project ON invitation (project_id, id);
CREATE INDEX invitation_user ON invitation (user_id, id);
CREATE INDEX invitation_age ON invitation (invited_at);
