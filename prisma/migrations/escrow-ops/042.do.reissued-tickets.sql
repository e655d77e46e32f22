-- How often in a row the platform issued it again by itself; 0: somebody requested it.
ALTER TABLE ticket ADD COLUMN reissues integer NOT NULL DEFAULT 0 CHECK (reissues >= 0);
-- When the platform next tries to issue it again; null: it does not.
ALTER TABLE ticket ADD COLUMN reissue_at timestamptz CHECK (reissue_at IS NULL OR voided_at IS NOT NULL);
CREATE INDEX ticket_reissue ON ticket (expires_at) WHERE live AND reissue_at IS NOT NULL;
