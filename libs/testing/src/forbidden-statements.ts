import { DATABASE_NAME } from './database-roles.js';

/** Description and text of statements that PostgreSQL refuses to the role of a service. */
export type Forbidden = [what: string, statement: string];

/** Append-only tables with the triggers that protect them. */
export const APPEND_ONLY = [
  { service: 'quests-verify', table: 'quests.points_ledger', trigger: 'points_ledger_append_only' },
  { service: 'identity', table: 'identity.audit_log', trigger: 'audit_log_append_only' },
  { service: 'identity', table: 'identity.audit_chain', trigger: 'audit_chain_append_only' },
];

/** For the role of a service, in its own schema and outside; `owner` is the role that owns the tables. */
export const forbiddenStatements = (schema: string, owner = DATABASE_NAME): Forbidden[] => [
  ['make a table of its own', `CREATE TABLE ${schema}.mine (id int)`],
  ['make a table in the public schema', 'CREATE TABLE public.mine (id int)'],
  ['make a schema', 'CREATE SCHEMA mine'],
  ['make a function', `CREATE FUNCTION ${schema}.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`],
  ['change a table', `ALTER TABLE ${schema}.outbox ADD COLUMN mine int`],
  ['drop a table', `DROP TABLE ${schema}.outbox`],
  ['drop its schema', `DROP SCHEMA ${schema} CASCADE`],
  ['empty a table', `TRUNCATE ${schema}.outbox`],
  [
    'add a trigger',
    `CREATE TRIGGER mine BEFORE INSERT ON ${schema}.outbox EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
  ],
  ['switch triggers off', `ALTER TABLE ${schema}.outbox DISABLE TRIGGER ALL`],
  ['switch them off for its session', `SET session_replication_role = replica`],
  ['own a table', `ALTER TABLE ${schema}.outbox OWNER TO CURRENT_USER`],
  ['own its schema', `ALTER SCHEMA ${schema} OWNER TO CURRENT_USER`],
  ['own the database', `REASSIGN OWNED BY ${owner} TO CURRENT_USER`],
  ['act as the owner', `SET ROLE ${owner}`],
  ['become the owner for its session', `SET SESSION AUTHORIZATION ${owner}`],
  ['become the superuser', 'SET ROLE postgres'],
  ['make itself the superuser', 'ALTER ROLE CURRENT_USER SUPERUSER'],
  ['make a role', 'CREATE ROLE mine'],
  ['join the owner', `GRANT ${owner} TO CURRENT_USER`],
  ['change what was applied', `UPDATE ${schema}.schema_version SET md5 = ''`],
  ['read a file of the server', `SELECT pg_read_file('/etc/hostname')`],
  ['take an advisory lock, whose name every role shares', 'SELECT pg_advisory_lock(1)'],
  ['take one until the transaction ends', 'SELECT pg_advisory_xact_lock(1, 1)'],
  ['share one, where nobody else has it', 'SELECT pg_try_advisory_xact_lock_shared(1)'],
  ['make a large object', 'SELECT lo_from_bytea(0, decode(repeat($$00$$, 100), $$hex$$))'],
  ['open a large object', 'SELECT lo_open(1, 262144)'],
  ['run a program of the server', `COPY ${schema}.outbox TO PROGRAM 'cat'`],
];

/** For the role of another service than the one with the schema. */
export const forbiddenToOthers = (schema: string): Forbidden[] => [
  [`read ${schema}`, `SELECT FROM ${schema}.outbox`],
  [`write ${schema}`, `DELETE FROM ${schema}.outbox WHERE false`],
  [`lock the operators of ${schema} out`, `SELECT ${schema}.exclusive_lock('operators')`],
  [`hold the outbox of ${schema}`, `SELECT ${schema}.try_lock('outbox')`],
];

/** For a role that adds rows to an append-only table. */
export const forbiddenChanges = (table: string, trigger: string): Forbidden[] => [
  ['change a row', `UPDATE ${table} SET id = id`],
  ['delete a row', `DELETE FROM ${table}`],
  ['empty it', `TRUNCATE ${table}`],
  ['lock its rows', `SELECT FROM ${table} FOR UPDATE`],
  ['switch the trigger off', `ALTER TABLE ${table} DISABLE TRIGGER ${trigger}`],
  ['drop the trigger', `DROP TRIGGER ${trigger} ON ${table}`],
];
