-- Where the contents of a file are: 'local' for the directory, <endpoint>/<bucket> for a bucket. Null: in the storage of
-- the environment, as it was for all.
ALTER TABLE file ADD COLUMN store text;
CREATE INDEX file_store ON file (store) WHERE store IS NOT NULL;

-- What was stored for a bucket until it was another or none: its files are still read and removed there.
CREATE TABLE former_bucket (
  -- As files name it.
  name text PRIMARY KEY,
  -- As credential has them.
  fields jsonb NOT NULL,
  replaced_at timestamptz NOT NULL DEFAULT now()
);
