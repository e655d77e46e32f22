-- The address of a deleted account is erased; the row stays, so that an order that comes again makes no second mail.
ALTER TABLE mail
  DROP CONSTRAINT mail_check,
  ADD CONSTRAINT mail_check CHECK (num_nonnulls(recipient, user_id) = 1 OR (user_id IS NULL AND status <> 'queued'));
