-- What a user is not told of; everything without a row.
CREATE TABLE notification_preference (
  user_id text PRIMARY KEY,
  muted_in_app text[] NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- For the list of one type.
CREATE INDEX notification_user_type ON notification (user_id, type, id DESC);
