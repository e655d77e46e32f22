-- Takes from the roles of the services what PostgreSQL gives to every role. A superuser runs it in the database of the
-- platform: once after CREATE DATABASE, and again after a restore from a dump without privileges.

-- Other databases of the server that no service uses.
REVOKE CONNECT, TEMPORARY ON DATABASE postgres, template1 FROM PUBLIC;

DO $$
DECLARE
  owner CONSTANT text := (SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database());
  one regprocedure;
BEGIN
  -- Advisory locks are one name space for all roles: a service locks through the functions of its own schema, which
  -- belong to the owner. Large objects are files of the database that belong to whoever makes them.
  FOR one IN
    SELECT oid FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ '^(pg_(try_)?advisory_|lo_|loread$|lowrite$)'
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', one);
    IF one::text LIKE 'pg\_%' THEN
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', one, owner);
    END IF;
  END LOOP;
  -- `migrate` names the sessions it waits for, and since when they run.
  EXECUTE format('GRANT pg_read_all_stats TO %I', owner);
END $$;
