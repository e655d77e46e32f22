-- Of what comes often a user has one unread notification for each group, brought up to date; null where each is told.
ALTER TABLE notification ADD COLUMN group_key text;
CREATE UNIQUE INDEX notification_unread_group ON notification (user_id, type, group_key)
  WHERE read_at IS NULL AND group_key IS NOT NULL;

-- After it a mail is given up; null where it is never too late.
ALTER TABLE mail ADD COLUMN expires_at timestamptz;
