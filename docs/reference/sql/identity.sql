-- Made by tools/docs from the source of identity; do not edit.
-- ${..} is a parameter ($1, $2 ..), or a part that another entry has, or that is only known at run time.
-- /* a ? */ x /* : */ y /* . */ has x if a, otherwise y.

-- access/authorize.ts: authorizeUser
SELECT status FROM user_account WHERE id = ${userId} FOR NO KEY UPDATE

-- access/authorize.ts: authorizeUser
SELECT s.created_at > now() - interval '10 minutes' AS is_recent FROM user_session s WHERE id = ${sessionId} AND owner_id = ${userId}

-- access/authorize.ts: requireNotRemoved
SELECT exclusive_lock('keys of ' || ${projectId}::text)

-- access/authorize.ts: requireNotRemoved
SELECT FROM former_member WHERE project_id = ${projectId} AND user_id = ${userId}

-- access/authorize.ts: authorizeOperator
SELECT /* permission === 'platform:manage' ? */ exclusive_lock('operators') /* : */ shared_lock('operators') /* . */

-- access/authorize.ts: authorizeOperator
SELECT a.role, s.created_at > now() - interval '10 minutes' AS is_recent, (
(SELECT operators_need_two_factor OR super_admins_need_two_factor AND a.role = 'super_admin' FROM security_setting)
AND NOT EXISTS (SELECT FROM two_factor t WHERE t.owner_id = a.id AND t.enabled_at IS NOT NULL)) AND NOT a.must_change_password AS lacks_two_factor FROM admin a JOIN admin_session s ON s.owner_id = a.id
  WHERE a.id = ${adminId} AND a.status = 'active' AND s.id = ${sessionId}

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.begin
INSERT INTO account_deletion (user_id) VALUES (${userId})
ON CONFLICT (user_id) DO UPDATE SET tried_at = now()

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.end
DELETE FROM account_deletion WHERE user_id = ${userId}

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.takeAbandoned
UPDATE account_deletion SET tried_at = now()
WHERE user_id = (
  SELECT user_id FROM account_deletion WHERE tried_at < now() - make_interval(secs => ${ABANDONED_S})
  ORDER BY tried_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING user_id

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.withAbsorbed
WITH RECURSIVE part (id) AS (
  SELECT ${userId}::text COLLATE "C"
  UNION SELECT m.absorbed_id FROM account_merge m JOIN part p ON p.id = m.survivor_id
  WHERE m.state IN ('moving', 'done'))
SELECT id FROM part ORDER BY id

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.erase
DELETE FROM email_challenge WHERE email IN (SELECT email FROM user_email WHERE user_id = ${userId}) OR session_id IN (SELECT id FROM user_session WHERE owner_id = ${userId})

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.erase
DELETE FROM email_code_budget WHERE email IN (SELECT email FROM user_email WHERE user_id = ${userId})

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.erase
SELECT email FROM user_email WHERE user_id = ${userId}

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.erase
DELETE FROM wallet_challenge c
WHERE user_id = ${userId} OR (chain_id, address) IN (SELECT chain_id, address FROM wallet WHERE user_id = ${userId})

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.erase
UPDATE account_merge SET moved = NULL WHERE ${userId} IN (survivor_id, absorbed_id)

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.erase
wallet

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.erase
payout_address

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.erase
user_email

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.erase
user_password

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.erase
DELETE FROM ${table} WHERE user_id = ${userId}

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.erase
UPDATE username_claim SET user_id = NULL, released_at = coalesce(released_at, now()) WHERE user_id = ${userId}

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.erase
DELETE FROM two_factor WHERE owner_id = ${userId}

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.erase
UPDATE referral SET code = '' WHERE ${userId} IN (referee_id, referrer_id)

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.erase
UPDATE user_account
SET status = 'deleted', username = NULL, display_name = NULL, bio = NULL, avatar_url = NULL, shows_wallet = false,
  suspended_at = NULL, suspended_reason = NULL, last_sign_in_at = NULL, referral_code = id
WHERE id = ${userId}

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.begin
INSERT INTO account_merge (absorbed_id, id, state, survivor_id) VALUES (${absorbedId}, ${id}, ${'reserving'}, ${survivorId}) ON CONFLICT (id) DO NOTHING

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.absorbedBy
SELECT absorbed_id FROM merge_offer WHERE id = ${offerId} AND survivor_id = ${survivorId}
UNION SELECT absorbed_id FROM account_merge WHERE id = ${offerId} AND survivor_id = ${survivorId}

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.find
SELECT id, survivor_id, absorbed_id, state, merged_at, merged_at + make_interval(days => ${MERGE_UNDO_DAYS}) AS undoable_until, moved, sums, objected_at,
  coalesce(merged_at + make_interval(days => ${MERGE_UNDO_DAYS}) <= now(), false) AS is_over
FROM account_merge WHERE id = ${id}

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.lock
SELECT id, survivor_id, absorbed_id, state, merged_at, merged_at + make_interval(days => ${MERGE_UNDO_DAYS}) AS undoable_until, moved, sums, objected_at,
  coalesce(merged_at + make_interval(days => ${MERGE_UNDO_DAYS}) <= now(), false) AS is_over
FROM account_merge WHERE id = ${id} FOR UPDATE

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.isMerging
SELECT FROM account_merge
WHERE (survivor_id = ${userId} AND state IN ('reserving', 'moving', 'undoing'))
  OR (absorbed_id = ${userId} AND state <> 'undone')
LIMIT 1

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.merged
UPDATE account_merge
SET state = 'moving', merged_at = now(), moved = ${JSON.stringify(moved)}::jsonb
WHERE id = ${id}

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.undoing
UPDATE account_merge SET state = 'undoing', moved = NULL WHERE id = ${id}

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.forgetMoved
UPDATE account_merge SET moved = NULL
WHERE id IN (
  SELECT id FROM account_merge WHERE moved IS NOT NULL AND merged_at + make_interval(days => ${MERGE_UNDO_DAYS}) < now() - interval '1 day'
  LIMIT 100 FOR UPDATE SKIP LOCKED)
RETURNING absorbed_id

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.isBeingDeleted
SELECT FROM account_deletion WHERE user_id = ANY(${userIds}) LIMIT 1

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.ofObjection
SELECT id, survivor_id, absorbed_id, state, merged_at, merged_at + make_interval(days => ${MERGE_UNDO_DAYS}) AS undoable_until, moved, sums, objected_at,
  coalesce(merged_at + make_interval(days => ${MERGE_UNDO_DAYS}) <= now(), false) AS is_over
FROM account_merge WHERE id = (SELECT merge_id FROM merge_objection_token WHERE hash = ${tokenHash})

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.object
UPDATE account_merge SET objected_at = now() WHERE id = ${id}

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.settled
UPDATE account_merge SET state = ${undone ? 'undone' : 'done'}, sums = ${JSON.stringify(sums)}::jsonb
WHERE id = ${id} AND state = ${undone ? 'undoing' : 'moving'}

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.join
UPDATE account_merge SET attempts = attempts + 1, asked_at = now()
WHERE id = ${id} AND survivor_id = ${survivorId} AND state = 'reserving'

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.giveUp
UPDATE account_merge SET state = 'releasing', attempts = attempts - 1
WHERE id = ${id} AND state IN ('reserving', 'releasing')
RETURNING attempts

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.remove
DELETE FROM account_merge WHERE id = ${id} AND state = 'releasing'

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.takeAbandoned
UPDATE account_merge SET state = 'releasing'
WHERE id = (
  SELECT id FROM account_merge
  WHERE state IN ('reserving', 'releasing') AND asked_at < now() - make_interval(secs => ${ABANDONED_S})
  ORDER BY asked_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.list
SELECT id, survivor_id, absorbed_id, state, merged_at, merged_at + make_interval(days => ${MERGE_UNDO_DAYS}) AS undoable_until, moved, sums, objected_at,
  coalesce(merged_at + make_interval(days => ${MERGE_UNDO_DAYS}) <= now(), false) AS is_over
FROM account_merge
    WHERE true /* userId === undefined ? */  /* : */ AND ${userId} IN (survivor_id, absorbed_id) /* . */
      /* objected === undefined ? */  /* : */ AND (objected_at IS NOT NULL) = ${objected}::boolean /* . */
      /* before === undefined ? */  /* : */ AND id < ${before} /* . */
    ORDER BY id DESC LIMIT ${limit + 1}

-- accounts/merges/merged-methods.repository.ts: MergedMethodsRepository.move
SELECT id FROM wallet WHERE user_id = ${survivorId} AND is_primary

-- accounts/merges/merged-methods.repository.ts: MergedMethodsRepository.move
WITH moving AS (SELECT id, is_primary FROM wallet WHERE user_id = ${absorbedId})
UPDATE wallet w SET user_id = ${survivorId}, is_primary = false FROM moving m WHERE w.id = m.id
RETURNING w.id, m.is_primary AS was_primary

-- accounts/merges/merged-methods.repository.ts: MergedMethodsRepository.move
UPDATE linked_account SET user_id = ${survivorId}
WHERE user_id = ${absorbedId}
  AND provider NOT IN (SELECT provider FROM linked_account WHERE user_id = ${survivorId})
RETURNING provider, account_id

-- accounts/merges/merged-methods.repository.ts: MergedMethodsRepository.move
UPDATE user_email SET user_id = ${survivorId}
WHERE user_id = ${absorbedId} AND NOT EXISTS (SELECT FROM user_email WHERE user_id = ${survivorId})
RETURNING verified_at

-- accounts/merges/merged-methods.repository.ts: MergedMethodsRepository.move
UPDATE referral SET referrer_id = NULL WHERE referrer_id = ${absorbedId} AND referee_id = ${survivorId}

-- accounts/merges/merged-methods.repository.ts: MergedMethodsRepository.move
UPDATE referral SET referrer_id = ${survivorId} WHERE referrer_id = ${absorbedId} RETURNING referee_id

-- accounts/merges/merged-methods.repository.ts: MergedMethodsRepository.giveBack
UPDATE wallet SET user_id = ${absorbedId}, is_primary = id IS NOT DISTINCT FROM ${moved.primaryWalletId}::uuid
WHERE user_id = ${survivorId} AND id = ANY(${moved.walletIds}::uuid[])

-- accounts/merges/merged-methods.repository.ts: MergedMethodsRepository.giveBack
UPDATE linked_account SET user_id = ${absorbedId}
WHERE user_id = ${survivorId} AND provider = ${provider} AND account_id = ${accountId}

-- accounts/merges/merged-methods.repository.ts: MergedMethodsRepository.giveBack
UPDATE user_email SET user_id = ${absorbedId}
WHERE user_id = ${survivorId} AND date_trunc('milliseconds', verified_at) = ${moved.emailVerifiedAt}::timestamptz

-- accounts/merges/merged-methods.repository.ts: MergedMethodsRepository.giveBack
DELETE FROM two_factor WHERE owner_id = ${survivorId} AND method = 'email'

-- accounts/merges/merged-methods.repository.ts: MergedMethodsRepository.giveBack
UPDATE referral SET referrer_id = ${absorbedId}
WHERE (referrer_id = ${survivorId} AND referee_id = ANY(${moved.refereeIds}::text[]))
  OR (${moved.referredSurvivor ?? false}::boolean AND referee_id = ${survivorId} AND referrer_id IS NULL)

-- accounts/merges/merged-methods.repository.ts: MergedMethodsRepository.hasRoom
SELECT count(*)::integer AS wallets FROM wallet WHERE user_id IN (${survivorId}, ${absorbedId})

-- accounts/merges/merged-methods.repository.ts: MergedMethodsRepository.keepPrimary
UPDATE wallet SET is_primary = true
WHERE id = (SELECT id FROM wallet WHERE user_id = ${userId} ORDER BY id <> ${preferredId}::uuid, id LIMIT 1)
  AND NOT EXISTS (SELECT FROM wallet WHERE user_id = ${userId} AND is_primary)

-- api-keys/api-keys.repository.ts: ApiKeysRepository.insert
INSERT INTO api_key (id, project_id, name, scopes, preview, key_hash, created_by, expires_at)
    SELECT ${newId()}, p.project_id, ${key.name}, ${key.scopes}, ${key.preview}, ${key.keyHash}, p.created_by,
      ${key.expiresAt}
    FROM (SELECT ${key.projectId}::uuid, ${key.createdBy}::text) AS p (project_id, created_by)
    WHERE (${key.expiresAt}::timestamptz IS NULL OR ${key.expiresAt}::timestamptz > now())
      AND (SELECT count(*) FROM api_key k
WHERE k.project_id = p.project_id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())) < ${MAX_LIVE} AND (SELECT count(*) FROM api_key k
WHERE k.created_by = p.created_by AND k.created_at >= date_trunc('day', now(), 'UTC')) < ${this.config.LIMIT_NEW_API_KEYS}
    RETURNING id, project_id AS "projectId", name, scopes, preview, created_at AS "createdAt", created_by AS "createdBy", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt", revoked_reason AS "revokedReason"

-- api-keys/api-keys.repository.ts: ApiKeysRepository.requireRoom
SELECT (SELECT count(*) FROM api_key k
WHERE k.project_id = p.project_id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()))::integer AS live, (SELECT count(*) FROM api_key k
WHERE k.created_by = p.created_by AND k.created_at >= date_trunc('day', now(), 'UTC'))::integer AS today,
        ceil(extract(epoch FROM date_trunc('day', now(), 'UTC') + interval '1 day' - now()))::integer AS seconds
      FROM (SELECT ${projectId}::uuid, ${createdBy}::text) AS p (project_id, created_by)

-- api-keys/api-keys.repository.ts: ApiKeysRepository.revoke
UPDATE api_key SET revoked_at = now(), revoked_reason = 'revoked'
WHERE id = ${apiKeyId} AND project_id = ${projectId} AND revoked_at IS NULL
RETURNING id, project_id AS "projectId", name, scopes, preview, created_at AS "createdAt", created_by AS "createdBy", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt", revoked_reason AS "revokedReason"

-- api-keys/api-keys.repository.ts: ApiKeysRepository.get
SELECT id, project_id AS "projectId", name, scopes, preview, created_at AS "createdAt", created_by AS "createdBy", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt", revoked_reason AS "revokedReason" FROM api_key WHERE id = ${apiKeyId} AND project_id = ${projectId}

-- api-keys/api-keys.repository.ts: ApiKeysRepository.idsOfMaker
SELECT id FROM api_key WHERE created_by = ${userId} AND revoked_at IS NULL

-- api-keys/api-keys.repository.ts: ApiKeysRepository.isArchived
SELECT FROM archived_project WHERE project_id = ${projectId}

-- api-keys/api-keys.repository.ts: ApiKeysRepository.list (by Prisma)
-- prisma.apiKey.findMany({
--       where: { projectId, id: { lt: before } },
--       orderBy: { id: 'desc' },
--       take: limit + 1,
--     })

-- api-keys/lost-keys.repository.ts: LostKeysRepository.lock
SELECT exclusive_lock('keys of ' || ${projectId}::text)

-- api-keys/lost-keys.repository.ts: LostKeysRepository.addFormerMember
INSERT INTO former_member (project_id, user_id) VALUES (${projectId}, ${userId}) ON CONFLICT DO NOTHING

-- api-keys/lost-keys.repository.ts: LostKeysRepository.dropFormerMember
DELETE FROM former_member WHERE project_id = ${projectId} AND user_id = ${userId}

-- api-keys/lost-keys.repository.ts: LostKeysRepository.addArchivedProject
INSERT INTO archived_project (project_id) VALUES (${projectId}) ON CONFLICT DO NOTHING

-- api-keys/lost-keys.repository.ts: LostKeysRepository.revoke
UPDATE api_key SET revoked_at = now(), revoked_reason = ${reason}
WHERE project_id = ${projectId} AND revoked_at IS NULL /* userId === null ? */  /* : */ AND created_by = ${createdBy} /* . */
RETURNING id, name

-- api-keys/lost-keys.repository.ts: LostKeysRepository.justRevoked
SELECT id FROM api_key
WHERE project_id = ${projectId} AND revoked_at > now() - interval '1 minute' /* userId === null ? */  /* : */ AND created_by = ${createdBy} /* . */

-- audit/audit-chain.repository.ts: AuditChainRepository.lock
SELECT try_lock('audit chain') AS locked

-- audit/audit-chain.repository.ts: AuditChainRepository.head
SELECT position::float8, hash FROM audit_chain ORDER BY position DESC LIMIT 1

-- audit/audit-chain.repository.ts: AuditChainRepository.takeUnchained
WITH taken AS (
      DELETE FROM audit_unchained WHERE id IN (SELECT id FROM audit_unchained ORDER BY id LIMIT ${limit}) RETURNING id)
    SELECT a.id, jsonb_build_array(a.id, (extract(epoch FROM a.at) * 1000000)::bigint, a.action, a.actor_type,
a.actor_id, a.subject_id, a.ip, a.user_agent, a.details)::text AS canonical FROM audit_log a JOIN taken USING (id) ORDER BY a.id

-- audit/audit-chain.repository.ts: AuditChainRepository.append
INSERT INTO audit_chain (position, id, hash)
SELECT * FROM unnest(${links.map(({ position }) => position)}::bigint[], ${links.map(({ id }) => id)}::uuid[],
  ${links.map(({ hash }) => hash)}::bytea[])

-- audit/audit-chain.repository.ts: AuditChainRepository.linksAfter
SELECT c.position::float8, c.hash, c.id, CASE WHEN a.id IS NOT NULL THEN jsonb_build_array(a.id, (extract(epoch FROM a.at) * 1000000)::bigint, a.action, a.actor_type,
a.actor_id, a.subject_id, a.ip, a.user_agent, a.details)::text END AS canonical
    FROM audit_chain c LEFT JOIN audit_log a USING (id)
    WHERE c.position > ${position} ORDER BY c.position LIMIT ${limit}

-- audit/audit-chain.repository.ts: AuditChainRepository.entriesAfter
SELECT id, EXISTS (SELECT FROM audit_chain c WHERE c.id = a.id)
  OR EXISTS (SELECT FROM audit_unchained u WHERE u.id = a.id) AS known
FROM audit_log a WHERE id > ${id} ORDER BY id LIMIT ${limit}

-- audit/audit.repository.ts: AuditRepository.add
WITH entry AS (
  INSERT INTO audit_log (id, action, actor_type, actor_id, subject_id, ip, user_agent, details)
  VALUES (${newId()}, ${action}, ${actor.type}, ${actor.id}, ${subjectId}, ${client?.ip ?? null},
    ${client?.userAgent ?? null}, ${JSON.stringify(details)}::jsonb)
  RETURNING id)
INSERT INTO audit_unchained SELECT id FROM entry

-- audit/audit.repository.ts: AuditRepository.list (by Prisma)
-- prisma.auditEntry.findMany({
--       where: {
--         id: { lt: before },
--         action,
--         actorId,
--         subjectId,
--         at: { gte: from && new Date(from), lt: to && new Date(to) },
--       },
--       orderBy: { id: 'desc' },
--       take: limit + 1,
--     })

-- operators/admin-devices.repository.ts: AdminDevicesRepository.find
SELECT d.id FROM admin_device d JOIN admin a ON a.id = d.admin_id
WHERE d.token_hash = ${hashSecret(token)} AND a.email = ${email}

-- operators/admin-devices.repository.ts: AdminDevicesRepository.note
UPDATE admin_device SET last_used_at = now() WHERE id = ${knownId ?? null}::uuid AND admin_id = ${adminId}

-- operators/admin-devices.repository.ts: AdminDevicesRepository.note
INSERT INTO admin_device (id, admin_id, token_hash) VALUES (${newId()}, ${adminId}, ${hashSecret(token)})

-- operators/admin-devices.repository.ts: AdminDevicesRepository.note
DELETE FROM admin_device WHERE id IN (
  SELECT id FROM admin_device WHERE admin_id = ${adminId} ORDER BY last_used_at DESC, id DESC
  OFFSET ${MAX_DEVICES})

-- operators/admin-devices.repository.ts: AdminDevicesRepository.forgetAll
DELETE FROM admin_device WHERE admin_id = ${adminId}

-- operators/admin-devices.repository.ts: AdminDevicesRepository.purge
DELETE FROM admin_device WHERE last_used_at <= now() - interval '180 days'

-- operators/admins.repository.ts: AdminsRepository.get (by Prisma)
-- prisma.admin.findUnique({ where: { id: adminId } })

-- operators/admins.repository.ts: AdminsRepository.list (by Prisma)
-- prisma.admin.findMany({
--       where: { id: { lt: before }, role, status },
--       orderBy: { id: 'desc' },
--       take: limit + 1,
--     })

-- operators/admins.repository.ts: AdminsRepository.credentialsByEmail
SELECT id, email, must_change_password AS "mustChangePassword", role, status, created_at AS "createdAt", last_sign_in_at AS "lastSignInAt", password_hash AS "passwordHash" FROM admin WHERE email = ${email}

-- operators/admins.repository.ts: AdminsRepository.credentialsById
SELECT id, email, must_change_password AS "mustChangePassword", role, status, created_at AS "createdAt", last_sign_in_at AS "lastSignInAt", password_hash AS "passwordHash" FROM admin WHERE id = ${adminId}

-- operators/admins.repository.ts: AdminsRepository.isEmpty
SELECT 1 FROM admin LIMIT 1

-- operators/admins.repository.ts: AdminsRepository.insertFirst
LOCK TABLE admin IN SHARE ROW EXCLUSIVE MODE

-- operators/admins.repository.ts: AdminsRepository.insertFirst
SELECT 1 FROM admin LIMIT 1

-- operators/admins.repository.ts: AdminsRepository.insert
INSERT INTO admin (id, email, password_hash, role, must_change_password)
VALUES (${newPublicId('svcadmin_')}, ${email}, ${passwordHash}, ${role}, ${mustChangePassword})
ON CONFLICT ON CONSTRAINT admin_email_key DO NOTHING
RETURNING id, email, must_change_password AS "mustChangePassword", role, status, created_at AS "createdAt", last_sign_in_at AS "lastSignInAt"

-- operators/admins.repository.ts: AdminsRepository.noteSignIn
UPDATE admin SET last_sign_in_at = now()
WHERE id = ${id} AND status = 'active' AND password_hash = ${passwordHash}
RETURNING id, email, must_change_password AS "mustChangePassword", role, status, created_at AS "createdAt", last_sign_in_at AS "lastSignInAt"

-- operators/admins.repository.ts: AdminsRepository.noteSecondStep
UPDATE admin SET last_sign_in_at = now() WHERE id = ${adminId} AND status = 'active' RETURNING id, email, must_change_password AS "mustChangePassword", role, status, created_at AS "createdAt", last_sign_in_at AS "lastSignInAt"

-- operators/admins.repository.ts: AdminsRepository.setPassword
UPDATE admin SET password_hash = ${newHash}, must_change_password = false
WHERE id = ${id} AND status = 'active' AND password_hash = ${passwordHash}

-- operators/admins.repository.ts: AdminsRepository.lockActiveByEmail
SELECT id, email, must_change_password AS "mustChangePassword", role, status, created_at AS "createdAt", last_sign_in_at AS "lastSignInAt" FROM admin WHERE email = ${email} AND status = 'active' FOR NO KEY UPDATE

-- operators/admins.repository.ts: AdminsRepository.replacePassword
UPDATE admin SET password_hash = ${passwordHash}, must_change_password = ${mustChangePassword},
  changed_by_others_at = CASE WHEN ${mustChangePassword} THEN clock_timestamp() ELSE changed_by_others_at END
WHERE id = ${id} RETURNING id, email, must_change_password AS "mustChangePassword", role, status, created_at AS "createdAt", last_sign_in_at AS "lastSignInAt"

-- operators/admins.repository.ts: AdminsRepository.lockUsableSuperAdmins
SELECT id FROM admin WHERE role = 'super_admin' AND status = 'active' AND NOT must_change_password
ORDER BY id FOR NO KEY UPDATE

-- operators/admins.repository.ts: AdminsRepository.lock
SELECT id, email, must_change_password AS "mustChangePassword", role, status, created_at AS "createdAt", last_sign_in_at AS "lastSignInAt", version FROM admin WHERE id = ${adminId} FOR NO KEY UPDATE

-- operators/admins.repository.ts: AdminsRepository.setAccess
UPDATE admin SET role = ${role}, status = ${status}, version = version + 1,
  changed_by_others_at = clock_timestamp()
WHERE id = ${id} RETURNING version

-- operators/admins.repository.ts: AdminsRepository.noteChangedByOthers
UPDATE admin SET changed_by_others_at = clock_timestamp() WHERE id = ${id}

-- security/mailed-codes/account-address.ts: accountAddress
/* user: */ SELECT email FROM user_email WHERE user_id = /* admin: */ SELECT email FROM admin WHERE id = /* . */ ${ownerId}

-- security/mailed-codes/account-address.ts: isOperator
SELECT FROM admin WHERE email = ${email} AND status = 'active'

-- security/mailed-codes/email-challenges.repository.ts: EmailChallengesRepository.ask
UPDATE email_challenge SET closed = true WHERE purpose = ${purpose} AND session_id = ${sessionId} AND NOT closed

-- security/mailed-codes/email-challenges.repository.ts: EmailChallengesRepository.ask
INSERT INTO email_challenge (email, id, purpose, session_id, number, expires_at)
SELECT ${email}, ${challengeId}::uuid, ${purpose}, ${sessionId}::uuid, min(free), now() + interval '10 minutes'
FROM generate_series(0, ${MAX_NAMES - 1}::integer) AS free
WHERE free NOT IN (
  SELECT number FROM email_challenge WHERE email = ${email} AND purpose = ${purpose} AND number IS NOT NULL)
RETURNING expires_at

-- security/mailed-codes/email-challenges.repository.ts: EmailChallengesRepository.emailOf
SELECT email FROM email_challenge WHERE id = ${challengeId}

-- security/mailed-codes/email-challenges.repository.ts: EmailChallengesRepository.askedBy
SELECT id FROM email_challenge WHERE purpose = ${purpose} AND session_id = ${sessionId} AND NOT closed
ORDER BY expires_at DESC LIMIT 1

-- security/mailed-codes/email-challenges.repository.ts: EmailChallengesRepository.numberOf
SELECT coalesce(number, 0) AS number FROM email_challenge WHERE id = ${challengeId}

-- security/mailed-codes/email-challenges.repository.ts: EmailChallengesRepository.setCode
UPDATE email_challenge SET code_hash = ${hashEmailCode(challengeId, code)} WHERE id = ${challengeId}

-- security/mailed-codes/email-challenges.repository.ts: EmailChallengesRepository.tryCode
SELECT FROM email_challenge WHERE email = (SELECT email FROM email_challenge WHERE id = ${challengeId})
ORDER BY id FOR UPDATE

-- security/mailed-codes/email-challenges.repository.ts: EmailChallengesRepository.tryCode
UPDATE email_challenge SET tries = tries + 1
WHERE id = ${challengeId} AND purpose = ${purpose} AND session_id IS NOT DISTINCT FROM ${sessionId}
  AND NOT closed AND tries < ${MAX_TRIES} AND expires_at > now()
RETURNING email

-- security/mailed-codes/email-challenges.repository.ts: EmailChallengesRepository.tryCode
SELECT id, code_hash FROM email_challenge
WHERE email = ${email} AND purpose = ${purpose} AND NOT closed AND code_hash IS NOT NULL AND expires_at > now()
  -- Of another sign-in, the code for a second step may have been requested by a person who knows the password.
  -- The code of a quest is of that quest and earner alone.
  AND (purpose NOT IN ('second_factor', 'quest') OR session_id = ${sessionId}::uuid)
  -- Requests at the version before have no number, and their codes no name.
  AND CASE WHEN number IS NULL THEN id = ${challengeId} ELSE number = ${numberIn(code) ?? null} END
ORDER BY number NULLS LAST LIMIT 1

-- security/mailed-codes/email-challenges.repository.ts: EmailChallengesRepository.tryCode
UPDATE email_challenge SET closed = true, proven = true WHERE id = ${named.id}

-- security/mailed-codes/email-challenges.repository.ts: EmailChallengesRepository.tryCode
UPDATE email_challenge SET closed = true
WHERE email = ${email} AND (purpose = 'second_factor') = ${isSecondFactor} AND purpose <> 'quest' AND NOT closed

-- security/mailed-codes/email-challenges.repository.ts: EmailChallengesRepository.provenBy
SELECT id, email, code_hash FROM email_challenge
WHERE purpose = ${purpose} AND session_id = ${sessionId} AND proven AND expires_at > now()

-- security/mailed-codes/email-challenges.repository.ts: EmailChallengesRepository.endPasswordCodes
UPDATE email_challenge SET closed = true
WHERE email = ${email} AND purpose = 'operator_password' AND NOT closed

-- security/mailed-codes/email-challenges.repository.ts: EmailChallengesRepository.purge
DELETE FROM email_challenge WHERE expires_at <= now()

-- security/mailed-codes/email-code-budgets.repository.ts: EmailCodeBudgetsRepository.purge
DELETE FROM email_code_budget
WHERE NOT EXISTS (SELECT FROM unnest(asked_at) AS at WHERE at > now() - interval '1 hour')

-- security/mailed-codes/email-code-budgets.repository.ts: EmailCodeBudgetsRepository.count
INSERT INTO email_code_budget AS b (email, is_second_factor, asked_at, asked_by)
    VALUES (${email}, ${isSecondFactor}, ARRAY[clock_timestamp()], ARRAY[${key}])
    ON CONFLICT (email, is_second_factor) DO UPDATE SET (asked_at, asked_by) = (
      SELECT array_agg(at ORDER BY at), array_agg(asker ORDER BY at)
      FROM unnest(b.asked_at || clock_timestamp(), b.asked_by || ${key}::text) AS asked (at, asker)
      WHERE at > clock_timestamp() - interval '1 hour')
    WHERE coalesce((
SELECT greatest(
  (array_agg(at ORDER BY at DESC) FILTER (WHERE asker = ${key}))[${MAX_PER_MINUTE}::int] + interval '1 minute',
  (array_agg(at ORDER BY at DESC) FILTER (WHERE asker = ${key}))[${MAX_PER_HOUR}::int] + interval '1 hour',
  CASE WHEN NOT ${isKnown}::boolean
    THEN (array_agg(at ORDER BY at DESC))[${MAX_OF_ALL_PER_HOUR}::int] + interval '1 hour' END)
FROM unnest(b.asked_at, b.asked_by) AS asked (at, asker)) <= clock_timestamp(), true)

-- security/mailed-codes/email-code-budgets.repository.ts: EmailCodeBudgetsRepository.isKnown
SELECT s.ip FROM user_email AS e JOIN user_session AS s ON s.owner_id = e.user_id WHERE e.email = ${email}
UNION SELECT s.ip FROM admin AS a JOIN admin_session AS s ON s.owner_id = a.id WHERE a.email = ${email}

-- security/mailed-codes/email-code-budgets.repository.ts: EmailCodeBudgetsRepository.secondsFull
SELECT ceil(extract(epoch FROM (
SELECT greatest(
  (array_agg(at ORDER BY at DESC) FILTER (WHERE asker = ${key}))[${MAX_PER_MINUTE}::int] + interval '1 minute',
  (array_agg(at ORDER BY at DESC) FILTER (WHERE asker = ${key}))[${MAX_PER_HOUR}::int] + interval '1 hour',
  CASE WHEN NOT ${isKnown}::boolean
    THEN (array_agg(at ORDER BY at DESC))[${MAX_OF_ALL_PER_HOUR}::int] + interval '1 hour' END)
FROM unnest(b.asked_at, b.asked_by) AS asked (at, asker)) - clock_timestamp()))::integer AS seconds
    FROM email_code_budget AS b WHERE email = ${email} AND is_second_factor = ${isSecondFactor}

-- security/mailed-codes/mail-orders.repository.ts: MailOrdersRepository.add
INSERT INTO mail_order (id, recipient, template, family, challenge_id, quest, expires_at, request_id, traceparent)
VALUES (${newId()}, ${recipient}, ${template}, ${family}, ${challenge?.challengeId ?? null},
  ${quest && JSON.stringify(quest)}::jsonb,
  coalesce(${challenge?.expiresAt ?? null}::timestamptz, now() + interval '1 day'), ${context?.requestId ?? null}::text, ${context?.traceparent ?? null}::text)

-- security/mailed-codes/mail-orders.repository.ts: MailOrdersRepository.addMergeNotices
SELECT email, merged_at + make_interval(days => ${MERGE_UNDO_DAYS}) AS until
FROM account_merge AS m JOIN user_email AS e ON e.user_id IN (m.survivor_id, m.absorbed_id)
WHERE m.id = ${mergeId}

-- security/mailed-codes/mail-orders.repository.ts: MailOrdersRepository.addMergeNotices
INSERT INTO mail_order (id, recipient, template, merge_id, expires_at, request_id, traceparent)
VALUES (${newId()}, ${email}, ${'merge_notice' satisfies UserMail}, ${mergeId}, ${until}, ${context?.requestId ?? null}::text, ${context?.traceparent ?? null}::text)

-- security/mailed-codes/mail-orders.repository.ts: MailOrdersRepository.addErasure
DELETE FROM mail_order WHERE recipient = ${recipient}

-- security/mailed-codes/mail-orders.repository.ts: MailOrdersRepository.addErasure
INSERT INTO mail_order (id, recipient, template, expires_at, request_id, traceparent)
VALUES (${newId()}, ${recipient}, ${ERASE}, now() + interval '30 days', ${context?.requestId ?? null}::text, ${context?.traceparent ?? null}::text)

-- security/mailed-codes/mail-orders.repository.ts: MailOrdersRepository.take
SELECT id, recipient, template, family, challenge_id, merge_id, quest, expires_at, request_id, traceparent
FROM mail_order AS o
WHERE expires_at > now() AND (challenge_id IS NULL OR EXISTS (
  SELECT FROM email_challenge AS c WHERE c.id = o.challenge_id AND NOT c.closed))
  AND id <> ALL (${passedOver}::uuid[])
ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED

-- security/mailed-codes/mail-orders.repository.ts: MailOrdersRepository.remove
DELETE FROM mail_order WHERE id = ${id}

-- security/mailed-codes/mail-orders.repository.ts: MailOrdersRepository.purge
DELETE FROM mail_order WHERE expires_at <= now()

-- security/mailed-codes/merge-notice.ts: newMergeNotice
INSERT INTO merge_objection_token (hash, merge_id) VALUES (${hashSecret(objectionToken)}, ${mergeId})

-- security/mailed-codes/merge-notice.ts: newMergeNotice
SELECT coalesce(s.username, s.id) AS survivor, coalesce(a.username, a.id) AS absorbed, merged_at,
  merged_at + make_interval(days => ${MERGE_UNDO_DAYS}) AS undoable_until
FROM account_merge AS m
  JOIN user_account AS s ON s.id = m.survivor_id
  JOIN user_account AS a ON a.id = m.absorbed_id
WHERE m.id = ${mergeId}

-- security/mailed-codes/quest-code-counts.repository.ts: QuestCodeCountsRepository.admit
INSERT INTO quest_code_count AS c (kind, key, day, count)
SELECT kind, key, (now() AT TIME ZONE 'utc')::date, 1
FROM unnest(${Object.keys(keys)}::text[], ${Object.values(keys)}::text[]) AS counted (kind, key)
ON CONFLICT (kind, key) DO UPDATE
SET day = excluded.day, count = CASE WHEN c.day = excluded.day THEN c.count + 1 ELSE 1 END
WHERE c.day <> excluded.day OR c.count < CASE c.kind
  WHEN 'earner' THEN ${MAX_A_DAY.earner}::integer
  WHEN 'address' THEN ${MAX_A_DAY.address}::integer
  ELSE ${MAX_A_DAY.project}::integer END

-- security/mailed-codes/quest-code-counts.repository.ts: QuestCodeCountsRepository.admit
SELECT ceil(extract(epoch FROM date_trunc('day', now(), 'utc') + interval '1 day' - now()))::integer AS seconds

-- security/mailed-codes/quest-code-counts.repository.ts: QuestCodeCountsRepository.purge
DELETE FROM quest_code_count WHERE day < (now() AT TIME ZONE 'utc')::date

-- security/method-hashes/method-hashes.repository.ts: MethodHashesRepository.of
SELECT 'wallet' AS kind, address AS value, chain_id FROM wallet WHERE user_id = ${userId}
UNION ALL SELECT 'email', email, '' FROM user_email WHERE user_id = ${userId}
UNION ALL SELECT provider, account_id, '' FROM linked_account WHERE user_id = ${userId}

-- security/method-hashes/method-hashes.repository.ts: MethodHashesRepository.onModuleInit
INSERT INTO method_hash_key (check_value) VALUES (${check}) ON CONFLICT DO NOTHING

-- security/method-hashes/method-hashes.repository.ts: MethodHashesRepository.onModuleInit
SELECT FROM method_hash_key WHERE check_value = ${check}

-- security/passwords/credential-attempts.repository.ts: CredentialAttemptsRepository.admitCode
INSERT INTO credential_attempt AS a (email_hash, attempted_at) VALUES (${keyHash}, ARRAY[clock_timestamp()])
ON CONFLICT (email_hash) DO UPDATE SET (attempted_at, locked_until) = (
  SELECT array_agg(at ORDER BY at), CASE WHEN count(*) >= ${LIMIT} THEN now() + interval '15 minutes' END
  FROM unnest(a.attempted_at || clock_timestamp()) AS at
  WHERE at > now() - interval '15 minutes')
WHERE a.locked_until IS NULL OR a.locked_until <= now()
RETURNING attempted_at[cardinality(attempted_at)]::text AS at, locked_until AS "lockedUntil"

-- security/passwords/credential-attempts.repository.ts: CredentialAttemptsRepository.admitPassword
SELECT exclusive_lock(${`passwords of ${account}`}::text)

-- security/passwords/credential-attempts.repository.ts: CredentialAttemptsRepository.admitPassword
SELECT exclusive_lock(${`passwords of ${network}`}::text)

-- security/passwords/credential-attempts.repository.ts: CredentialAttemptsRepository.admitPassword
WITH counts AS MATERIALIZED (
  SELECT count(*) FILTER (WHERE email_hash = ${accountHash}) >= ${FLOOD} AND NOT ${isKnown}::boolean AS flooded,
    NOT (${isChallenged}::boolean OR ${isKnown}::boolean)
      AND (count(*) FILTER (WHERE email_hash = ${accountHash}) >= ${UNCHALLENGED}
        OR count(*) FILTER (WHERE email_hash = ${networkHash}) >= ${UNCHALLENGED})
      AND NOT EXISTS (
        SELECT FROM credential_attempt WHERE email_hash = ${keyHash} AND locked_until > now()) AS unsolved
  FROM credential_attempt, unnest(attempted_at) AS at
  WHERE email_hash IN (${accountHash}, ${networkHash}) AND at > now() - interval '15 minutes'
), admitted AS (
  INSERT INTO credential_attempt AS a (email_hash, attempted_at)
  SELECT ${keyHash}::bytea, ARRAY[clock_timestamp()] FROM counts WHERE NOT unsolved
  ON CONFLICT (email_hash) DO UPDATE SET (attempted_at, locked_until) = (
    SELECT array_agg(at ORDER BY at),
      CASE WHEN (SELECT flooded FROM counts) THEN now() + interval '15 minutes'
        WHEN count(*) >= ${LIMIT} THEN now() + interval '1 minute' END
    FROM unnest(a.attempted_at || clock_timestamp()) AS at
    WHERE at > now() - interval '15 minutes')
  WHERE a.locked_until IS NULL OR a.locked_until <= now()
  RETURNING attempted_at[cardinality(attempted_at)] AS at, locked_until
), counted AS (
  INSERT INTO credential_attempt AS a (email_hash, attempted_at) SELECT ${accountHash}::bytea, ARRAY[at] FROM admitted
  ON CONFLICT (email_hash) DO UPDATE SET (attempted_at, locked_until) = (
    SELECT (array_agg(at ORDER BY at DESC))[1:${FLOOD}],
      CASE WHEN a.locked_until > now() THEN a.locked_until
        WHEN count(*) >= ${LIMIT} THEN now() + interval '15 minutes' END
    FROM unnest(a.attempted_at || excluded.attempted_at) AS at
    WHERE at > now() - interval '15 minutes')
  RETURNING coalesce(locked_until = now() + interval '15 minutes', false) AS flood
), of_network AS (
  INSERT INTO credential_attempt AS a (email_hash, attempted_at)
  SELECT ${networkHash}::bytea, ARRAY[at] FROM admitted WHERE ${networkHash}::bytea <> ${keyHash}::bytea
  ON CONFLICT (email_hash) DO UPDATE SET attempted_at = (
    SELECT (array_agg(at ORDER BY at DESC))[1:${FLOOD}] FROM unnest(a.attempted_at || excluded.attempted_at) AS at
    WHERE at > now() - interval '15 minutes')
)
SELECT unsolved AS is_unsolved, at::text AS at, locked_until, coalesce(flood, false) AS is_flood
FROM counts LEFT JOIN (admitted CROSS JOIN counted) ON true

-- security/passwords/credential-attempts.repository.ts: CredentialAttemptsRepository.withdraw
UPDATE credential_attempt
SET attempted_at = array_remove(attempted_at, ${at}::timestamptz),
  locked_until = CASE WHEN cardinality(array_remove(attempted_at, ${at}::timestamptz)) >= ${LIMIT}
    THEN locked_until END
WHERE email_hash = ANY (${keyHashes}::bytea[])

-- security/passwords/credential-attempts.repository.ts: CredentialAttemptsRepository.purge
DELETE FROM credential_attempt
WHERE (locked_until IS NULL OR locked_until <= now())
  AND NOT EXISTS (SELECT FROM unnest(attempted_at) AS at WHERE at > now() - interval '15 minutes')

-- security/passwords/credential-attempts.repository.ts: CredentialAttemptsRepository.refusal
SELECT ceil(extract(epoch FROM locked_until - now()))::integer AS seconds
FROM credential_attempt WHERE email_hash = ${keyHash}

-- security/passwords/user-passwords.repository.ts: UserPasswordsRepository.byEmail
SELECT p.user_id, p.password_hash FROM user_password p JOIN user_email e ON e.user_id = p.user_id
WHERE e.email = ${email}

-- security/passwords/user-passwords.repository.ts: UserPasswordsRepository.set
INSERT INTO user_password (user_id, password_hash) VALUES (${userId}, ${passwordHash})
ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash, changed_at = now()

-- security/passwords/user-passwords.repository.ts: UserPasswordsRepository.isStill
SELECT FROM user_password WHERE user_id = ${userId} AND password_hash = ${passwordHash}

-- security/passwords/user-passwords.repository.ts: UserPasswordsRepository.remove
DELETE FROM user_password WHERE user_id = ${userId}

-- security/sessions/end-merge-offers.ts: endMergeOffers
DELETE FROM merge_offer WHERE ${userId} IN (survivor_id, absorbed_id)

-- security/sessions/sessions.repository.ts: SessionsRepository.open
INSERT INTO /* user: */ user_session /* admin: */ admin_session /* . */ (id, owner_id, token_hash, ip, user_agent, expires_at)
VALUES (${newId()}, ${ownerId}, ${hashSecret(token)}, ${client.ip}, ${client.userAgent},
  now() + make_interval(secs => ${this.lifetimes[family].absolute}))
RETURNING expires_at

-- security/sessions/sessions.repository.ts: SessionsRepository.list
SELECT id, ip, user_agent AS "userAgent", created_at AS "createdAt", last_used_at AS "lastUsedAt",
  expires_at AS "expiresAt"
FROM /* user: */ user_session /* admin: */ admin_session /* . */
WHERE owner_id = ${ownerId} AND expires_at > now()
  AND last_used_at > now() - make_interval(secs => ${this.lifetimes[family].idle})
  /* before === undefined ? */  /* : */ AND id < ${before} /* . */
ORDER BY id DESC
LIMIT ${limit + 1}

-- security/sessions/sessions.repository.ts: SessionsRepository.end
DELETE FROM /* user: */ user_session /* admin: */ admin_session /* . */ WHERE id = ${id} AND owner_id = ${ownerId}

-- security/sessions/sessions.repository.ts: SessionsRepository.endAll
DELETE FROM second_factor_challenge WHERE owner_id = ${ownerId}

-- security/sessions/sessions.repository.ts: SessionsRepository.endAll
DELETE FROM /* user: */ user_session /* admin: */ admin_session /* . */
WHERE owner_id = ${ownerId} /* exceptId === undefined ? */  /* : */ AND id <> ${exceptId} /* . */

-- security/sessions/sessions.repository.ts: SessionsRepository.purge
DELETE FROM /* user: */ user_session /* admin: */ admin_session /* . */
WHERE expires_at <= now() - make_interval(days => ${REMEMBERED_DAYS})
  OR last_used_at <= now() - make_interval(days => ${REMEMBERED_DAYS}, secs => ${this.lifetimes[family].idle})

-- security/tokens/tokens.repository.ts: TokensRepository.resolve
/* family === 'admin' ? */
    WITH found AS (
      SELECT s.id, a.id AS admin_id, a.role, a.must_change_password,
        to_char(s.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS signed_in_at,
        (
(SELECT operators_need_two_factor OR super_admins_need_two_factor AND a.role = 'super_admin' FROM security_setting)
AND NOT EXISTS (SELECT FROM two_factor t WHERE t.owner_id = a.id AND t.enabled_at IS NOT NULL)) AS must_enable_two_factor, ceil(extract(epoch FROM s.expires_at - now()) * 1000)::float8 AS valid_for_ms
      FROM admin_session s JOIN admin a ON a.id = s.owner_id AND a.status = 'active'
      WHERE s.token_hash = ${Buffer.from(sha256, 'hex')} AND s.expires_at > now()
        AND s.last_used_at > now() - make_interval(secs => ${this.idle.admin})
    ), used AS (
      UPDATE admin_session s SET last_used_at = now() FROM found
      WHERE s.id = found.id AND s.last_used_at < now() - interval '1 minute'
    )
    SELECT admin_id, id AS session_id, role, signed_in_at, must_change_password, must_enable_two_factor, valid_for_ms
    FROM found /* : */
    WITH found AS (
      SELECT s.id, s.project_id, s.scopes, ceil(extract(epoch FROM s.expires_at - now()) * 1000)::float8 AS valid_for_ms
      FROM api_key s JOIN user_account maker ON maker.id = s.created_by AND maker.status = 'active'
      WHERE s.key_hash = ${Buffer.from(sha256, 'hex')} AND s.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > now())
    ), used AS (
      UPDATE api_key k SET last_used_at = now() FROM found
      WHERE k.id = found.id AND (k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute')
    )
    SELECT id AS api_key_id, project_id, scopes, valid_for_ms FROM found /* . */

-- security/tokens/tokens.repository.ts: TokensRepository.isKnown
SELECT FROM /* user: */ user_session WHERE token_hash /* admin: */ admin_session WHERE token_hash /* api_key: */ api_key WHERE key_hash /* . */ = ${Buffer.from(sha256, 'hex')}

-- security/tokens/tokens.repository.ts: TokensRepository.userSession
WITH found AS (
  SELECT s.id, u.id AS user_id, u.status, ceil(extract(epoch FROM s.expires_at - now()) * 1000)::float8 AS valid_for_ms
  FROM user_session s JOIN user_account u ON u.id = s.owner_id
  WHERE s.token_hash = ${tokenHash} AND s.expires_at > now()
    AND s.last_used_at > now() - make_interval(secs => ${this.idle.user})
), used AS (
  UPDATE user_session s SET last_used_at = now() FROM found
  WHERE s.id = found.id AND s.last_used_at < now() - interval '1 minute'
)
SELECT user_id, id AS session_id, status, valid_for_ms FROM found

-- security/two-factor/second-factor-challenges.repository.ts: SecondFactorChallengesRepository.open
INSERT INTO second_factor_challenge (id, token_hash, owner_id, proof, device_id, new_password_hash, expires_at)
VALUES (${id}, ${hashSecret(token)}, ${ownerId}, ${JSON.stringify(proof)}::jsonb, ${deviceId ?? null}::uuid,
  ${newPasswordHash}, now() + interval '10 minutes')
RETURNING expires_at

-- security/two-factor/second-factor-challenges.repository.ts: SecondFactorChallengesRepository.find
SELECT id, owner_id, proof, device_id FROM second_factor_challenge
WHERE token_hash = ${hashSecret(token)} AND tries < ${MAX_TRIES} AND expires_at > now()

-- security/two-factor/second-factor-challenges.repository.ts: SecondFactorChallengesRepository.admit
UPDATE second_factor_challenge SET tries = tries + 1
WHERE token_hash = ${hashSecret(token)} AND starts_with(owner_id, ${ownersBeginWith})
  AND tries < ${MAX_TRIES} AND expires_at > now()
RETURNING id, owner_id, proof, device_id, new_password_hash

-- security/two-factor/second-factor-challenges.repository.ts: SecondFactorChallengesRepository.close
DELETE FROM second_factor_challenge WHERE id = ${id}

-- security/two-factor/second-factor-challenges.repository.ts: SecondFactorChallengesRepository.purge
DELETE FROM second_factor_challenge WHERE expires_at <= now()

-- security/two-factor/security-settings.repository.ts: SecuritySettingsRepository.get
SELECT super_admins_need_two_factor, operators_need_two_factor FROM security_setting

-- security/two-factor/security-settings.repository.ts: SecuritySettingsRepository.set
UPDATE security_setting
SET super_admins_need_two_factor = ${superAdminsNeedTwoFactor}, operators_need_two_factor = ${operatorsNeedTwoFactor}
WHERE super_admins_need_two_factor <> ${superAdminsNeedTwoFactor}
  OR operators_need_two_factor <> ${operatorsNeedTwoFactor}

-- security/two-factor/security-settings.repository.ts: SecuritySettingsRepository.operatorsWithoutTwoFactor
SELECT id FROM admin a WHERE status = 'active' AND NOT EXISTS (
  SELECT FROM two_factor t WHERE t.owner_id = a.id AND t.enabled_at IS NOT NULL)

-- security/two-factor/two-factor.repository.ts: SEALED_TABLES
secret = ${secret}

-- security/two-factor/two-factor.repository.ts: removeTwoFactor
DELETE FROM two_factor WHERE owner_id = ${ownerId} AND enabled_at IS NOT NULL

-- security/two-factor/two-factor.repository.ts: TwoFactorRepository.lockOwner
SELECT FROM /* user: */ user_account /* admin: */ admin /* . */ WHERE id = ${ownerId} FOR NO KEY UPDATE

-- security/two-factor/two-factor.repository.ts: TwoFactorRepository.get
SELECT method, enabled_at, (SELECT count(*)::integer FROM recovery_code r WHERE r.owner_id = t.owner_id)
  AS recovery_codes_left
FROM two_factor t WHERE owner_id = ${ownerId} AND enabled_at IS NOT NULL

-- security/two-factor/two-factor.repository.ts: TwoFactorRepository.method
SELECT method FROM two_factor WHERE owner_id = ${ownerId} AND enabled_at IS NOT NULL

-- security/two-factor/two-factor.repository.ts: TwoFactorRepository.begin
INSERT INTO two_factor AS t (owner_id, method, secret) VALUES (${ownerId}, ${method}, ${sealed})
ON CONFLICT (owner_id) DO UPDATE SET method = excluded.method, secret = excluded.secret, last_step = 0
WHERE t.enabled_at IS NULL

-- security/two-factor/two-factor.repository.ts: TwoFactorRepository.begun
SELECT method FROM two_factor WHERE owner_id = ${ownerId} AND enabled_at IS NULL

-- security/two-factor/two-factor.repository.ts: TwoFactorRepository.enable
UPDATE two_factor SET enabled_at = now() WHERE owner_id = ${ownerId}

-- security/two-factor/two-factor.repository.ts: TwoFactorRepository.takeAppCode
SELECT secret, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms
FROM two_factor WHERE owner_id = ${ownerId} AND secret IS NOT NULL

-- security/two-factor/two-factor.repository.ts: TwoFactorRepository.takeAppCode
UPDATE two_factor SET last_step = ${step} WHERE owner_id = ${ownerId} AND last_step < ${step}

-- security/two-factor/two-factor.repository.ts: TwoFactorRepository.takeRecoveryCode
DELETE FROM recovery_code WHERE owner_id = ${ownerId} AND code_hash = ${hashRecoveryCode(ownerId, code)}

-- security/two-factor/two-factor.repository.ts: TwoFactorRepository.setRecoveryCodes
DELETE FROM recovery_code WHERE owner_id = ${ownerId}

-- security/two-factor/two-factor.repository.ts: TwoFactorRepository.setRecoveryCodes
INSERT INTO recovery_code (owner_id, code_hash) SELECT ${ownerId}, hash FROM unnest(${hashes}::bytea[]) AS hash

-- shared/undoable-merges.ts: undoableMerges
SELECT moved, merged_at + make_interval(days => ${MERGE_UNDO_DAYS}) AS undoable_until FROM account_merge
WHERE survivor_id = ${survivorId} AND state IN ('moving', 'done') AND moved IS NOT NULL
  AND merged_at + make_interval(days => ${MERGE_UNDO_DAYS}) > now()

-- sign-in-methods/email/user-emails.repository.ts: UserEmailsRepository.of
SELECT email, verified_at FROM user_email WHERE user_id = ${userId}

-- sign-in-methods/email/user-emails.repository.ts: UserEmailsRepository.ofActive
SELECT e.user_id, e.email FROM user_email AS e JOIN user_account AS u ON u.id = e.user_id
WHERE e.user_id = ANY (${userIds}::text[]) AND u.status = 'active'

-- sign-in-methods/email/user-emails.repository.ts: UserEmailsRepository.ownerOf
SELECT user_id FROM user_email WHERE email = ${email}

-- sign-in-methods/email/user-emails.repository.ts: UserEmailsRepository.give
INSERT INTO user_email (email, user_id) VALUES (${email}, ${userId})
ON CONFLICT ON CONSTRAINT user_email_owner_key DO NOTHING

-- sign-in-methods/email/user-emails.repository.ts: UserEmailsRepository.remove
DELETE FROM user_email WHERE email = ${email}

-- sign-in-methods/merge-offers.repository.ts: MergeOffersRepository.refusal
INSERT INTO merge_offer (id, survivor_id, absorbed_id, session_id, proof, expires_at)
SELECT ${newId()}::uuid, ${survivorId}, id, ${sessionId}::uuid, ${JSON.stringify(proven)}::jsonb, now() + interval '10 minutes'
FROM user_account WHERE id = ${ownerId} AND status = 'active'
RETURNING id

-- sign-in-methods/merge-offers.repository.ts: MergeOffersRepository.get
SELECT absorbed_id, expires_at, proof FROM merge_offer
WHERE id = ${offerId} AND survivor_id = ${survivorId} AND session_id = ${sessionId} AND expires_at > now()
  AND proof IS NOT NULL

-- sign-in-methods/merge-offers.repository.ts: MergeOffersRepository.purge
DELETE FROM merge_offer WHERE expires_at <= now()

-- sign-in-methods/oauth/linked-accounts.repository.ts: LinkedAccountsRepository.list
SELECT ${COLUMNS} FROM linked_account WHERE user_id = ${userId} ORDER BY linked_at, provider

-- sign-in-methods/oauth/linked-accounts.repository.ts: LinkedAccountsRepository.of
SELECT ${COLUMNS} FROM linked_account WHERE user_id = ${userId} AND provider = ${provider}

-- sign-in-methods/oauth/linked-accounts.repository.ts: LinkedAccountsRepository.find
SELECT ${COLUMNS} FROM linked_account WHERE provider = ${provider} AND account_id = ${accountId}

-- sign-in-methods/oauth/linked-accounts.repository.ts: LinkedAccountsRepository.give
INSERT INTO linked_account (provider, account_id, user_id, handle, grant_id)
VALUES (${provider}, ${accountId}, ${userId}, ${handle}, ${grantId})
ON CONFLICT ON CONSTRAINT linked_account_owner_key DO NOTHING

-- sign-in-methods/oauth/linked-accounts.repository.ts: LinkedAccountsRepository.renew
SELECT grant_id FROM linked_account WHERE provider = ${provider} AND account_id = ${accountId} FOR UPDATE

-- sign-in-methods/oauth/linked-accounts.repository.ts: LinkedAccountsRepository.renew
UPDATE linked_account SET grant_id = ${grantId}, handle = ${handle}, relink_needed = false
WHERE provider = ${provider} AND account_id = ${accountId}

-- sign-in-methods/oauth/linked-accounts.repository.ts: LinkedAccountsRepository.setHandle
UPDATE linked_account SET handle = ${handle} WHERE grant_id = ${grantId}

-- sign-in-methods/oauth/linked-accounts.repository.ts: LinkedAccountsRepository.needRelink
grant_id = ${grantId}

-- sign-in-methods/oauth/linked-accounts.repository.ts: LinkedAccountsRepository.setReach
provider = ${provider} AND account_id = ${accountId}

-- sign-in-methods/oauth/linked-accounts.repository.ts: LinkedAccountsRepository.setRelinkNeeded
UPDATE linked_account SET relink_needed = ${needed} WHERE ${where} AND relink_needed <> ${needed}
RETURNING user_id, provider

-- sign-in-methods/oauth/linked-accounts.repository.ts: LinkedAccountsRepository.remove
DELETE FROM linked_account WHERE user_id = ${userId} AND provider = ${provider}

-- sign-in-methods/sign-in-methods.repository.ts: SignInMethodsRepository.requireOne
SELECT FROM user_email WHERE user_id = ${userId} AND NOT ${hasMovedEmail}::boolean
UNION ALL SELECT FROM wallet
  WHERE user_id = ${userId} AND chain_id = ANY(${chainIds}) AND id <> ALL(${walletIds}::uuid[])
UNION ALL SELECT FROM linked_account WHERE user_id = ${userId} AND provider = ANY(${providers})
LIMIT 1

-- sign-in-methods/sign-in-methods.repository.ts: SignInMethodsRepository.signsIn
SELECT FROM linked_account WHERE provider = ${provider} AND account_id = ${accountId} AND user_id = ${userId}

-- sign-in-methods/sign-in-methods.repository.ts: SignInMethodsRepository.rowOf
SELECT FROM user_email WHERE email = ${proven.email}

-- sign-in-methods/sign-in-methods.repository.ts: SignInMethodsRepository.rowOf
SELECT FROM wallet WHERE chain_id = ${chainId} AND address = ${address}

-- sign-in-methods/wallet/challenges.repository.ts: ChallengesRepository.period
SELECT now() AS "issuedAt", now() + interval '5 minutes' AS "expiresAt"

-- sign-in-methods/wallet/challenges.repository.ts: ChallengesRepository.insert
INSERT INTO wallet_challenge (nonce, purpose, user_id, chain_id, address, message, expires_at)
VALUES (${nonce}, ${subject.purpose}, ${subject.userId}, ${chainId}, ${address}, ${message}, ${expiresAt})

-- sign-in-methods/wallet/challenges.repository.ts: ChallengesRepository.burn
UPDATE wallet_challenge SET consumed_at = now()
WHERE nonce = ${nonce} AND consumed_at IS NULL AND expires_at > now()
RETURNING purpose, user_id AS "userId", chain_id AS "chainId", address, message

-- sign-in-methods/wallet/challenges.repository.ts: ChallengesRepository.purge
DELETE FROM wallet_challenge WHERE expires_at <= now()

-- sign-in-methods/wallet/payout-addresses.repository.ts: PayoutAddressesRepository.set
INSERT INTO payout_address (user_id, chain_id, address)
SELECT ${userId}, ${chainId}, ${address}
WHERE (SELECT count(*) FROM payout_address WHERE user_id = ${userId} AND chain_id <> ${chainId})
  < ${MAX_PAYOUT_ADDRESSES}
ON CONFLICT (user_id, chain_id) DO UPDATE SET address = excluded.address, chosen_at = now()
RETURNING chain_id, address, chosen_at

-- sign-in-methods/wallet/payout-addresses.repository.ts: PayoutAddressesRepository.remove
DELETE FROM payout_address WHERE user_id = ${userId} AND chain_id = ${chainId} RETURNING address

-- sign-in-methods/wallet/payout-addresses.repository.ts: PayoutAddressesRepository.list
SELECT chain_id, address, chosen_at FROM payout_address WHERE user_id = ${userId} ORDER BY chain_id COLLATE "C"

-- sign-in-methods/wallet/wallets.repository.ts: WalletsRepository.ownerOf
SELECT user_id FROM wallet WHERE address = ${address} AND chain_id = ${chainId}

-- sign-in-methods/wallet/wallets.repository.ts: WalletsRepository.insert
INSERT INTO wallet (id, user_id, chain_id, address, is_primary)
SELECT ${newId()}::uuid, ${userId}, ${chainId}, ${address}, count(*) = 0
FROM wallet WHERE user_id = ${userId} HAVING count(*) < ${MAX_WALLETS}
ON CONFLICT ON CONSTRAINT wallet_owner_key DO NOTHING
RETURNING id

-- sign-in-methods/wallet/wallets.repository.ts: WalletsRepository.remove
DELETE FROM wallet WHERE id = ${walletId}

-- sign-in-methods/wallet/wallets.repository.ts: WalletsRepository.setPrimary
UPDATE wallet SET is_primary = false WHERE user_id = ${userId} AND is_primary

-- sign-in-methods/wallet/wallets.repository.ts: WalletsRepository.setPrimary
UPDATE wallet SET is_primary = true WHERE id = ${walletId} AND user_id = ${userId}

-- users/public-profiles.repository.ts: PublicProfilesRepository.get
SELECT u.id AS user_id, u.username, u.display_name, u.bio, u.avatar_url, u.created_at,
  CASE WHEN u.shows_wallet THEN w.address END AS wallet
FROM user_account u LEFT JOIN wallet w ON w.user_id = u.id AND w.is_primary
WHERE u.status = 'active' AND u.id = ${userId}

-- users/public-profiles.repository.ts: PublicProfilesRepository.byUsername
u.username = ${username}

-- users/public-profiles.repository.ts: PublicProfilesRepository.byWallet
w.address = ${address} AND u.shows_wallet

-- users/public-profiles.repository.ts: PublicProfilesRepository.find
SELECT u.id AS user_id, u.username, u.display_name, u.bio, u.avatar_url, u.created_at,
  CASE WHEN u.shows_wallet THEN w.address END AS wallet
FROM user_account u LEFT JOIN wallet w ON w.user_id = u.id AND w.is_primary
WHERE u.status = 'active' AND ${condition} ORDER BY u.id LIMIT ${MAX_FOUND_USERS}

-- users/public-profiles.repository.ts: PublicProfilesRepository.referrals
SELECT u.id AS user_id, u.username, u.display_name, u.avatar_url, r.created_at AS referred_at
FROM referral r JOIN user_account u ON u.id = r.referee_id
WHERE r.referrer_id = ${userId} /* before === undefined ? */  /* : */ AND r.referee_id < ${before} /* . */
ORDER BY r.referee_id DESC LIMIT ${limit + 1}

-- users/username-claims.repository.ts: UsernameClaimsRepository.change
UPDATE username_claim SET released_at = now()
WHERE user_id = ${userId} AND username_hash <> ${hash} AND released_at IS NULL

-- users/username-claims.repository.ts: UsernameClaimsRepository.change
INSERT INTO username_claim AS c (username_hash, user_id) VALUES (${hash}, ${userId})
ON CONFLICT (username_hash) DO UPDATE SET user_id = excluded.user_id, released_at = NULL
WHERE c.user_id = excluded.user_id OR c.released_at <= now() - make_interval(days => ${USERNAME_REST_DAYS})
RETURNING username_hash

-- users/username-claims.repository.ts: UsernameClaimsRepository.change
SELECT count(*)::integer FROM username_claim
WHERE user_id = ${userId} AND (released_at IS NULL OR released_at > now() - make_interval(days => ${USERNAME_REST_DAYS}))

-- users/username-claims.repository.ts: UsernameClaimsRepository.change
UPDATE user_account SET username = ${username} WHERE id = ${userId}

-- users/username-claims.repository.ts: UsernameClaimsRepository.purge
DELETE FROM username_claim WHERE released_at <= now() - make_interval(days => ${USERNAME_REST_DAYS})

-- users/users.repository.ts: UsersRepository.insert
INSERT INTO user_account (id, referral_code) VALUES (${userId}, ${referralCode})

-- users/users.repository.ts: UsersRepository.insertReferral
INSERT INTO referral (referee_id, referrer_id, code)
VALUES (${refereeId},
  (SELECT id FROM user_account WHERE referral_code = ${code} AND id <> ${refereeId}), ${code})
RETURNING referrer_id

-- users/users.repository.ts: UsersRepository.get
SELECT id, username, display_name AS "displayName", bio, avatar_url AS "avatarUrl", shows_wallet AS "showsWallet", status, referral_code AS "referralCode", version, created_at AS "createdAt" FROM user_account WHERE id = ${userId}

-- users/users.repository.ts: UsersRepository.wallets
SELECT id, chain_id AS "chainId", address, is_primary AS "isPrimary", linked_at AS "linkedAt" FROM wallet WHERE user_id = ${userId} ORDER BY id

-- users/users.repository.ts: UsersRepository.lockStatus
SELECT status FROM user_account WHERE id = ${userId} FOR NO KEY UPDATE

-- users/users.repository.ts: UsersRepository.lockBoth
SET LOCAL lock_timeout = '1s'

-- users/users.repository.ts: UsersRepository.noteSignIn
UPDATE user_account SET last_sign_in_at = now() WHERE id = ${userId} AND status = 'active'

-- users/users.repository.ts: UsersRepository.setProfile
UPDATE user_account
SET display_name = ${displayName}, bio = ${bio}, avatar_url = ${avatarUrl}, shows_wallet = ${showsWallet}
WHERE id = ${userId}

-- users/users.repository.ts: UsersRepository.suspend
UPDATE user_account SET status = 'suspended', suspended_at = now(), suspended_reason = ${reason}
WHERE id = ${userId} AND status = 'active'

-- users/users.repository.ts: UsersRepository.reactivate
UPDATE user_account SET status = 'active', suspended_at = NULL, suspended_reason = NULL
WHERE id = ${userId} AND status = 'suspended'

-- users/users.repository.ts: UsersRepository.setMerged
UPDATE user_account SET status = 'merged' WHERE id = ${userId}

-- users/users.repository.ts: UsersRepository.setActive
UPDATE user_account SET status = 'active' WHERE id = ${userId}

-- users/users.repository.ts: UsersRepository.countChange
UPDATE user_account SET version = version + 1 WHERE id = ${userId}

-- users/users.repository.ts: UsersRepository.adminGet (by Prisma)
-- prisma.userAccount.findUnique({ where: { id: userId }, include: FOR_ADMINS })

-- users/users.repository.ts: UsersRepository.adminList (by Prisma)
-- prisma.userAccount.findMany({
--       where: {
--         id: order === 'newest' ? { lt: last } : { gt: last },
--         status,
--         ...(search !== undefined && { OR: startingWith(search) }),
--       },
--       include: FOR_ADMINS,
--       orderBy: { id: order === 'newest' ? 'desc' : 'asc' },
--       take: limit + 1,
--     })
