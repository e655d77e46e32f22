-- Notifications that an operator does not get by mail.
CREATE TABLE operator_preference (
  admin_id text PRIMARY KEY,
  muted text[] NOT NULL
);

-- For the number of mails of a day.
CREATE INDEX mail_sent ON mail (sent_at);
