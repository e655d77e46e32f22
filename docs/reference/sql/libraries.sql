-- Made by tools/docs from the source of libraries; do not edit.
-- ${..} is a parameter ($1, $2 ..), or a part that another entry has, or that is only known at run time.
-- /* a ? */ x /* : */ y /* . */ has x if a, otherwise y.

-- events/src/emit.ts: emitAll
INSERT INTO outbox (id, type, version, aggregate_id, data, request_id, traceparent)
SELECT id, ${type}, ${EVENT_VERSION}::integer, "aggregateId", data, ${context?.requestId ?? null}::text, ${context?.traceparent ?? null}::text
FROM jsonb_to_recordset(${rows}::jsonb) AS event (id uuid, "aggregateId" text, data jsonb)

-- events/src/event-consumer.ts: EventConsumer.takeSome
SELECT FROM inbox WHERE false

-- events/src/event-consumer.ts: EventConsumer.apply
INSERT INTO inbox (event_id, type) VALUES (${event.id}, ${event.type}) ON CONFLICT DO NOTHING

-- events/src/event-consumer.ts: EventConsumer.park
INSERT INTO parked_event (id, stream_seq, subject, event_id, payload, reason, request_id, traceparent)
VALUES (${newId()}, ${message.seq}, ${subject}, ${event?.id ?? null}, ${payload},
  ${reason.replaceAll('\0', '\uFFFD')}, ${context?.requestId ?? null}::text, ${context?.traceparent ?? null}::text)

-- events/src/operator-alerts.ts: queueOperatorAlert
INSERT INTO notice (type, aggregate_id, data, times) VALUES (${type}, ${aggregateId}, ${JSON.stringify(data)}::jsonb, 1)
ON CONFLICT (type, aggregate_id) DO UPDATE SET data = EXCLUDED.data, times = notice.times + 1

-- events/src/operator-alerts.ts: OperatorAlerts.publishDue
SELECT FROM notice WHERE times > 0 AND (told_at IS NULL OR told_at <= clock_timestamp() - interval '1 minute') LIMIT 1

-- events/src/operator-alerts.ts: OperatorAlerts.publishDue
SELECT type, aggregate_id, data, times FROM notice WHERE times > 0 AND (told_at IS NULL OR told_at <= clock_timestamp() - interval '1 minute') LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED

-- events/src/operator-alerts.ts: OperatorAlerts.publishDue
UPDATE notice SET times = 0, told_at = clock_timestamp()
WHERE type = ${type} AND aggregate_id = ${aggregateId}

-- events/src/outbox-relay.ts: OutboxRelay.round
SELECT extract(epoch FROM clock_timestamp() - occurred_at)::float8 AS age
FROM outbox WHERE parked_at IS NULL ORDER BY seq LIMIT 1

-- events/src/outbox-relay.ts: OutboxRelay.round
SELECT try_lock('outbox') AS locked

-- events/src/outbox-relay.ts: OutboxRelay.round
DELETE FROM outbox WHERE seq = ANY(${stored}::bigint[])

-- events/src/outbox-relay.ts: OutboxRelay.park
UPDATE outbox SET parked_at = clock_timestamp(), parked_reason = ${reason} WHERE seq = ${seq}

-- events/src/outbox-relay.ts: nextRows
SELECT seq, id, type, version, aggregate_id, occurred_at, request_id, traceparent, more,
  CASE WHEN data_bytes <= ${LARGEST} THEN data END AS data
FROM (
  SELECT *, sum(least(data_bytes, ${LARGEST})) OVER (ORDER BY seq) - least(data_bytes, ${LARGEST}) AS bytes_before,
    count(*) OVER () = ${BATCH} OR sum(least(data_bytes, ${LARGEST})) OVER () > ${BATCH_BYTES} AS more
  FROM (
    SELECT seq, id, type, version, aggregate_id, occurred_at, request_id, traceparent, data, data_bytes
    FROM outbox WHERE parked_at IS NULL ORDER BY seq LIMIT ${BATCH}
  ) AS waiting
) AS measured
WHERE bytes_before < ${BATCH_BYTES}
ORDER BY seq

-- events/src/replay.ts: listParked
SELECT id, subject, event_id, reason, parked_at, 'in' AS direction FROM parked_event
UNION ALL
SELECT id, 'events.' || type, id, parked_reason, parked_at, 'out' FROM outbox WHERE parked_at IS NOT NULL
ORDER BY parked_at, id

-- events/src/replay.ts: replayParkedOutbox
UPDATE outbox SET parked_at = NULL, parked_reason = NULL WHERE parked_at IS NOT NULL

-- events/src/replay.ts: replayParked
SELECT id FROM parked_event ORDER BY id DESC LIMIT 1

-- events/src/replay.ts: replayParked
SELECT id, subject, payload, request_id, traceparent FROM parked_event WHERE id <= ${last?.id ?? null}::uuid
ORDER BY id LIMIT ${PART} FOR UPDATE SKIP LOCKED

-- events/src/replay.ts: replayParked
DELETE FROM parked_event WHERE id = ANY(${events.map(({ id }) => id)}::uuid[])

-- events/src/replay.ts: purgeInbox
DELETE FROM inbox WHERE applied_at < now() - interval '8 days'

-- postgres/src/copy-out.ts: CopyOut.open
BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY

-- postgres/src/copy-out.ts: migrationWaits
SELECT EXISTS (SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${CLASS} AND objid = ${ID} AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS waits

-- postgres/src/database.ts: Database.attempt
BEGIN

-- postgres/src/database.ts: Database.attempt
ROLLBACK

-- postgres/src/database.ts: commit
COMMIT

-- postgres/src/grants.ts: grantTo
SELECT c.relname AS name FROM pg_class c JOIN pg_trigger t ON t.tgrelid = c.oid
WHERE c.relnamespace = $1::regnamespace AND t.tgname = c.relname || '_append_only'

-- postgres/src/grants.ts: grantPublished
SELECT FROM pg_namespace WHERE nspname = $1

-- postgres/src/grants.ts: grantPublished
SELECT relname AS name FROM pg_class
WHERE relnamespace = $1::regnamespace AND relkind = 'v' AND relname LIKE 'published\_%'

-- postgres/src/grants.ts: grantPublished
REVOKE ALL ON ALL TABLES IN SCHEMA ${inSchema} FROM ${to}

-- postgres/src/grants.ts: grantPublished
GRANT USAGE ON SCHEMA ${inSchema} TO ${to}

-- postgres/src/grants.ts: grantPublished
GRANT SELECT ON ${inSchema}.${client.escapeIdentifier(name)} TO ${to}

-- postgres/src/grants.ts: requireOther
SELECT pg_has_role(oid, current_user, 'MEMBER') AS acts FROM pg_roles WHERE rolname = $1

-- postgres/src/grants.ts: closeDatabase
SELECT datname AS name FROM pg_database WHERE datname = current_database() AND pg_has_role(datdba, 'USAGE')

-- postgres/src/grants.ts: closeDatabase
REVOKE ALL ON DATABASE ${client.escapeIdentifier(name)} FROM PUBLIC

-- postgres/src/grants.ts: closeDatabase
GRANT CONNECT ON DATABASE ${client.escapeIdentifier(name)} TO ${to}

-- postgres/src/idempotency.ts: idempotent
SELECT try_lock(${`${scope}\n${key}`}) AS locked

-- postgres/src/idempotency.ts: idempotent
SELECT request_hash, reply FROM idempotency_key
WHERE scope = ${scope} AND key = ${key} AND created_at > now() - interval '24 hours'

-- postgres/src/idempotency.ts: idempotent
INSERT INTO idempotency_key (key, reply, request_hash, scope) VALUES (${key}, ${json(kept)}, ${requestHash}, ${scope})
ON CONFLICT (scope, key) DO UPDATE
  SET request_hash = excluded.request_hash, reply = excluded.reply, created_at = now()

-- postgres/src/idempotency.ts: purgeIdempotencyKeys
DELETE FROM idempotency_key WHERE created_at <= now() - interval '24 hours'

-- postgres/src/lock-holders.ts: LockHolders.watch
SELECT pg_advisory_lock_shared(${CLASS}, ${ID})

-- postgres/src/lock-holders.ts: LockHolders.lookAt
SELECT a.pid, a.usename AS role, a.application_name AS application, a.query_start AS since
FROM unnest(pg_blocking_pids($1)) b JOIN pg_stat_activity a ON a.pid = b

-- postgres/src/migrate.ts: pidOf
SELECT pg_backend_pid() AS pid

-- postgres/src/migrate.ts: tryOnce
BEGIN

-- postgres/src/migrate.ts: tryOnce
SET LOCAL lock_timeout = ${PATIENCE_MS}

-- postgres/src/migrate.ts: tryOnce
SELECT pg_advisory_xact_lock(hashtextextended('questp.migrate', 0))

-- postgres/src/migrate.ts: tryOnce
SET LOCAL lock_timeout = ${LOCK_MS}

-- postgres/src/migrate.ts: tryOnce
CREATE SCHEMA IF NOT EXISTS ${inSchema}

-- postgres/src/migrate.ts: tryOnce
SET LOCAL search_path = ${inSchema}

-- postgres/src/migrate.ts: tryOnce
COMMIT

-- postgres/src/migrate.ts: tryOnce
ROLLBACK

-- postgres/src/operators.ts: applyOperatorAccess
SELECT exclusive_lock('account ' || ${adminId}::text)

-- postgres/src/operators.ts: applyOperatorAccess
INSERT INTO operator (admin_id, version, role, status) VALUES (${adminId}, ${version}, ${role}, ${status})
ON CONFLICT (admin_id) DO UPDATE
  SET version = excluded.version, role = excluded.role, status = excluded.status
  WHERE operator.version < excluded.version

-- postgres/src/operators.ts: requireSuperAdmin
SELECT role FROM operator WHERE admin_id = ${adminId}

-- postgres/src/operators.ts: authorizeOperator
SELECT role, status, ${signedInAt}::timestamptz > now() - interval '10 minutes' AS is_recent
FROM operator WHERE admin_id = ${adminId} AND (SELECT shared_lock('account ' || ${adminId}::text)) IS NOT NULL FOR SHARE

-- postgres/src/operators.ts: authorizeOperator
INSERT INTO operator (admin_id, role) VALUES (${adminId}, ${role}) ON CONFLICT DO NOTHING

-- postgres/src/role-check.ts: openRights
SELECT rolconnlimit AS limit,
  (SELECT coalesce(sum(rolconnlimit), 0)::int FROM pg_roles WHERE rolcanlogin AND rolconnlimit > 0) AS limits,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0) AS available,
  ARRAY(SELECT datname::text FROM pg_database WHERE datallowconn AND datname <> current_database()
    AND has_database_privilege(r.oid, pg_database.oid, 'CONNECT') ORDER BY datname) AS databases,
  has_function_privilege(r.oid, 'pg_advisory_lock(bigint)', 'EXECUTE') AS locks,
  has_function_privilege(r.oid, 'lo_create(oid)', 'EXECUTE') AS "largeObjects"
FROM pg_roles r WHERE rolname = $1

-- postgres/src/role-settings.ts: resetOwnSettings
SELECT (
SELECT string_agg(setting, ', ' ORDER BY setting) FROM pg_db_role_setting, unnest(setconfig) setting
WHERE setrole = current_user::regrole
  AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))) AS settings

-- postgres/src/role-settings.ts: resetOwnSettings
ALTER ROLE CURRENT_USER RESET ALL

-- postgres/src/role-settings.ts: resetOwnSettings
ALTER ROLE CURRENT_USER IN DATABASE ${database} RESET ALL

-- postgres/src/schema-versions.ts: requireVersions
SELECT (SELECT max(version) FROM schema_version)::int AS own,
  (SELECT max(version) FROM shared_schema_version)::int AS shared, pg_is_in_recovery() AS standby,
  (SELECT min(relname) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
    AND NOT has_table_privilege(oid, 'SELECT')) AS hidden, (
SELECT string_agg(setting, ', ' ORDER BY setting) FROM pg_db_role_setting, unnest(setconfig) setting
WHERE setrole = current_user::regrole
  AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))) AS settings,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"

-- service-kit/src/chains/chain-registry.ts: ChainRegistry.reload
SELECT * FROM integrations.published_chain_v1 ORDER BY chain_id COLLATE "C"

-- vault/src/rewrap.ts: rewrapTable
AND ${table.key} > ${last}

-- vault/src/rewrap.ts: rewrapNext
SELECT ${place}, ${key} AS row_key, ${envelopes} AS sealed FROM ${name}
WHERE EXISTS (SELECT FROM jsonb_each_text(${envelopes}) WHERE split_part(value, '.', 2) <> ${vault.current})
  ${after}
ORDER BY ${key} LIMIT 1 FOR UPDATE

-- vault/src/rewrap.ts: rewrapNext
UPDATE ${name} SET ${table.stored(Object.fromEntries(anew) as Envelopes)} WHERE ${key} = ${row.rowKey}

-- vault/src/sealed-table.ts: sealingKeys
SELECT DISTINCT split_part(value, '.', 2) AS id FROM ${name}, jsonb_each_text(${envelopes})
