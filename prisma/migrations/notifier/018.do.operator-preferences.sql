-- Notifications that an operator does not get by mail.
CREATE TABLE operator_preference (
  admin_id text PRIMARY KEY,
  muted text[] NOT NULL
);
