-- Entries that have no link yet; written with the entry, so that those are found which commit late.
CREATE TABLE audit_unchained (id uuid PRIMARY KEY REFERENCES audit_log);
INSERT INTO audit_unchained SELECT id FROM audit_log;

-- The order in which entries were chained; each hash covers the one before and the entry.
CREATE TABLE audit_chain (
  position bigint PRIMARY KEY CHECK (position > 0),
  id uuid NOT NULL UNIQUE REFERENCES audit_log,
  hash bytea NOT NULL CHECK (length(hash) = 32)
);
CREATE FUNCTION refuse_audit_chain_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_chain is append-only';
END $$;
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_chain_change();
