/**
 * Adds a column to every table of a database, as the migrations of a later version may do while this one serves. For
 * the superuser. Each table has its own transaction: with the locks of several it could deadlock with a service.
 */
export const ADD_COLUMNS = `
  DO $$
  DECLARE name text;
  BEGIN
    FOR name IN SELECT format('%I.%I', table_schema, table_name) FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('information_schema', 'pg_catalog')
    LOOP
      EXECUTE 'ALTER TABLE ' || name || ' ADD COLUMN of_a_later_version text';
      COMMIT;
    END LOOP;
  END $$`;
