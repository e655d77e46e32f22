-- Invitations of the last day that a user sent and was sent, which bound further ones.
CREATE TABLE invitation_count (
  user_id text COLLATE "C",
  side text CHECK (side IN ('sent', 'received')),
  counted_at timestamptz[] NOT NULL,
  PRIMARY KEY (user_id, side)
);

-- Which projects may invite a user; all without a row.
CREATE TABLE invitation_preference (
  user_id text COLLATE "C" PRIMARY KEY,
  invitable boolean NOT NULL,
  refused_project_ids uuid[] NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
