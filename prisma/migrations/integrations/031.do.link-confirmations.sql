-- What the account that sent the token has to send to confirm the link; null: it was not asked yet.
ALTER TABLE account_link ADD COLUMN confirmation_hash bytea;
CREATE UNIQUE INDEX account_link_confirmation ON account_link (confirmation_hash);
