-- SHA-256 of the token that lets its holder object to the merge, mailed to the addresses of both accounts; and the objection.
ALTER TABLE account_merge ADD COLUMN objection_hash bytea, ADD COLUMN objected_at timestamptz;
CREATE UNIQUE INDEX account_merge_objection ON account_merge (objection_hash) WHERE objection_hash IS NOT NULL;
CREATE INDEX account_merge_objected ON account_merge (id) WHERE objected_at IS NOT NULL;
