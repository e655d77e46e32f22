-- What users upload. The content is in the storage, under the id while it is pending, under id and hash once confirmed.
CREATE TABLE file (
  id uuid PRIMARY KEY,
  user_id text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('image', 'evidence')),
  content_type text NOT NULL,
  size integer NOT NULL CHECK (size BETWEEN 1 AND 10485760),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'confirmed', 'refused')),
  -- Of the address that takes the content.
  upload_key bytea NOT NULL CHECK (length(upload_key) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Somebody looks at the content until then.
  checked_until timestamptz,
  -- Why it was refused, for its uploader.
  refusal text,
  sha256 bytea CHECK (length(sha256) = 32),
  width integer,
  height integer,
  confirmed_at timestamptz,
  CHECK ((status = 'confirmed') = (sha256 IS NOT NULL)),
  CHECK ((status = 'confirmed') = (confirmed_at IS NOT NULL)),
  CHECK ((status = 'refused') = (refusal IS NOT NULL)),
  CHECK ((width IS NULL) = (height IS NULL))
);
CREATE INDEX file_user ON file (user_id, id);
CREATE INDEX file_unconfirmed ON file (expires_at) WHERE status <> 'confirmed';

-- A confirmed content is what its reviewers saw.
CREATE FUNCTION refuse_file_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a confirmed file does not change';
END $$;
CREATE TRIGGER file_confirmed BEFORE UPDATE OF user_id, purpose, content_type, size, status, sha256 ON file
  FOR EACH ROW WHEN (OLD.status = 'confirmed') EXECUTE FUNCTION refuse_file_change();

-- Files that a user began in the hour since the first of them.
CREATE TABLE file_quota (
  user_id text PRIMARY KEY,
  since timestamptz NOT NULL,
  used integer NOT NULL
);
CREATE INDEX file_quota_since ON file_quota (since);
