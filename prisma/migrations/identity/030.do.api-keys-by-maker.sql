-- Counts the keys that an account created on a day, revoked ones included.
CREATE INDEX api_key_created ON api_key (created_by, created_at);
