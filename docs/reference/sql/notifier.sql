-- Made by tools/docs from the source of notifier; do not edit.
-- ${..} is a parameter ($1, $2 ..), or a part that another entry has, or that is only known at run time.
-- /* a ? */ x /* : */ y /* . */ has x if a, otherwise y.

-- digests/digest-choices.repository.ts: DigestChoicesRepository.mailed
SELECT type, mailed FROM digest_choice WHERE user_id = ${userId}

-- digests/digest-choices.repository.ts: DigestChoicesRepository.turnOff
DELETE FROM digest_item WHERE user_id = ${userId} AND type = ANY (${topics}::text[])

-- digests/digest-choices.repository.ts: DigestChoicesRepository.choose
INSERT INTO digest_choice (user_id, type, mailed)
SELECT ${userId}, topic, ${mailed}::boolean FROM unnest(${topics}::text[]) AS topic ORDER BY topic
ON CONFLICT (user_id, type) DO UPDATE SET mailed = excluded.mailed

-- digests/digests.repository.ts: DigestsRepository.add
WITH added AS (
  INSERT INTO digest_item (id, user_id, type, title, body, group_key)
  SELECT incoming.* FROM unnest(${texts.map(newId)}::uuid[], ${texts.map(({ userId }) => userId)}::text[],
      ${texts.map(({ type }) => type)}::text[], ${texts.map(({ title }) => title)}::text[],
      ${texts.map(({ body }) => body)}::text[], ${texts.map(({ group }) => group ?? null)}::text[])
    AS incoming (id, user_id, type, title, body, group_key)
  WHERE coalesce(
    (SELECT c.mailed FROM digest_choice AS c
     WHERE c.user_id = incoming.user_id AND c.type IN (incoming.type, ${ALL_DIGESTS}) ORDER BY c.type DESC LIMIT 1),
    incoming.type = ANY (${MAILED}::text[]))
  ORDER BY incoming.user_id
  ON CONFLICT (user_id, type, group_key) WHERE group_key IS NOT NULL
  DO UPDATE SET title = excluded.title, body = excluded.body, created_at = now()
  RETURNING user_id)
INSERT INTO digest_reader AS r (user_id, due_at)
SELECT DISTINCT user_id, now() + interval '10 minutes' FROM added ORDER BY user_id
ON CONFLICT (user_id) DO UPDATE SET due_at = least(r.due_at, excluded.due_at)

-- digests/digests.repository.ts: DigestsRepository.claim
UPDATE digest_reader SET due_at = now() + interval '1 minute'
WHERE user_id IN (
  SELECT user_id FROM digest_reader WHERE due_at <= now()
  ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
RETURNING user_id

-- digests/digests.repository.ts: DigestsRepository.admit
UPDATE digest_reader SET due_at = NULL,
  mailed_at = ARRAY(SELECT at FROM unnest(mailed_at) AS at WHERE at > now() - interval '1 day') || CASE WHEN EXISTS (SELECT FROM digest_item AS i WHERE i.user_id = digest_reader.user_id AND NOT type = ANY (${UNSOLICITED}::text[])) THEN ARRAY[now()] ELSE '{}' END,
  unsolicited_mailed_at = CASE WHEN EXISTS (SELECT FROM digest_item AS i WHERE i.user_id = digest_reader.user_id AND NOT type = ANY (${UNSOLICITED}::text[])) THEN unsolicited_mailed_at ELSE now() END
WHERE user_id = ${userId} AND due_at IS NOT NULL AND CASE
  WHEN EXISTS (SELECT FROM digest_item AS i WHERE i.user_id = digest_reader.user_id AND NOT type = ANY (${UNSOLICITED}::text[])) THEN (SELECT count(*) FROM unnest(mailed_at) AS at WHERE at > now() - interval '1 day') < ${MAX_MAILS_A_DAY}
  ELSE coalesce(unsolicited_mailed_at <= now() - interval '1 day', true) END
RETURNING unsubscribe_key

-- digests/digests.repository.ts: DigestsRepository.postpone
UPDATE digest_reader SET due_at = interval '1 day' + CASE
  WHEN EXISTS (SELECT FROM digest_item AS i WHERE i.user_id = digest_reader.user_id AND NOT type = ANY (${UNSOLICITED}::text[])) THEN (SELECT min(at) FROM unnest(mailed_at) AS at WHERE at > now() - interval '1 day') ELSE unsolicited_mailed_at END
WHERE user_id = ${userId} AND due_at IS NOT NULL

-- digests/digests.repository.ts: DigestsRepository.take
WITH taken AS (DELETE FROM digest_item WHERE user_id = ${userId}
  RETURNING id, type, title, body, created_at, type = ANY (${UNSOLICITED}::text[]) AS unsolicited),
young AS (
  SELECT *, count(*) OVER ()::int AS count, min(created_at) OVER () + interval '1 day' AS expires_at,
    row_number() OVER (PARTITION BY unsolicited ORDER BY id) AS nth
  FROM taken WHERE created_at > now() - interval '1 day')
SELECT type, title, body, count, expires_at FROM young
WHERE nth <= CASE WHEN unsolicited THEN ${MAX_UNSOLICITED_ITEMS}::int ELSE ${MAX_ITEMS}::int END
ORDER BY unsolicited, id LIMIT ${MAX_ITEMS}

-- digests/digests.repository.ts: DigestsRepository.drop
UPDATE digest_reader SET due_at = NULL WHERE user_id IN (
  SELECT user_id FROM digest_reader WHERE user_id = ANY (${userIds}::text[]) ORDER BY user_id FOR UPDATE)

-- digests/digests.repository.ts: DigestsRepository.drop
DELETE FROM digest_item WHERE user_id = ANY (${userIds}::text[])

-- digests/digests.repository.ts: DigestsRepository.drop
DELETE FROM digest_reader WHERE user_id = ANY (${userIds}::text[]) AND due_at IS NULL AND mailed_at = '{}'
  AND unsolicited_mailed_at IS NULL

-- digests/digests.repository.ts: DigestsRepository.unsubscribeKey
SELECT unsubscribe_key FROM digest_reader WHERE user_id = ${userId}

-- digests/digests.repository.ts: DigestsRepository.purge
DELETE FROM digest_item WHERE created_at <= now() - interval '1 day'

-- mail/mail.repository.ts: MailRepository.enqueue
INSERT INTO mail (
  id, event_id, recipient, user_id, unsubscribe_url, subject, text, html, expires_at, request_id, traceparent)
VALUES (${newId()}, ${eventId}, ${recipient}, ${userId}, ${unsubscribeUrl}, ${subject}, ${text}, ${html}, ${expiresAt}::timestamptz,
  ${context?.requestId ?? null}::text, ${context?.traceparent ?? null}::text)
ON CONFLICT (event_id) DO NOTHING

-- mail/mail.repository.ts: MailRepository.claim
user_id IS NULL

-- mail/mail.repository.ts: MailRepository.claim
user_id IS NOT NULL

-- mail/mail.repository.ts: MailRepository.claimWhere
UPDATE mail SET attempts = attempts + 1, next_try_at = least(
  CASE WHEN expires_at > now() THEN expires_at END,
  now() + make_interval(secs => (${RETRY_DELAYS_S}::int[])[least(attempts + 1, ${RETRY_DELAYS_S.length}::int)]))
WHERE id IN (
  SELECT id FROM mail WHERE status = 'queued' AND ${kind} AND next_try_at <= now()
  ORDER BY next_try_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
RETURNING id, recipient, user_id, unsubscribe_url, subject, text, html, attempts, coalesce(expires_at <= now(), false) AS expired, request_id, traceparent

-- mail/mail.repository.ts: MailRepository.markSent
UPDATE mail SET status = 'sent', sent_at = now(), last_error = NULL,
  text = CASE WHEN expires_at IS NULL THEN text ELSE '' END,
  html = CASE WHEN expires_at IS NULL THEN html ELSE '' END
WHERE id = ${id}

-- mail/mail.repository.ts: MailRepository.markFailed
UPDATE mail SET last_error = ${reason}, status = ${final ? 'failed' : 'queued'}
WHERE id = ${id} AND status = 'queued'

-- mail/mail.repository.ts: MailRepository.drop
DELETE FROM mail WHERE id = ${id}

-- mail/mail.repository.ts: MailRepository.dropQueued
DELETE FROM mail WHERE user_id = ${userId} AND status = 'queued'

-- mail/mail.repository.ts: MailRepository.erase
UPDATE mail SET recipient = NULL, text = '', html = '',
  last_error = CASE status WHEN 'queued' THEN 'the account was deleted' END,
  status = CASE status WHEN 'queued' THEN 'failed' ELSE status END
WHERE lower(recipient) = lower(${recipient})

-- mail/mail.repository.ts: MailRepository.list
SELECT id, recipient, user_id, subject, status, attempts, next_try_at, last_error, expires_at, created_at, sent_at FROM mail
WHERE true /* status === undefined ? */  /* : */ AND status = ${status} /* . */
  /* recipient === undefined ? */  /* : */ AND lower(recipient) = lower(${recipient}) /* . */
  /* before === undefined ? */  /* : */ AND id < ${before} /* . */
ORDER BY id DESC LIMIT ${limit + 1}

-- mail/mail.repository.ts: MailRepository.lock
SELECT id, recipient, user_id, subject, status, attempts, next_try_at, last_error, expires_at, created_at, sent_at, EXISTS (SELECT FROM mail_suppression AS s WHERE s.recipient = lower(mail.recipient)) AS suppressed, coalesce(expires_at <= now(), false) AS expired FROM mail WHERE id = ${id} FOR UPDATE

-- mail/mail.repository.ts: MailRepository.requeue
UPDATE mail SET status = 'queued', attempts = 0, next_try_at = now(), last_error = NULL WHERE id = ${id}
RETURNING id, recipient, user_id, subject, status, attempts, next_try_at, last_error, expires_at, created_at, sent_at

-- mail/mail.repository.ts: MailRepository.sentLastDay
SELECT count(*)::int AS sent FROM mail WHERE sent_at > now() - interval '1 day'

-- mail/mail.repository.ts: MailRepository.blankExpired
UPDATE mail SET text = '', html = '' WHERE expires_at <= now() AND text <> ''

-- mail/mail.repository.ts: MailRepository.purge
DELETE FROM mail WHERE status <> 'queued' AND created_at < now() - interval '30 days'

-- mail/suppressions.repository.ts: SuppressionsRepository.add
INSERT INTO mail_suppression (id, recipient, reason) VALUES (${newId()}, lower(${recipient}), ${reason})
ON CONFLICT DO NOTHING

-- mail/suppressions.repository.ts: SuppressionsRepository.erase
DELETE FROM mail_suppression WHERE recipient = lower(${recipient})

-- mail/suppressions.repository.ts: SuppressionsRepository.has
SELECT FROM mail_suppression WHERE recipient = lower(${recipient})

-- mail/suppressions.repository.ts: SuppressionsRepository.list
SELECT id, recipient, reason, created_at FROM mail_suppression
WHERE true /* recipient === undefined ? */  /* : */ AND recipient = lower(${recipient}) /* . */
  /* before === undefined ? */  /* : */ AND id < ${before} /* . */
ORDER BY id DESC LIMIT ${limit + 1}

-- mail/suppressions.repository.ts: SuppressionsRepository.lift
DELETE FROM mail_suppression WHERE id = ${suppressionId} RETURNING recipient

-- notifications/notifications.repository.ts: NotificationsRepository.insert
INSERT INTO notification (id, user_id, type, template, params, title, body, data, group_key)
SELECT incoming.* FROM unnest(${ids}::uuid[], ${texts.map(({ userId }) => userId)}::text[],
    ${texts.map(({ type }) => type)}::text[], ${texts.map(({ template }) => template)}::text[],
    ${texts.map(({ params }) => JSON.stringify(params))}::jsonb[], ${texts.map(({ title }) => title)}::text[],
    ${texts.map(({ body }) => body)}::text[], ${texts.map(({ data }) => JSON.stringify(data))}::jsonb[],
    ${texts.map(({ group }) => group ?? null)}::text[])
  AS incoming (id, user_id, type, template, params, title, body, data, group_key)
WHERE NOT EXISTS (
  SELECT FROM notification_preference p WHERE p.user_id = incoming.user_id AND incoming.type = ANY (p.muted_in_app))
ON CONFLICT (user_id, type, group_key) WHERE read_at IS NULL AND group_key IS NOT NULL
DO UPDATE SET params = excluded.params, title = excluded.title, body = excluded.body, data = excluded.data
RETURNING id, user_id, type

-- notifications/notifications.repository.ts: NotificationsRepository.list
SELECT id, type, template, params, title, body, data, created_at, read_at FROM notification
WHERE user_id = ${userId} /* unread ? */ AND read_at IS NULL /* : */  /* . */
  /* type === undefined ? */  /* : */ AND type = ${type} /* . */
  /* before === undefined ? */  /* : */ AND id < ${before} /* . */
ORDER BY id DESC LIMIT ${limit + 1}

-- notifications/notifications.repository.ts: NotificationsRepository.countUnread
SELECT count(*)::int AS unread FROM (
  SELECT FROM notification WHERE user_id = ${userId} AND read_at IS NULL
  LIMIT ${MAX_UNREAD_COUNTED}) AS counted

-- notifications/notifications.repository.ts: NotificationsRepository.read
UPDATE notification SET read_at = now() WHERE id = ${id} AND user_id = ${userId} AND read_at IS NULL
RETURNING id, type, template, params, title, body, data, created_at, read_at

-- notifications/notifications.repository.ts: NotificationsRepository.read
SELECT id, type, template, params, title, body, data, created_at, read_at FROM notification WHERE id = ${id} AND user_id = ${userId}

-- notifications/notifications.repository.ts: NotificationsRepository.readAll
UPDATE notification SET read_at = now() WHERE user_id = ${userId} AND read_at IS NULL

-- notifications/notifications.repository.ts: NotificationsRepository.merge
UPDATE notification
SET user_id = ${survivorId}, merge_ids = merge_ids || ${mergeId}::uuid, group_key = group_key || ' ' || ${mergeId}
WHERE user_id = ${absorbedId}

-- notifications/notifications.repository.ts: NotificationsRepository.giveBack
UPDATE notification SET user_id = ${absorbedId}, merge_ids = array_remove(merge_ids, ${mergeId}::uuid)
WHERE user_id = ${survivorId} AND ${mergeId}::uuid = ANY(merge_ids)

-- notifications/notifications.repository.ts: NotificationsRepository.purge
DELETE FROM notification WHERE created_at < now() - interval '90 days'

-- notifications/preferences.repository.ts: PreferencesRepository.mutedInApp
SELECT muted_in_app FROM notification_preference WHERE user_id = ${userId}

-- notifications/preferences.repository.ts: PreferencesRepository.set
INSERT INTO notification_preference (user_id, muted_in_app) VALUES (${userId}, ${mutedInApp}::text[])
ON CONFLICT (user_id) DO UPDATE SET muted_in_app = excluded.muted_in_app, updated_at = now()

-- notifications/user-rows.repository.ts: TABLES
notification

-- notifications/user-rows.repository.ts: TABLES
notification_preference

-- notifications/user-rows.repository.ts: TABLES
digest_choice

-- notifications/user-rows.repository.ts: TABLES
digest_item

-- notifications/user-rows.repository.ts: TABLES
digest_reader

-- notifications/user-rows.repository.ts: TABLES
mail

-- notifications/user-rows.repository.ts: UserRowsRepository.delete
DELETE FROM ${table} WHERE user_id = ${userId}

-- operators/operator-alerts.repository.ts: OperatorAlertsRepository.admit
INSERT INTO operator_alert AS a (type, subject) VALUES (${type}, ${subject})
ON CONFLICT (type, subject) DO UPDATE SET mailed_at = now() WHERE a.mailed_at <= now() - interval '6 hours'

-- operators/operator-alerts.repository.ts: OperatorAlertsRepository.purge
DELETE FROM operator_alert WHERE mailed_at <= now() - interval '6 hours'

-- operators/operator-preferences.repository.ts: OperatorPreferencesRepository.get
SELECT muted FROM operator_preference WHERE admin_id = ${adminId}

-- operators/operator-preferences.repository.ts: OperatorPreferencesRepository.set
INSERT INTO operator_preference (admin_id, muted) VALUES (${adminId}, ${muted}::text[])
ON CONFLICT (admin_id) DO UPDATE SET muted = excluded.muted

-- operators/operator-preferences.repository.ts: OperatorPreferencesRepository.mutedBy
SELECT admin_id FROM operator_preference WHERE ${type} = ANY (muted)
