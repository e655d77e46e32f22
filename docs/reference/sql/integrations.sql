-- Made by tools/docs from the source of integrations; do not edit.
-- ${..} is a parameter ($1, $2 ..), or a part that another entry has, or that is only known at run time.
-- /* a ? */ x /* : */ y /* . */ has x if a, otherwise y.

-- access/minute-counts.repository.ts: MinuteCountsRepository.admit
INSERT INTO ${raw(table)} AS c (project_id, since, count) VALUES (${projectId}, now(), 1)
ON CONFLICT (project_id) DO UPDATE SET
  since = CASE WHEN c.since <= now() - interval '1 minute' THEN now() ELSE c.since END,
  count = CASE WHEN c.since <= now() - interval '1 minute' THEN 1 ELSE c.count + 1 END
WHERE c.since <= now() - interval '1 minute' OR c.count < ${max}
RETURNING count

-- access/minute-counts.repository.ts: MinuteCountsRepository.purge
DELETE FROM ${raw(table)} AS c WHERE c.since <= now() - interval '1 minute'

-- access/project-access.ts: ProjectAccess.lockOpen
SELECT FROM archived_project WHERE project_id = ${projectId}

-- access/project-access.ts: ProjectAccess.lock
SELECT exclusive_lock('project ' || ${projectId}::text)

-- access/project-access.ts: ProjectAccess.close
INSERT INTO archived_project (project_id) VALUES (${projectId}) ON CONFLICT DO NOTHING

-- chains/records/chains.repository.ts: ChainsRepository.read
SELECT ${COLUMNS} FROM chain WHERE chain_id = ${chainId}

-- chains/records/chains.repository.ts: ChainsRepository.lock
SELECT ${COLUMNS} FROM chain WHERE chain_id = ${chainId} FOR UPDATE

-- chains/records/chains.repository.ts: ChainsRepository.insert
INSERT INTO chain (${..row}, escrow, gas_prices) VALUES (${..row}, ${escrow ?? sql`NULL`}, ${json(gasPrices)}) RETURNING ${COLUMNS}

-- chains/records/chains.repository.ts: ChainsRepository.update
UPDATE chain SET ${..row}, escrow = ${escrow ?? sql`NULL`}, gas_prices = ${json(gasPrices)},
  updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
WHERE chain_id = ${chainId} RETURNING ${COLUMNS}

-- chains/records/chains.repository.ts: ChainsRepository.configure
INSERT INTO chain (${..row}, escrow, gas_prices) VALUES (${..row}, ${escrow ?? sql`NULL`}, ${json(gasPrices)})

-- chains/records/chains.repository.ts: ChainsRepository.rows
SELECT ${COLUMNS} FROM chain ORDER BY chain_id

-- chains/records/chains.repository.ts: ChainsRepository.lockAll
SELECT exclusive_lock('chains')

-- chains/records/chains.repository.ts: ChainsRepository.lockAll
SELECT ${COLUMNS} FROM chain ORDER BY chain_id FOR UPDATE

-- chains/records/chains.repository.ts: stored
NULL

-- connections/connections.repository.ts: SEALED_CONNECTIONS
fields = ${JSON.stringify(fields)}

-- connections/connections.repository.ts: ConnectionsRepository.list
SELECT c.provider, c.account_id, c.name, c.connected_by, c.connected_at,
CASE WHEN c.is_refused OR g.state IN ('refused', 'ended') THEN 'refused' ELSE 'connected' END AS state FROM project_connection c LEFT JOIN oauth_grant g ON g.id = c.grant_id
    WHERE c.project_id = ${projectId} ORDER BY c.provider

-- connections/connections.repository.ts: ConnectionsRepository.get
SELECT ${columns(CONNECTION_COLUMNS)} FROM project_connection
 WHERE project_id = ${projectId} AND provider = ${provider}

-- connections/connections.repository.ts: ConnectionsRepository.ofBot
SELECT ${columns(CONNECTION_COLUMNS)} FROM project_connection
 WHERE provider = 'messenger' AND account_id = ${accountId}

-- connections/connections.repository.ts: ConnectionsRepository.ofAccount
SELECT ${columns(CONNECTION_COLUMNS, 'c')} FROM project_connection c JOIN oauth_grant g ON g.id = c.grant_id
WHERE c.provider = ${provider} AND c.account_id = ${accountId} AND g.state = 'held'
ORDER BY c.connected_at DESC LIMIT 1

-- connections/connections.repository.ts: ConnectionsRepository.store
WITH c AS (
        INSERT INTO project_connection (id, project_id, provider, account_id, name, fields, grant_id, connected_by)
        VALUES (${newId()}, ${projectId}, ${provider}, ${accountId}, ${name}, ${JSON.stringify(fields)}, ${grantId},
          ${connectedBy})
        ON CONFLICT (project_id, provider) DO UPDATE
        SET account_id = excluded.account_id, name = excluded.name, fields = excluded.fields,
          grant_id = excluded.grant_id, connected_by = excluded.connected_by, connected_at = excluded.connected_at,
          is_refused = false
        RETURNING provider, account_id, name, connected_by, connected_at, is_refused, grant_id
      )
      SELECT c.provider, c.account_id, c.name, c.connected_by, c.connected_at,
CASE WHEN c.is_refused OR g.state IN ('refused', 'ended') THEN 'refused' ELSE 'connected' END AS state FROM c LEFT JOIN oauth_grant g ON g.id = c.grant_id

-- connections/connections.repository.ts: ConnectionsRepository.refuse
UPDATE project_connection SET is_refused = true
WHERE project_id = ${projectId} AND provider = ${provider} AND fields = ${JSON.stringify(fields)}::jsonb
  AND NOT is_refused

-- connections/connections.repository.ts: ConnectionsRepository.remove
DELETE FROM project_connection
WHERE project_id = ${projectId} AND provider = ANY (${providers})
  AND (${connectedBy ?? null}::text IS NULL OR connected_by = ${connectedBy ?? null})
RETURNING ${columns(CONNECTION_COLUMNS)}

-- credentials/credentials.repository.ts: CredentialsRepository.list
SELECT ${COLUMNS} FROM credential

-- credentials/credentials.repository.ts: CredentialsRepository.get
SELECT ${COLUMNS} FROM credential WHERE provider = ${provider}

-- credentials/credentials.repository.ts: CredentialsRepository.lock
SELECT exclusive_lock('credential ' || ${provider})

-- credentials/credentials.repository.ts: CredentialsRepository.lock
SELECT ${COLUMNS} FROM credential WHERE provider = ${provider} FOR UPDATE

-- credentials/credentials.repository.ts: CredentialsRepository.store
INSERT INTO credential AS c (provider, fields, public_key, updated_by)
VALUES (${provider}, ${JSON.stringify(fields)}, ${publicKey}, ${updatedBy})
ON CONFLICT (provider) DO UPDATE
  SET fields = excluded.fields, public_key = excluded.public_key, updated_by = excluded.updated_by,
    updated_at = greatest(clock_timestamp(), c.updated_at + interval '1 millisecond')
RETURNING ${COLUMNS}

-- credentials/credentials.repository.ts: SEALED_CREDENTIALS
fields = ${JSON.stringify(fields)}

-- escrow-keys/signed-fees.repository.ts: SignedFeesRepository.add
INSERT INTO escrow_fee AS f (provider, chain_id, denom, day, amount)
SELECT ${provider}, ${chainId}, ${gasPrice.denom}, (clock_timestamp() AT TIME ZONE 'UTC')::date, fee
FROM (VALUES (${`${amount}`}::numeric)) AS signed (fee) WHERE fee <= ${`${dailyFeeLimit(gasPrice)}`}::numeric
ON CONFLICT (provider, chain_id, denom) DO UPDATE SET amount = EXCLUDED.amount + CASE WHEN f.day = EXCLUDED.day THEN f.amount ELSE 0 END, day = EXCLUDED.day
  WHERE EXCLUDED.amount + CASE WHEN f.day = EXCLUDED.day THEN f.amount ELSE 0 END <= ${`${dailyFeeLimit(gasPrice)}`}::numeric

-- facts/shared-answers.repository.ts: SharedAnswersRepository.get
SELECT json, expires_at FROM shared_answer WHERE key = ${key} AND expires_at > now()

-- facts/shared-answers.repository.ts: SharedAnswersRepository.put
INSERT INTO shared_answer (key, json, expires_at)
VALUES (${key}, ${json}, now() + make_interval(secs => ${seconds}))
ON CONFLICT (key) DO UPDATE SET json = excluded.json, expires_at = excluded.expires_at

-- facts/shared-answers.repository.ts: SharedAnswersRepository.purge
DELETE FROM shared_answer WHERE expires_at <= now()

-- files/files.repository.ts: FilesRepository.insert
WITH admitted AS (
  INSERT INTO file_quota AS q (user_id, since, used) VALUES (${userId}, now(), 1)
  ON CONFLICT (user_id) DO UPDATE
    SET since = CASE WHEN q.since <= now() - interval '1 hour' THEN now() ELSE q.since END, used = CASE WHEN q.since <= now() - interval '1 hour' THEN 1 ELSE q.used + 1 END
    WHERE q.since <= now() - interval '1 hour' OR q.used < ${FILES_PER_HOUR}
  RETURNING q.user_id
)
INSERT INTO file
  (id, user_id, purpose, content_type, size, store, upload_key, expires_at, due_at, incoming_until)
SELECT ${newId()}, user_id, ${purpose}, ${contentType}, ${size}, ${store}, ${randomBytes(32)}, expires_at,
  expires_at + interval '1 hour', expires_at + interval '1 hour'
FROM admitted, (SELECT now() + ${UPLOAD_MINUTES} * interval '1 minute' AS expires_at) address
RETURNING ${COLUMNS}

-- files/files.repository.ts: FilesRepository.secondsUntilNext
SELECT greatest(1, ceil(extract(epoch FROM since + interval '1 hour' - now())))::integer AS seconds
FROM file_quota WHERE user_id = ${userId}

-- files/files.repository.ts: FilesRepository.get
SELECT ${COLUMNS} FROM file WHERE id = ${id} AND coalesce(due_at > now(), true)

-- files/files.repository.ts: FilesRepository.getOpen
SELECT ${COLUMNS} FROM file WHERE id = ${id} AND status = 'pending' AND expires_at > now()

-- files/files.repository.ts: FilesRepository.beginReceiving
UPDATE file SET receiving_until = now() + ${seconds} * interval '1 second'
WHERE id = ${id} AND status = 'pending' AND coalesce(receiving_until <= now(), true)

-- files/files.repository.ts: FilesRepository.endReceiving
UPDATE file SET receiving_until = NULL WHERE id = ${id} AND status = 'pending'

-- files/files.repository.ts: FilesRepository.beginCheck
UPDATE file SET checked_until = now() + interval '20 seconds'
WHERE id = ${id} AND status = 'pending' AND coalesce(checked_until <= now(), true)

-- files/files.repository.ts: FilesRepository.endCheck
UPDATE file SET checked_until = NULL WHERE id = ${id} AND status = 'pending'

-- files/files.repository.ts: FilesRepository.whilePending
SELECT FROM file WHERE id = ${id} AND status = 'pending' FOR UPDATE

-- files/files.repository.ts: FilesRepository.confirm
UPDATE file
SET status = 'confirmed', sha256 = ${sha256}, width = ${width}, height = ${height},
  confirmed_at = now(), due_at = now() + interval '1 day'
WHERE id = ${id} AND status = 'pending'
RETURNING ${COLUMNS}

-- files/files.repository.ts: FilesRepository.publish
UPDATE file SET published_at = coalesce(published_at, now()), due_at = NULL
WHERE id = ${id} AND (published_at IS NOT NULL OR user_id = ${userId ?? null}) AND purpose = 'image'
  AND status = 'confirmed' AND coalesce(due_at > now(), true)

-- files/files.repository.ts: FilesRepository.handIn
UPDATE file SET project_id = ${projectId}, due_at = NULL
WHERE id IN (SELECT id FROM file WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE)
  AND user_id = ${userId} AND purpose = 'evidence' AND status = 'confirmed'
  AND coalesce(project_id, ${projectId}) = ${projectId} AND coalesce(due_at > now(), true)
RETURNING ${COLUMNS}

-- files/files.repository.ts: FilesRepository.giveUpEvidence
UPDATE file SET due_at = now()
WHERE user_id = ${userId} AND purpose = 'evidence' AND status = 'confirmed' AND coalesce(due_at > now(), true)

-- files/files.repository.ts: FilesRepository.giveUpAll
UPDATE file SET due_at = now(), expires_at = least(expires_at, now()) WHERE user_id = ${userId} AND coalesce(due_at > now(), true)

-- files/files.repository.ts: FilesRepository.giveUpAll
DELETE FROM file_quota WHERE user_id = ${userId}

-- files/files.repository.ts: FilesRepository.storesOfDue
SELECT DISTINCT store FROM file WHERE due_at <= now()

-- files/files.repository.ts: FilesRepository.deleteDue
SELECT id FROM file
WHERE due_at <= now() AND store IS NOT DISTINCT FROM ${store}
ORDER BY due_at LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED

-- files/files.repository.ts: FilesRepository.deleteDue
DELETE FROM file WHERE id = ANY (${due.map(({ id }) => id)}::uuid[])

-- files/files.repository.ts: FilesRepository.storesOfIncoming
SELECT DISTINCT store FROM file WHERE incoming_until <= now()

-- files/files.repository.ts: FilesRepository.forgetIncoming
SELECT id FROM file
WHERE incoming_until <= now() AND store IS NOT DISTINCT FROM ${store}
ORDER BY incoming_until LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED

-- files/files.repository.ts: FilesRepository.forgetIncoming
UPDATE file SET incoming_until = NULL WHERE id = ANY (${over.map(({ id }) => id)}::uuid[])

-- files/files.repository.ts: FilesRepository.merge
UPDATE file SET user_id = ${survivorId}, merge_ids = merge_ids || ${mergeId}::uuid WHERE user_id = ${absorbedId}

-- files/files.repository.ts: FilesRepository.giveBack
UPDATE file SET user_id = ${absorbedId}, merge_ids = array_remove(merge_ids, ${mergeId}::uuid)
WHERE user_id = ${survivorId} AND ${mergeId}::uuid = ANY(merge_ids)

-- files/files.repository.ts: FilesRepository.deleteOldQuotas
DELETE FROM file_quota q WHERE q.since <= now() - interval '1 hour'

-- files/files.repository.ts: FilesRepository.refuse
UPDATE file SET status = 'refused', refusal = ${refusal}
WHERE id = ${id} AND status = 'pending'

-- files/storage/former-buckets.repository.ts: FormerBucketsRepository.get
SELECT name, fields FROM former_bucket WHERE name = ${name}

-- files/storage/former-buckets.repository.ts: FormerBucketsRepository.keep
INSERT INTO former_bucket (name, fields) VALUES (${name}, ${JSON.stringify(fields)})
ON CONFLICT (name) DO UPDATE SET fields = excluded.fields, replaced_at = now()

-- files/storage/former-buckets.repository.ts: FormerBucketsRepository.purge
DELETE FROM former_bucket
WHERE replaced_at < now() - interval '1 hour' AND NOT EXISTS (SELECT FROM file WHERE store = name)

-- files/storage/former-buckets.repository.ts: SEALED_FORMER_BUCKETS
fields = ${JSON.stringify(fields)}

-- health/incidents.repository.ts: IncidentsRepository.claim
INSERT INTO integration_health AS h (name, checked_at)
SELECT name, now() FROM unnest(${[...INTEGRATIONS]}::text[]) AS name ORDER BY name
ON CONFLICT (name) DO UPDATE SET checked_at = excluded.checked_at
WHERE h.checked_at <= now() - make_interval(secs => ${CHECK_SECONDS})
RETURNING name

-- health/incidents.repository.ts: IncidentsRepository.lock
SELECT failed_checks, is_down, quota_is_low FROM integration_health WHERE name = ${name} FOR UPDATE

-- health/incidents.repository.ts: IncidentsRepository.store
UPDATE integration_health
SET failed_checks = ${failedChecks}, is_down = ${isDown}, quota_is_low = ${quotaIsLow} WHERE name = ${name}

-- health/incidents.repository.ts: IncidentsRepository.failingHosts
SELECT coalesce(data ->> 'host', 'the server') AS host FROM notice
WHERE type = 'integration.changed' AND data ->> 'destination' = ${name} AND data ->> 'state' = 'down'
ORDER BY 1 LIMIT 5

-- oauth/flows.repository.ts: SEALED_VERIFIERS
verifier = ${verifier}

-- oauth/flows.repository.ts: FlowsRepository.insert
INSERT INTO oauth_flow (id, provider, session_id, project_id, challenge, return_to, expires_at)
VALUES (${id}, ${provider}, ${sessionId}, ${projectId}, ${challenge}, ${returnTo}, now() + interval '10 minutes')
RETURNING expires_at

-- oauth/flows.repository.ts: FlowsRepository.get
SELECT ${COLUMNS} FROM oauth_flow WHERE id = ${id} AND expires_at > now()

-- oauth/flows.repository.ts: FlowsRepository.begin
UPDATE oauth_flow SET key = ${key}, verifier = ${verifier}
WHERE id = ${id} AND key IS NULL AND expires_at > now()

-- oauth/flows.repository.ts: FlowsRepository.take
DELETE FROM oauth_flow WHERE key = ${key} AND provider = ${provider} AND expires_at > now() RETURNING ${COLUMNS}

-- oauth/flows.repository.ts: FlowsRepository.addCode
INSERT INTO oauth_code (hash, session_id, project_id, challenge, grant_id, expires_at)
VALUES (${hash}, ${sessionId}, ${projectId}, ${challenge}, ${grantId}, now() + interval '60 seconds')

-- oauth/flows.repository.ts: FlowsRepository.takeCode
WITH burnt AS (DELETE FROM oauth_code WHERE hash = ${hash}
  RETURNING hash, session_id, project_id, challenge, grant_id, expires_at)
SELECT hash, session_id, project_id, challenge, grant_id FROM burnt WHERE expires_at > now()

-- oauth/flows.repository.ts: FlowsRepository.purge
DELETE FROM oauth_code WHERE expires_at <= now()

-- oauth/flows.repository.ts: FlowsRepository.purge
DELETE FROM oauth_flow WHERE expires_at <= now()

-- oauth/grants.repository.ts: GrantsRepository.insert
INSERT INTO oauth_grant (id, provider, account_id, handle, tokens, expires_at)
VALUES (${id}, ${provider}, ${accountId}, ${handle}, ${JSON.stringify(tokens)}, clock_timestamp() + make_interval(secs => ${seconds}::integer))

-- oauth/grants.repository.ts: GrantsRepository.get
SELECT ${COLUMNS}, coalesce(expires_at < clock_timestamp() + interval '1 minute', false) AS is_due FROM oauth_grant WHERE id = ${id}

-- oauth/grants.repository.ts: GrantsRepository.hold
UPDATE oauth_grant SET state = 'held' WHERE id = ${id} AND state = 'offered'

-- oauth/grants.repository.ts: GrantsRepository.remove
DELETE FROM oauth_grant WHERE id = ${id}

-- oauth/grants.repository.ts: GrantsRepository.end
UPDATE oauth_grant SET state = 'ended', changed_at = now() WHERE id = ${id}

-- oauth/grants.repository.ts: GrantsRepository.lease
UPDATE oauth_grant SET leased_until = date_trunc('milliseconds', clock_timestamp() + interval '10 seconds')
WHERE id = ${id} AND /* isAhead ? */ expires_at < clock_timestamp() + interval '30 days' /* : */ expires_at < clock_timestamp() + interval '1 minute' /* . */ AND leased_until < clock_timestamp() RETURNING ${COLUMNS}

-- oauth/grants.repository.ts: GrantsRepository.dueAhead
SELECT id FROM oauth_grant
WHERE provider = ANY (${providers}) AND state = 'held' AND expires_at < clock_timestamp() + interval '30 days' ORDER BY random() LIMIT ${limit}

-- oauth/grants.repository.ts: GrantsRepository.lockAccount
SELECT exclusive_lock('account of ' || ${provider}::text || ' ' || ${accountId}::text)

-- oauth/grants.repository.ts: GrantsRepository.isHeld
SELECT FROM oauth_grant WHERE provider = ${provider} AND account_id = ${accountId} AND state = 'held' LIMIT 1

-- oauth/grants.repository.ts: GrantsRepository.renew
UPDATE oauth_grant
SET tokens = ${JSON.stringify(tokens)}, expires_at = clock_timestamp() + make_interval(secs => ${seconds}::integer), leased_until = '-infinity'
WHERE id = ${id} AND leased_until = ${leasedUntil}

-- oauth/grants.repository.ts: GrantsRepository.release
UPDATE oauth_grant SET leased_until = '-infinity' WHERE id = ${id} AND leased_until = ${leasedUntil}

-- oauth/grants.repository.ts: GrantsRepository.refuse
UPDATE oauth_grant SET state = 'refused', leased_until = '-infinity' WHERE id = ${id} AND state IN ('offered', 'held')

-- oauth/grants.repository.ts: GrantsRepository.connectionsOf
SELECT project_id, provider, account_id FROM project_connection WHERE grant_id = ${id}

-- oauth/grants.repository.ts: GrantsRepository.takeEnded
UPDATE oauth_grant SET leased_until = clock_timestamp() + interval '1 minute'
WHERE id = (
  SELECT id FROM oauth_grant g WHERE state = 'ended' AND leased_until < clock_timestamp()
    -- Webhooks are taken back with it first.
    AND NOT EXISTS (SELECT FROM codehost_hook h WHERE h.grant_id = g.id)
  ORDER BY leased_until LIMIT 1 FOR UPDATE SKIP LOCKED
)
RETURNING ${COLUMNS}, changed_at < now() - interval '1 day' AS is_late

-- oauth/grants.repository.ts: GrantsRepository.purge
DELETE FROM oauth_grant WHERE state = 'offered' AND changed_at < now() - interval '1 day'

-- oauth/grants.repository.ts: SEALED_GRANTS
tokens = ${JSON.stringify(tokens)}

-- outbound/health.repository.ts: HealthRepository.change
SELECT data ->> 'state' AS state FROM notice
WHERE type = 'integration.changed' AND aggregate_id = ${serverId} FOR UPDATE

-- platforms/codehost/hooks.repository.ts: SEALED_HOOKS
fields = ${JSON.stringify(fields)}

-- platforms/codehost/hooks.repository.ts: HooksRepository.get
SELECT ${COLUMNS} FROM codehost_hook WHERE id = ${id} AND ended_at IS NULL

-- platforms/codehost/hooks.repository.ts: HooksRepository.takeProject
UPDATE project_connection SET hooks_due_at = clock_timestamp() + interval '1 minute'
WHERE id = (
  SELECT id FROM project_connection
  WHERE provider = 'codehost' AND hooks_due_at < clock_timestamp() AND grant_id IS NOT NULL
  ORDER BY hooks_due_at LIMIT 1 FOR UPDATE SKIP LOCKED
)
RETURNING project_id

-- platforms/codehost/hooks.repository.ts: HooksRepository.want
WITH unwanted AS (
  UPDATE codehost_hook SET ended_at = now(), leased_until = '-infinity'
  WHERE project_id = ${projectId} AND ended_at IS NULL AND repository <> ALL (${repositories}::text[])
)
INSERT INTO codehost_hook (id, project_id, repository, grant_id, fields)
SELECT w.id, c.project_id, w.repository, c.grant_id, jsonb_build_object('secret', w.secret)
FROM project_connection c CROSS JOIN unnest(${hooks.map(({ id }) => id)}::uuid[],
  ${hooks.map(({ repository }) => repository)}::text[], ${hooks.map(({ secret }) => secret)}::text[])
  AS w (id, repository, secret)
WHERE c.project_id = ${projectId} AND c.provider = 'codehost' AND c.grant_id IS NOT NULL
ON CONFLICT (project_id, repository) WHERE ended_at IS NULL DO NOTHING

-- platforms/codehost/hooks.repository.ts: HooksRepository.endUnconnected
UPDATE codehost_hook h SET ended_at = now(), leased_until = '-infinity'
WHERE ended_at IS NULL AND NOT EXISTS (
  SELECT FROM project_connection c
  WHERE c.project_id = h.project_id AND c.provider = 'codehost' AND c.grant_id = h.grant_id
)

-- platforms/codehost/hooks.repository.ts: HooksRepository.take
UPDATE codehost_hook
SET leased_until = clock_timestamp() + CASE WHEN ended_at IS NULL THEN interval '10 minutes' ELSE interval '1 minute' END
WHERE id = (
  SELECT id FROM codehost_hook
  WHERE (hook_id IS NULL OR ended_at IS NOT NULL) AND leased_until < clock_timestamp()
  ORDER BY leased_until LIMIT 1 FOR UPDATE SKIP LOCKED
)
RETURNING ${COLUMNS}, ended_at < now() - interval '1 day' AS is_late

-- platforms/codehost/hooks.repository.ts: HooksRepository.created
UPDATE codehost_hook SET hook_id = ${hookId} WHERE id = ${id}

-- platforms/codehost/hooks.repository.ts: HooksRepository.remove
DELETE FROM codehost_hook WHERE id = ${id}

-- platforms/messenger/chats.repository.ts: MessengerChatsRepository.list
SELECT chat_id, title, type, is_admin FROM messenger_chat
WHERE bot_id = ${botId} ORDER BY title, chat_id LIMIT ${MAX_MESSENGER_CHATS}

-- platforms/messenger/chats.repository.ts: MessengerChatsRepository.store
INSERT INTO messenger_chat (bot_id, chat_id, title, type, is_admin)
VALUES (${botId}, ${chatId}, ${title}, ${type}, ${isAdmin})
ON CONFLICT (bot_id, chat_id) DO UPDATE
SET title = excluded.title, type = excluded.type, is_admin = excluded.is_admin

-- platforms/messenger/chats.repository.ts: MessengerChatsRepository.rename
UPDATE messenger_chat SET title = ${title} WHERE bot_id = ${botId} AND chat_id = ${chatId}

-- platforms/messenger/chats.repository.ts: MessengerChatsRepository.move
INSERT INTO messenger_chat (bot_id, chat_id, title, type, is_admin)
SELECT bot_id, ${toChatId}, title, 'supergroup', is_admin FROM messenger_chat
WHERE bot_id = ${botId} AND chat_id = ${chatId}
ON CONFLICT DO NOTHING

-- platforms/messenger/chats.repository.ts: MessengerChatsRepository.remove
DELETE FROM messenger_chat WHERE bot_id = ${botId} AND chat_id = ${chatId}

-- platforms/messenger/ended-bots.repository.ts: EndedBotsRepository.add
INSERT INTO messenger_ended_bot (id, bot_id, project_id, fields)
VALUES (${newId()}, ${accountId}, ${projectId}, ${JSON.stringify(fields)})

-- platforms/messenger/ended-bots.repository.ts: EndedBotsRepository.lock
SELECT exclusive_lock('messenger bot ' || ${botId}::text)

-- platforms/messenger/ended-bots.repository.ts: EndedBotsRepository.take
UPDATE messenger_ended_bot SET leased_until = clock_timestamp() + interval '1 minute'
WHERE id = (
  SELECT id FROM messenger_ended_bot WHERE leased_until < clock_timestamp() ORDER BY leased_until LIMIT 1
  FOR UPDATE SKIP LOCKED
)
RETURNING id, bot_id, project_id, fields, ended_at < now() - interval '1 day' AS is_late

-- platforms/messenger/ended-bots.repository.ts: EndedBotsRepository.remove
DELETE FROM messenger_ended_bot WHERE id = ${id}

-- platforms/messenger/ended-bots.repository.ts: SEALED_ENDED_BOTS
fields = ${JSON.stringify(fields)}

-- platforms/messenger/latest-updates.repository.ts: LatestUpdatesRepository.isLatest
INSERT INTO messenger_latest_update AS latest (bot_id, subject, update_id)
VALUES (${botId}, ${subject}, ${updateId}::bigint)
ON CONFLICT (bot_id, subject) DO UPDATE SET update_id = excluded.update_id, applied_at = excluded.applied_at
WHERE latest.update_id < excluded.update_id OR latest.applied_at < now() - interval '7 days'

-- platforms/messenger/latest-updates.repository.ts: LatestUpdatesRepository.purge
DELETE FROM messenger_latest_update WHERE applied_at < now() - interval '7 days'

-- platforms/messenger/starts.repository.ts: MessengerStartsRepository.insert
INSERT INTO messenger_start (quest_id, user_id, account_id) VALUES (${questId}, ${userId}, ${accountId})
ON CONFLICT DO NOTHING

-- platforms/messenger/starts.repository.ts: MessengerStartsRepository.find
SELECT started_at FROM messenger_start
WHERE quest_id = ${questId} AND user_id = ${userId} AND account_id = ${accountId}

-- platforms/messenger/starts.repository.ts: MessengerStartsRepository.merge
INSERT INTO messenger_start (quest_id, user_id, account_id, started_at)
SELECT quest_id, ${survivorId}, account_id, started_at FROM messenger_start WHERE user_id = ${absorbedId}
ON CONFLICT DO NOTHING

-- platforms/messenger/starts.repository.ts: MessengerStartsRepository.forget
DELETE FROM messenger_start WHERE user_id = ${userId}

-- platforms/microblog/spaces.repository.ts: SpacesRepository.askAgain
UPDATE microblog_space SET asked_at = now(), due_at = CASE
  WHEN due_at IS NULL AND state IS NULL AND read_at < now() - interval '1 minute' THEN now()
  WHEN due_at IS NULL OR failure IS NOT NULL THEN due_at
  ELSE least(due_at, greatest(now(), read_at + make_interval(secs => ${STALE_SECONDS})))
END
WHERE space_id = ${spaceId}

-- platforms/microblog/spaces.repository.ts: SpacesRepository.insert
INSERT INTO microblog_space_project AS p (project_id) VALUES (${projectId})
ON CONFLICT (project_id) DO UPDATE SET project_id = p.project_id

-- platforms/microblog/spaces.repository.ts: SpacesRepository.insert
INSERT INTO microblog_space (space_id, project_id, is_submitted)
SELECT ${spaceId}, ${projectId}, ${isSubmitted}
WHERE (
  SELECT count(*) FROM microblog_space
  WHERE project_id = ${projectId} AND is_submitted = ${isSubmitted} AND due_at IS NOT NULL
) < ${max}
ON CONFLICT (space_id) DO UPDATE SET asked_at = now()

-- platforms/microblog/spaces.repository.ts: SpacesRepository.find
SELECT space_id, state, title, creator_id, host_ids, speaker_ids, scheduled_start, started_at, ended_at,
  participants, failure, read_at IS NULL AND failure IS NULL AS is_unread,
  cardinality(host_ids) < ${MAX_SPACE_HOSTS} AND cardinality(speaker_ids) < ${MAX_SPEAKERS} AS is_complete,
  coalesce(due_at <= now(), false) AS is_due
FROM microblog_space WHERE space_id = ${spaceId}

-- platforms/microblog/spaces.repository.ts: SpacesRepository.claim
WITH turn AS (
  UPDATE microblog_space_pace
  SET next_at = greatest(next_at, now() - make_interval(secs => ${BURST_SECONDS}))
    + make_interval(secs => ${PACE_SECONDS})
  WHERE next_at <= now()
    AND EXISTS (SELECT FROM microblog_space WHERE due_at <= now() AND leased_until < now())
  RETURNING next_at
), due AS (
  SELECT space_id FROM microblog_space
  WHERE due_at <= now() AND leased_until < now() AND EXISTS (SELECT FROM turn)
    AND (state IS NULL) = (
      SELECT state IS NULL FROM microblog_space
      WHERE due_at <= now() AND leased_until < now() ORDER BY due_at LIMIT 1
    )
  ORDER BY due_at LIMIT ${MAX_SPACES} FOR UPDATE SKIP LOCKED
)
UPDATE microblog_space s SET leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
FROM due WHERE s.space_id = due.space_id
RETURNING s.space_id, now() AS claimed_at

-- platforms/microblog/spaces.repository.ts: SpacesRepository.addSeen
s.host_ids

-- platforms/microblog/spaces.repository.ts: SpacesRepository.addSeen
n.host_ids

-- platforms/microblog/spaces.repository.ts: SpacesRepository.addSeen
s.speaker_ids

-- platforms/microblog/spaces.repository.ts: SpacesRepository.addSeen
n.speaker_ids

-- platforms/microblog/spaces.repository.ts: SpacesRepository.addSeen
UPDATE microblog_space s SET
  state = n.state,
  title = coalesce(nullif(n.title, ''), s.title),
  creator_id = coalesce(s.creator_id, n.creator_id),
  host_ids = ${known} || ARRAY(
  SELECT id FROM unnest(${found}) AS id WHERE id <> ALL (${known}) LIMIT greatest(0, ${MAX_SPACE_HOSTS} - cardinality(${known}))),
  speaker_ids = ${known} || ARRAY(
  SELECT id FROM unnest(${found}) AS id WHERE id <> ALL (${known}) LIMIT greatest(0, ${MAX_SPEAKERS} - cardinality(${known}))),
  scheduled_start = coalesce(n.scheduled_start, s.scheduled_start),
  started_at = coalesce(s.started_at, n.started_at),
  ended_at = CASE WHEN n.state = 'ended' THEN coalesce(s.ended_at, least(n.ended_at, ${claimedAt})) END,
  participants = greatest(s.participants, n.participants),
  misses = 0, failure = n.failure, read_at = ${claimedAt}, leased_until = '-infinity',
  due_at = CASE n.state
    WHEN 'live' THEN date_trunc('minute', now()) + interval '1 minute'
    WHEN 'scheduled' THEN least(now() + interval '10 minutes', greatest(date_trunc('minute', now()) + interval '1 minute', n.scheduled_start))
  END
FROM jsonb_to_recordset(${JSON.stringify(seen.map(toRecord))}::jsonb) AS n (
  space_id text, state text, title text, creator_id text, host_ids text[], speaker_ids text[],
  scheduled_start timestamptz, started_at timestamptz, ended_at timestamptz, participants integer, failure text)
WHERE s.space_id = n.space_id AND (s.read_at IS NULL OR s.read_at <= ${claimedAt})

-- platforms/microblog/spaces.repository.ts: SpacesRepository.addMissing
UPDATE microblog_space SET
  state = CASE WHEN state IS NOT NULL THEN 'ended' END,
  ended_at = CASE WHEN state IS NOT NULL THEN coalesce(ended_at, ${claimedAt}) END,
  misses = misses + 1, failure = NULL, read_at = ${claimedAt}, leased_until = '-infinity',
  due_at = CASE WHEN state IS NOT NULL AND misses + 1 < ${MAX_MISSES} THEN date_trunc('minute', now()) + interval '1 minute' END
WHERE space_id = ANY(${spaceIds}::text[]) AND (read_at IS NULL OR read_at <= ${claimedAt})

-- platforms/microblog/spaces.repository.ts: SpacesRepository.addFailure
UPDATE microblog_space
SET failure = ${reason}, leased_until = '-infinity', due_at = greatest(date_trunc('minute', now()) + interval '1 minute', ${retryAt}::timestamptz)
WHERE space_id = ANY(${spaceIds}::text[])

-- platforms/microblog/spaces.repository.ts: SpacesRepository.release
UPDATE microblog_space SET leased_until = '-infinity', due_at = now()
WHERE space_id = ANY(${spaceIds}::text[]) AND due_at IS NOT NULL

-- platforms/microblog/spaces.repository.ts: SpacesRepository.purge
DELETE FROM microblog_space
WHERE asked_at < now() - make_interval(days => ${KEPT_DAYS})
  OR (asked_at < now() - interval '1 day' AND state IS NULL AND due_at IS NULL)

-- project-webhooks/project-webhooks.repository.ts: SEALED_WEBHOOK_SECRETS
fields = ${JSON.stringify(fields)}

-- project-webhooks/project-webhooks.repository.ts: ProjectWebhooksRepository.list
SELECT ${COLUMNS} FROM project_webhook WHERE project_id = ${projectId} ORDER BY id LIMIT ${MAX_WEBHOOKS}

-- project-webhooks/project-webhooks.repository.ts: ProjectWebhooksRepository.get
SELECT ${COLUMNS} FROM project_webhook WHERE id = ${id} AND project_id = ${projectId}

-- project-webhooks/project-webhooks.repository.ts: ProjectWebhooksRepository.add
INSERT INTO project_webhook (id, project_id, url, events, description, fields, created_by)
SELECT ${id}, ${projectId}, ${url}, ${events}::text[], ${description}, ${JSON.stringify(fields)}::jsonb, ${createdBy}
WHERE (SELECT count(*) FROM project_webhook WHERE project_id = ${projectId}) < ${MAX_WEBHOOKS}
RETURNING ${COLUMNS}

-- project-webhooks/project-webhooks.repository.ts: ProjectWebhooksRepository.update
UPDATE project_webhook SET url = coalesce(${url ?? null}, url), events = coalesce(${events ?? null}::text[], events),
  description = /* description === undefined ? */ description /* : */ ${description} /* . */,
  disabled_reason = CASE WHEN ${enabled ?? null}::boolean THEN NULL WHEN NOT ${enabled ?? null}::boolean THEN coalesce(disabled_reason, 'team')
    ELSE disabled_reason END,
  failing_since = CASE WHEN ${enabled ?? null}::boolean THEN NULL ELSE failing_since END,
  is_reported = is_reported AND ${enabled ?? null}::boolean IS NOT TRUE, updated_at = now()
WHERE id = ${id} AND project_id = ${projectId} RETURNING ${COLUMNS}

-- project-webhooks/project-webhooks.repository.ts: ProjectWebhooksRepository.replaceSecret
UPDATE project_webhook
SET fields = ${JSON.stringify(fields)}::jsonb, previous_until = now() + interval '24 hours', updated_at = now()
WHERE id = ${id} RETURNING ${COLUMNS}

-- project-webhooks/project-webhooks.repository.ts: ProjectWebhooksRepository.delete
DELETE FROM project_webhook WHERE id = ${id} AND project_id = ${projectId}

-- project-webhooks/project-webhooks.repository.ts: ProjectWebhooksRepository.deleteAll
DELETE FROM project_webhook WHERE project_id = ${projectId}

-- project-webhooks/project-webhooks.repository.ts: ProjectWebhooksRepository.purgeSecrets
UPDATE project_webhook SET fields = fields - 'previous', previous_until = NULL WHERE previous_until <= now()

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.list
d.webhook_id = ${webhookId}

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.list
d.status = ${status}

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.list
d.event = ${event}

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.list
d.created_at >= ${from}

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.list
d.created_at < ${to}

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.list
d.id < ${before}

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.list
SELECT ${COLUMNS} FROM project_webhook_delivery d WHERE ${join(conditions, ' AND ')}
ORDER BY d.id DESC LIMIT ${limit + 1}

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.show
SELECT ${COLUMNS} FROM project_webhook_delivery d WHERE d.id = ${deliveryId} AND d.webhook_id = ${webhookId}

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.show
SELECT at, url, outcome, status, answer FROM project_webhook_try WHERE delivery_id = ${deliveryId}
ORDER BY id DESC LIMIT ${MAX_TRIES_SHOWN}

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.add
INSERT INTO project_webhook_delivery (id, webhook_id, event_id, event, body)
SELECT id, webhook_id, ${event.eventId}, ${event.event}, ${event.body}
FROM unnest(${ids}::uuid[], ${webhookIds}::uuid[]) AS u (id, webhook_id)
WHERE EXISTS (SELECT FROM project_webhook w WHERE w.id = webhook_id)
ON CONFLICT (webhook_id, event_id) DO NOTHING

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.of
SELECT ${COLUMNS} FROM project_webhook_delivery d WHERE d.webhook_id = ${webhookId} AND d.event_id = ${eventId}

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.resend
UPDATE project_webhook_delivery d SET status = 'waiting', tries = 0, due_at = now(), finished_at = NULL
WHERE d.id = ${deliveryId} AND d.webhook_id = ${webhookId} RETURNING ${COLUMNS}

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.resendRange
SELECT id FROM project_webhook_delivery WHERE webhook_id = ${webhookId} AND status = ${status} AND created_at >= ${from} AND created_at < ${to} ORDER BY id LIMIT ${MAX_RESENT + 1}

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.resendRange
UPDATE project_webhook_delivery SET status = 'waiting', tries = 0, due_at = now(), finished_at = NULL
WHERE id = ANY(${ids}::uuid[]) AND webhook_id = ${webhookId} AND status = ${status} AND created_at >= ${from} AND created_at < ${to}

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.claim
WITH due AS (
  SELECT d.id FROM project_webhook w CROSS JOIN LATERAL (
    SELECT id, due_at FROM project_webhook_delivery
    WHERE webhook_id = w.id AND status = 'waiting' AND due_at <= clock_timestamp()
      AND leased_until < clock_timestamp()
    ORDER BY due_at LIMIT greatest(0, ${SLOTS_OF_WEBHOOK} - (
      SELECT count(*) FROM project_webhook_delivery l
      WHERE l.webhook_id = w.id AND l.status = 'waiting' AND l.leased_until >= clock_timestamp()))
    FOR UPDATE SKIP LOCKED) d
  WHERE w.disabled_reason IS NULL ORDER BY d.due_at LIMIT ${limit}
)
UPDATE project_webhook_delivery d SET leased_until = clock_timestamp() + interval '30 seconds', tries = d.tries + 1
FROM due, project_webhook w WHERE d.id = due.id AND w.id = d.webhook_id
RETURNING d.id, d.webhook_id, d.event_id, d.body, d.tries, w.project_id, w.url, w.fields, w.previous_until

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.record
UPDATE project_webhook_delivery SET status = ${status}, leased_until = '-infinity',
  due_at = now() + make_interval(secs => ${retryIn ?? 0}), finished_at = CASE WHEN ${status !== 'waiting'}::boolean THEN now() END
WHERE id = ${id} AND tries = ${tries} AND status = 'waiting'

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.record
INSERT INTO project_webhook_try (id, delivery_id, url, outcome, status, answer)
VALUES (${newId()}, ${id}, ${made.url}, ${made.outcome}, ${made.status}, ${made.answer})

-- project-webhooks/webhook-deliveries.repository.ts: WebhookDeliveriesRepository.purge
DELETE FROM project_webhook_delivery WHERE id IN (
  SELECT id FROM project_webhook_delivery
  WHERE created_at < now() - make_interval(days => ${KEPT_DAYS}) LIMIT 10000)

-- project-webhooks/webhook-failures.repository.ts: WebhookFailuresRepository.forget
UPDATE project_webhook SET failing_since = NULL, is_reported = false
WHERE id = ${webhookId} AND failing_since IS NOT NULL

-- project-webhooks/webhook-failures.repository.ts: WebhookFailuresRepository.note
UPDATE project_webhook SET failing_since = now() WHERE id = ${webhookId} AND failing_since IS NULL

-- project-webhooks/webhook-failures.repository.ts: WebhookFailuresRepository.note
UPDATE project_webhook SET is_reported = true
WHERE id = ${webhookId} AND NOT is_reported AND failing_since < now() - interval '1 hour' RETURNING id, project_id, url

-- project-webhooks/webhook-failures.repository.ts: WebhookFailuresRepository.disableFailing
id = ${webhookId} AND failing_since < now() - interval '3 days'

-- project-webhooks/webhook-failures.repository.ts: WebhookFailuresRepository.disableGone
id = ${webhookId}

-- project-webhooks/webhook-failures.repository.ts: WebhookFailuresRepository.disableFull
id = ANY(${webhookIds}::uuid[]) AND ${MAX_WAITING} < (
SELECT count(*) FROM (
  SELECT FROM project_webhook_delivery d WHERE d.webhook_id = project_webhook.id AND d.status = 'waiting'
  LIMIT ${MAX_WAITING + 1}) waiting)

-- project-webhooks/webhook-failures.repository.ts: disable
UPDATE project_webhook SET disabled_reason = ${reason}, is_reported = true, updated_at = now()
WHERE disabled_reason IS NULL AND ${which} RETURNING id, project_id, url

-- project-webhooks/webhook-log.repository.ts: WebhookLogRepository.position
SELECT epoch, seq::text AS seq FROM webhook_log_position
WHERE EXISTS (SELECT FROM project_webhook WHERE disabled_reason IS NULL)

-- project-webhooks/webhook-log.repository.ts: WebhookLogRepository.begin
INSERT INTO webhook_log_position (epoch, seq) VALUES (${epoch}, ${seq}) ON CONFLICT (is_only) DO UPDATE
SET epoch = ${epoch}, seq = ${seq} WHERE NOT EXISTS (SELECT FROM project_webhook WHERE disabled_reason IS NULL)

-- project-webhooks/webhook-log.repository.ts: WebhookLogRepository.receivers
SELECT id, project_id, events FROM project_webhook
WHERE disabled_reason IS NULL AND project_id = ANY(${projectIds}::uuid[]) ORDER BY id

-- project-webhooks/webhook-log.repository.ts: WebhookLogRepository.move
UPDATE webhook_log_position SET epoch = ${epoch}, seq = ${seq} WHERE epoch = ${from.epoch} AND seq = ${from.seq}

-- signing/signing-secrets.repository.ts: SEALED_SIGNING_SECRETS
fields = ${JSON.stringify(fields)}

-- signing/signing-secrets.repository.ts: SigningSecretsRepository.get
SELECT ${COLUMNS} FROM project_signing_secret WHERE project_id = ${projectId}

-- signing/signing-secrets.repository.ts: SigningSecretsRepository.store
INSERT INTO project_signing_secret (project_id, fields, created_by)
VALUES (${projectId}, ${JSON.stringify(fields)}, ${createdBy})
ON CONFLICT (project_id) DO UPDATE
SET fields = excluded.fields, previous_until = now() + interval '24 hours', created_by = excluded.created_by,
  created_at = excluded.created_at
RETURNING ${COLUMNS}

-- signing/signing-secrets.repository.ts: SigningSecretsRepository.remove
DELETE FROM project_signing_secret WHERE project_id = ${projectId}

-- signing/signing-secrets.repository.ts: SigningSecretsRepository.purge
UPDATE project_signing_secret SET fields = fields - 'previous', previous_until = NULL WHERE previous_until <= now()

-- spend/charges.repository.ts: ChargesRepository.addToCampaign
INSERT INTO campaign_spend AS c (campaign_id, project_id, spent_micros)
SELECT ${campaignId}, ${projectId}, ${micros}::bigint WHERE ${micros}::bigint <= (${budgetUsd}::numeric * 1000000)::bigint
ON CONFLICT (campaign_id) DO UPDATE SET spent_micros = c.spent_micros + excluded.spent_micros
WHERE c.spent_micros + excluded.spent_micros <= (${budgetUsd}::numeric * 1000000)::bigint

-- spend/charges.repository.ts: ChargesRepository.addToQuota
INSERT INTO quota_use AS q (provider, starts_at, project_id, used)
VALUES (${provider}, date_trunc(${window}, now(), ${timeZone}), ${NONE}, ${used})
ON CONFLICT (provider, starts_at, project_id) DO UPDATE SET used = q.used + excluded.used
RETURNING used, starts_at, date_trunc(${window}, date_trunc(${window}, now(), ${timeZone}) + 1.5 * ${`1 ${window}`}::interval, ${timeZone}) AS ends_at,
  (extract(epoch FROM now() - starts_at) / extract(epoch FROM date_trunc(${window}, date_trunc(${window}, now(), ${timeZone}) + 1.5 * ${`1 ${window}`}::interval, ${timeZone}) - starts_at))::float8 AS elapsed

-- spend/charges.repository.ts: ChargesRepository.addToQuota
INSERT INTO quota_holder_use AS h (provider, starts_at, holder, used)
VALUES (${provider}, date_trunc(${window}, now(), ${timeZone}), ${holder}, ${used})
ON CONFLICT (provider, starts_at, holder) DO UPDATE SET used = h.used + excluded.used
RETURNING used

-- spend/charges.repository.ts: ChargesRepository.leftOf
SELECT greatest(0, ${quota.most} - coalesce(sum(used), 0)) AS remaining, date_trunc(${window}, date_trunc(${window}, now(), ${timeZone}) + 1.5 * ${`1 ${window}`}::interval, ${timeZone}) AS resets_at
FROM quota_use WHERE provider = ${provider} AND starts_at = date_trunc(${window}, now(), ${timeZone}) AND project_id = ${NONE}

-- spend/charges.repository.ts: ChargesRepository.addToSpend
INSERT INTO platform_spend AS s (project_id, day, provider, campaign_id, requests, spent_micros)
VALUES (${projectId}, (now() AT TIME ZONE 'UTC')::date, ${provider}, ${campaignId}, ${requests}, ${micros})
ON CONFLICT (project_id, day, provider, campaign_id) DO UPDATE
  SET requests = s.requests + excluded.requests, spent_micros = s.spent_micros + excluded.spent_micros
RETURNING day::text

-- spend/charges.repository.ts: ChargesRepository.takeBack
UPDATE quota_holder_use SET used = used - ${quota.used}
WHERE provider = ${provider} AND starts_at = ${quota.startsAt} AND holder = ${holder}

-- spend/charges.repository.ts: ChargesRepository.takeBack
UPDATE campaign_spend SET spent_micros = spent_micros - ${micros} WHERE campaign_id = ${campaignId}

-- spend/charges.repository.ts: ChargesRepository.takeBack
UPDATE quota_use SET used = used - ${quota.used}
WHERE provider = ${provider} AND starts_at = ${quota.startsAt} AND project_id = ${NONE}

-- spend/charges.repository.ts: ChargesRepository.takeBack
UPDATE platform_spend SET requests = requests - ${requests}, spent_micros = spent_micros - ${micros}
WHERE project_id = ${projectId} AND day = ${day} AND provider = ${provider} AND campaign_id = ${campaignId}

-- spend/charges.repository.ts: ChargesRepository.reach
INSERT INTO campaign_spend AS c (campaign_id, project_id, spent_micros, ${column})
VALUES (${campaignId}, ${projectId}, 0, ${budgetUsd}::numeric)
ON CONFLICT (campaign_id) DO UPDATE SET ${column} = excluded.${column}
WHERE c.${column} IS DISTINCT FROM excluded.${column} AND /* level === 'used' ? */ true /* : */ c.spent_micros >= 0.8 * (${budgetUsd}::numeric * 1000000)::bigint /* . */

-- spend/charges.repository.ts: ChargesRepository.ofCampaign
SELECT spent_micros::text AS spent FROM campaign_spend WHERE campaign_id = ${campaignId}

-- spend/charges.repository.ts: ChargesRepository.purgeQuotas
DELETE FROM ${table} WHERE starts_at < now() - interval '2 days'

-- spend/charges.repository.ts: ChargesRepository.purgeQuotas
quota_use

-- spend/charges.repository.ts: ChargesRepository.purgeQuotas
quota_holder_use

-- spend/spend.repository.ts: SpendRepository.list
project_id = ${projectId}

-- spend/spend.repository.ts: SpendRepository.list
provider = ${provider}

-- spend/spend.repository.ts: SpendRepository.list
campaign_id = ${campaignId}

-- spend/spend.repository.ts: SpendRepository.list
date_trunc(${period}, day::timestamp) >= ${from}::timestamptz AT TIME ZONE 'UTC'

-- spend/spend.repository.ts: SpendRepository.list
date_trunc(${period}, day::timestamp) < ${to}::timestamptz AT TIME ZONE 'UTC'

-- spend/spend.repository.ts: SpendRepository.list
SELECT *, jsonb_build_array(${'newest'}::text, ${key}) AS sort_key FROM (
  SELECT date_trunc(${period}, day::timestamp) AT TIME ZONE 'UTC' AS period_start, (extract(epoch FROM date_trunc(${period}, day::timestamp)) * 1000)::bigint AS start_ms,
    project_id, provider, campaign_id, sum(requests)::text AS requests, sum(spent_micros)::text AS micros
  FROM platform_spend WHERE true AND ${..wanted}
  GROUP BY 1, 2, project_id, provider, campaign_id
) AS summed
WHERE /* last.length === 0 ? */ true /* : */ (${key}) ${beyond} (${join(last)}) /* . */ ORDER BY ${orderBy} LIMIT ${limit + 1}

-- spend/spend.repository.ts: SpendRepository.purge
DELETE FROM platform_spend WHERE day < (now() AT TIME ZONE 'UTC')::date - ${SPEND_DAYS}::integer

-- webhooks/account-links/link-tokens.repository.ts: LinkTokensRepository.insert
INSERT INTO account_link (user_id, provider, receiver, token_hash, expires_at)
VALUES (${userId}, ${provider}, ${receiver}, ${tokenHash}, now() + make_interval(mins => ${minutes}))
ON CONFLICT (user_id, provider) DO UPDATE
SET receiver = excluded.receiver, token_hash = excluded.token_hash, expires_at = excluded.expires_at,
  account_id = NULL, confirmation_hash = NULL, used_at = NULL
RETURNING expires_at

-- webhooks/account-links/link-tokens.repository.ts: LinkTokensRepository.bind
UPDATE account_link SET account_id = ${accountId}
WHERE token_hash = ${tokenHash} AND provider = ${provider} AND receiver = ${receiver}
  AND used_at IS NULL AND expires_at > ${at} AND (account_id IS NULL OR account_id = ${accountId})
RETURNING user_id

-- webhooks/account-links/link-tokens.repository.ts: LinkTokensRepository.awaitConfirmation
UPDATE account_link SET confirmation_hash = ${confirmationHash} WHERE token_hash = ${tokenHash}

-- webhooks/account-links/link-tokens.repository.ts: LinkTokensRepository.confirmed
SELECT user_id FROM account_link
WHERE confirmation_hash = ${confirmationHash} AND provider = ${provider} AND receiver = ${receiver}
  AND account_id = ${accountId} AND used_at IS NULL AND expires_at > ${at}

-- webhooks/account-links/link-tokens.repository.ts: LinkTokensRepository.use
UPDATE account_link SET used_at = now() WHERE confirmation_hash = ${confirmationHash}

-- webhooks/account-links/link-tokens.repository.ts: LinkTokensRepository.forget
DELETE FROM account_link WHERE user_id = ${userId}

-- webhooks/account-links/link-tokens.repository.ts: LinkTokensRepository.purge
DELETE FROM account_link WHERE expires_at < now() - interval '1 hour'

-- webhooks/account-links/scoped-accounts.repository.ts: ScopedAccountsRepository.scopedId
SELECT scoped_id FROM scoped_account
WHERE provider = ${provider} AND scope = ${scope} AND account_id = ${accountId}

-- webhooks/account-links/scoped-accounts.repository.ts: ScopedAccountsRepository.accountId
SELECT account_id FROM scoped_account
WHERE provider = ${provider} AND scope = ${scope} AND scoped_id = ${scopedId}

-- webhooks/account-links/scoped-accounts.repository.ts: ScopedAccountsRepository.store
INSERT INTO scoped_account (provider, scope, scoped_id, account_id, user_id)
VALUES (${provider}, ${scope}, ${scopedId}, ${accountId}, ${userId})
ON CONFLICT (provider, scope, scoped_id) DO UPDATE
SET account_id = excluded.account_id, user_id = excluded.user_id

-- webhooks/account-links/scoped-accounts.repository.ts: ScopedAccountsRepository.merge
UPDATE scoped_account SET user_id = ${survivorId} WHERE user_id = ${absorbedId}

-- webhooks/account-links/scoped-accounts.repository.ts: ScopedAccountsRepository.forget
DELETE FROM scoped_account WHERE user_id = ${userId}

-- webhooks/deliveries.repository.ts: DeliveriesRepository.insert
WITH room AS (
  SELECT count(*) >= ${WEBHOOKS_PER_MINUTE} AS is_full FROM webhook_delivery
  WHERE provider = ${provider} AND receiver = ${receiver} AND received_at > now() - interval '1 minute'
),
stored AS (
  INSERT INTO webhook_delivery (provider, receiver, delivery_id, body)
  SELECT ${provider}, ${receiver}, ${deliveryId}, ${JSON.stringify(body)}::jsonb FROM room WHERE NOT is_full
  ON CONFLICT DO NOTHING
)
SELECT is_full FROM room

-- webhooks/deliveries.repository.ts: DeliveriesRepository.claim
WITH due AS (
  SELECT provider, receiver, delivery_id FROM webhook_delivery
  WHERE body IS NOT NULL AND leased_until < clock_timestamp() AND tries < ${MAX_TRIES}
  ORDER BY received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
)
UPDATE webhook_delivery d SET leased_until = clock_timestamp() + interval '30 seconds', tries = d.tries + 1 FROM due
WHERE (d.provider, d.receiver, d.delivery_id) = (due.provider, due.receiver, due.delivery_id)
RETURNING d.provider, d.receiver, d.delivery_id, d.body, d.received_at, d.tries

-- webhooks/deliveries.repository.ts: DeliveriesRepository.finish
UPDATE webhook_delivery SET body = NULL
WHERE provider = ${provider} AND receiver = ${receiver} AND delivery_id = ${deliveryId}
  AND tries = ${tries} AND body IS NOT NULL

-- webhooks/deliveries.repository.ts: DeliveriesRepository.givenUp
SELECT count(*)::integer AS count FROM webhook_delivery
WHERE body IS NOT NULL AND tries >= ${MAX_TRIES} AND leased_until < clock_timestamp()
  AND received_at > now() - interval '1 day' AND /* provider === undefined ? */ true /* : */ provider = ${provider} /* . */

-- webhooks/deliveries.repository.ts: DeliveriesRepository.purge
DELETE FROM webhook_delivery
WHERE received_at < now() - make_interval(days => ${KEPT_DAYS}) AND (body IS NULL OR tries >= ${MAX_TRIES})
