-- What was seen of audio Spaces of the microblog, which shows none that has ended.
CREATE TABLE microblog_space (
  space_id text COLLATE "C" PRIMARY KEY,
  -- The project whose quest named it first.
  project_id uuid NOT NULL,
  -- An earner named it, not the team.
  is_submitted boolean NOT NULL,
  -- Null: never seen.
  state text CHECK (state IN ('scheduled', 'live', 'ended')),
  title text NOT NULL DEFAULT '',
  creator_id text,
  -- Everybody who was ever seen as host or speaker.
  host_ids text[] NOT NULL DEFAULT '{}',
  speaker_ids text[] NOT NULL DEFAULT '{}',
  scheduled_start timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  -- The most at a time; null: not told.
  participants integer,
  -- Readings since it was last seen.
  misses integer NOT NULL DEFAULT 0,
  -- Why the latest reading failed; null: it did not.
  failure text,
  asked_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  -- Null: it is not read again.
  due_at timestamptz DEFAULT now(),
  -- Until when one replica reads it.
  leased_until timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE INDEX microblog_space_due ON microblog_space (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX microblog_space_open ON microblog_space (project_id) WHERE due_at IS NOT NULL;
CREATE INDEX microblog_space_asked ON microblog_space (asked_at);

-- Locked while a Space of the project is admitted, so that each counts the one before.
CREATE TABLE microblog_space_project (project_id uuid PRIMARY KEY);

-- When all replicas together may read Spaces again: one row.
CREATE TABLE microblog_space_pace (next_at timestamptz NOT NULL);
INSERT INTO microblog_space_pace VALUES ('-infinity');
