-- Answers of platforms that serve every check that needs them until they expire; lost in a crash, and read again.
CREATE UNLOGGED TABLE shared_answer (
  -- SHA-256 of the platform, of whose authorization it was read with, and of the path.
  key bytea PRIMARY KEY,
  json text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX shared_answer_expires ON shared_answer (expires_at);
