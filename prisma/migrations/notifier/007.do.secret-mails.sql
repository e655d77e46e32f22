-- For taking the text, which may hold a secret, out of mails that have expired.
CREATE INDEX mail_expiry ON mail (expires_at) WHERE text <> '';
