-- The merge that the mail is about; null: it is about none.
ALTER TABLE mail_order ADD COLUMN merge_id uuid;

-- SHA-256 of the tokens that let their holders object to a merge, one for each mail. The version before still runs: its
-- column objection_hash of account_merge is written by it alone.
CREATE TABLE merge_objection_token (
  hash bytea PRIMARY KEY,
  merge_id uuid NOT NULL REFERENCES account_merge ON DELETE CASCADE
);
INSERT INTO merge_objection_token (hash, merge_id)
SELECT objection_hash, id FROM account_merge WHERE objection_hash IS NOT NULL;
