-- Locks by name, held until the transaction ends and granted in the order they were asked for. The advisory locks of
-- PostgreSQL are one name space for all roles. These functions use a part of it that belongs to this schema, and only the
-- role of its service may call them; docker/close-database.sql takes PostgreSQL's own functions from every role but the
-- owner. The hash has a random seed: a caller of the API cannot choose an Idempotency-Key whose lock is that of another name.
DO $$
DECLARE
  key CONSTANT text := format('%s, pg_catalog.hashtextextended(name, %s)::bit(32)::int4', hashtext(current_schema()),
    (random() * 2 ^ 62)::int8);
BEGIN
  EXECUTE format(
    $f$CREATE OR REPLACE FUNCTION exclusive_lock(name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS
      'BEGIN PERFORM pg_catalog.pg_advisory_xact_lock(%s); END'$f$, key);
  EXECUTE format(
    $f$CREATE OR REPLACE FUNCTION shared_lock(name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS
      'BEGIN PERFORM pg_catalog.pg_advisory_xact_lock_shared(%s); END'$f$, key);
  -- False: another transaction holds it.
  EXECUTE format(
    $f$CREATE OR REPLACE FUNCTION try_lock(name text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS
      'BEGIN RETURN pg_catalog.pg_try_advisory_xact_lock(%s); END'$f$, key);
END $$;
REVOKE ALL ON FUNCTION exclusive_lock(text), shared_lock(text), try_lock(text) FROM PUBLIC;
