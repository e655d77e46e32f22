-- Made by tools/docs from the source of exports; do not edit.
-- ${..} is a parameter ($1, $2 ..), or a part that another entry has, or that is only known at run time.
-- /* a ? */ x /* : */ y /* . */ has x if a, otherwise y.

-- csv/columns/distribution.ts: distributionRows
SELECT d.rank, d.user_id AS user_public_id, CASE WHEN e.username ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(e.username, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE e.username END AS username, CASE WHEN d.address ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(d.address, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE d.address END AS payout_address,
  d.address_source AS payout_address_source, d.points,
  coalesce(round(100 * d.amount / nullif(d.total, 0), 6), 0) AS share_pct,
  coalesce(d.amount, 0) AS amount_base, trim_scale(round(coalesce(d.amount, 0), d.decimals) / power(10::numeric, d.decimals)) AS amount_display,
  CASE WHEN d.denom ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(d.denom, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE d.denom END AS denom, CASE WHEN d.symbol ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(d.symbol, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE d.symbol END AS symbol, d.status, CASE WHEN d.tx_hash ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(d.tx_hash, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE d.tx_hash END AS tx_hash, d.batch, d.excluded_reason,
  to_char(d.paid_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS paid_at, to_char(d.as_of AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS as_of
FROM (
  SELECT * FROM escrow.published_payout_v2 WHERE campaign_id = ${campaignId}::uuid ORDER BY rank OFFSET 0
) d
LEFT JOIN LATERAL (SELECT * FROM quests.published_earner_v1 o WHERE o.user_id = d.user_id OFFSET 0) e ON true
ORDER BY d.rank

-- csv/columns/leaderboard.ts: today
(SELECT *, -points AS minus_points FROM quests.published_standing_v1
  WHERE scope_id = ${campaignId}::uuid AND visible AND completions > 0
  ORDER BY minus_points, last_credit_at, user_id)
UNION ALL
(SELECT *, -points AS minus_points FROM quests.published_standing_v1
  WHERE scope_id = ${campaignId}::uuid AND NOT visible AND completions > 0
  ORDER BY minus_points, last_credit_at, user_id)

-- csv/columns/leaderboard.ts: today
(SELECT count(DISTINCT quest_id) FILTER (WHERE status = 'claimed') FROM (
  SELECT quest_id, status FROM quests.published_submission_v1 o
  WHERE o.campaign_id = ${campaignId}::uuid AND o.user_id = s.user_id OFFSET 0
) own)

-- csv/columns/leaderboard.ts: today
(SELECT sum(points) FROM quests.published_standing_v1 WHERE scope_id = ${campaignId}::uuid AND completions > 0)

-- csv/columns/leaderboard.ts: atMoment
SELECT *, sum(points) OVER () AS total FROM (SELECT user_id, sum(points) AS points, -sum(points) AS minus_points, sum(xp) AS xp, count(*) AS completions,
  max(credited_at) AS last_credit_at
FROM (
  SELECT c.user_id, c.points, c.xp, c.credited_at FROM quests.published_ledger_v2 c
  WHERE c.kind = 'credit' AND c.campaign_id = ${campaignId}::uuid AND c.created_at <= ${asOf}::timestamptz
    AND NOT EXISTS (
      SELECT FROM quests.published_ledger_v2 u
      WHERE u.submission_id = c.submission_id AND u.credit_no = c.credit_no AND u.kind = 'reversal'
        AND u.campaign_id = ${campaignId}::uuid AND u.created_at <= ${asOf}::timestamptz
    )
  OFFSET 0
) credits
GROUP BY user_id) sums
  ORDER BY minus_points, last_credit_at, user_id OFFSET 0

-- csv/columns/leaderboard.ts: atMoment
(SELECT quests_completed FROM (
    SELECT sum(points) AS points, sum(xp) AS xp, count(*) AS completions, count(DISTINCT quest_id) AS quests_completed
FROM (
  SELECT quest_id, sum(points) AS points, sum(xp) AS xp FROM quests.published_ledger_v2 l
  WHERE l.user_id = s.user_id AND l.campaign_id = ${campaignId}::uuid AND l.created_at <= ${asOf}::timestamptz
  GROUP BY submission_id, credit_no, quest_id
  HAVING bool_and(kind = 'credit')
) credits
  ) standing)

-- csv/columns/leaderboard.ts: atMoment
s.total

-- csv/columns/leaderboard.ts: rowsOf
SELECT row_number() OVER (ORDER BY s.minus_points, s.last_credit_at, s.user_id) AS rank, s.user_id AS user_public_id,
  CASE WHEN e.username ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(e.username, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE e.username END AS username, CASE WHEN e.display_name ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(e.display_name, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE e.display_name END AS display_name, CASE e.status WHEN 'active' THEN 'active' ELSE 'suspended' END AS account_status,
  CASE WHEN e.primary_wallet ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(e.primary_wallet, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE e.primary_wallet END AS primary_wallet, s.points, s.xp, s.completions,
  ${questsCompleted} AS quests_completed, coalesce(round(100 * s.points / nullif(${total}, 0), 6), 0) AS share_pct,
  to_char(s.last_credit_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS last_verified_at
FROM (${ranked}) s
LEFT JOIN LATERAL (SELECT * FROM quests.published_earner_v1 o WHERE o.user_id = s.user_id OFFSET 0) e ON true
ORDER BY s.minus_points, s.last_credit_at, s.user_id

-- csv/columns/participants.ts: participantRows
SELECT p.user_id AS user_public_id, CASE WHEN e.username ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(e.username, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE e.username END AS username, CASE WHEN e.display_name ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(e.display_name, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE e.display_name END AS display_name,
    CASE e.status WHEN 'active' THEN 'active' ELSE 'suspended' END AS account_status, CASE WHEN e.primary_wallet ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(e.primary_wallet, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE e.primary_wallet END AS primary_wallet, CASE WHEN e.wallets ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(e.wallets, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE e.wallets END AS wallets,
    /* campaignId === null ? */
  (SELECT string_agg(c.slug, '; ' ORDER BY c.slug) FROM quests.published_campaign_v1 c WHERE c.id = ANY (p.campaigns))
    AS campaigns, /* : */  /* . */
    p.submissions, ${completed}, coalesce(t.points, 0) AS points, coalesce(t.xp, 0) AS xp,
    to_char(p.first_activity AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS first_activity, to_char(p.last_activity AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS last_activity
  FROM (
    SELECT s.user_id, count(*) AS submissions, count(*) FILTER (WHERE s.status = 'claimed') AS completions,
      count(DISTINCT s.quest_id) FILTER (WHERE s.status = 'claimed') AS quests_completed,
      min(s.created_at) AS first_activity, max(s.created_at) AS last_activity
      /* campaignId === null ? */ , array_agg(DISTINCT s.campaign_id) AS campaigns /* : */  /* . */
    FROM quests.published_submission_v1 s
    WHERE /* campaignId === null ? */ s.project_id = ${projectId}::uuid /* : */ s.campaign_id = ${campaignId}::uuid /* . */ /* asOf === undefined ? */  /* : */ AND s.created_at <= ${asOf}::timestamptz /* . */
    GROUP BY s.user_id
  ) p
  LEFT JOIN LATERAL (SELECT * FROM quests.published_earner_v1 o WHERE o.user_id = p.user_id OFFSET 0) e ON true
  LEFT JOIN LATERAL (${standing} OFFSET 0) t ON true
  ORDER BY p.user_id

-- csv/columns/participants.ts: today
p.completions, p.quests_completed

-- csv/columns/participants.ts: today
SELECT points, xp FROM quests.published_standing_v1 o WHERE o.scope_id = ${scopeId}::uuid AND o.user_id = p.user_id

-- csv/columns/participants.ts: atMoment
t.completions, t.quests_completed

-- csv/columns/participants.ts: atMoment
p.user_id

-- csv/columns/submissions.ts: submissionRows
(SELECT * FROM quests.published_submission_v1
WHERE campaign_id = ${campaignId}::uuid AND status = ${one} /* questId === undefined ? */  /* : */ AND quest_id = ${questId}::uuid /* . */ ORDER BY sort_key)

-- csv/columns/submissions.ts: submissionRows
SELECT s.id AS submission_id, to_char(s.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at, to_char(s.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS updated_at,
    to_char(s.verified_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS verified_at, to_char(s.claimed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS claimed_at, s.status, s.quest_id,
    CASE WHEN q.slug ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(q.slug, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE q.slug END AS quest_slug, CASE WHEN q.title ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(q.title, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE q.title END AS quest_title, s.task_type_id AS task_type,
    s.method AS verification_method, s.user_id AS user_public_id, CASE WHEN e.username ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(e.username, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE e.username END AS username,
    CASE WHEN e.display_name ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(e.display_name, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE e.display_name END AS display_name, CASE WHEN e.primary_wallet ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(e.primary_wallet, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE e.primary_wallet END AS wallet_address, s.points_awarded,
    s.xp_awarded, CASE WHEN s.period_key ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(s.period_key, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE s.period_key END AS period_key, CASE WHEN s.reject_reason ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(s.reject_reason, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE s.reject_reason END AS reject_reason,
    CASE WHEN s.inputs ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
  regexp_replace(
    regexp_replace(s.inputs, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
ELSE s.inputs END AS inputs_json
  FROM (${join(ranges, ' UNION ALL ')}) s
  LEFT JOIN LATERAL (SELECT * FROM quests.published_earner_v1 o WHERE o.user_id = s.user_id OFFSET 0) e ON true
  LEFT JOIN LATERAL (SELECT * FROM quests.published_quest_v1 o WHERE o.id = s.quest_id OFFSET 0) q ON true
  ORDER BY s.sort_key

-- csv/offer-export.ts: OfferExport.admission
SELECT EXISTS (SELECT FROM generate_series(1, ${OF_ONE_PROJECT}::integer) n
  WHERE try_lock('export ' || ${projectId}::text || ' ' || n)) AND EXISTS (SELECT FROM generate_series(1, ${this.config.EXPORTS_AT_ONCE}::integer) n
  WHERE try_lock('export ' || ${'all'}::text || ' ' || n)) AS admitted,
  now() AS read_at,
  (SELECT count(*) FROM quests.published_ledger_v2 WHERE campaign_id IN (/* campaignId === null ? */ SELECT id FROM quests.published_campaign_v1 WHERE project_id = ${projectId}::uuid /* : */ SELECT ${campaignId}::uuid /* . */)) AS ledger_entries

-- csv/scopes.repository.ts: ScopesRepository.get
/* campaignId === null ? */ SELECT slug AS project_slug, NULL AS campaign_slug FROM quests.published_project_v1 WHERE id = ${projectId} /* : */
SELECT p.slug AS project_slug, c.slug AS campaign_slug
FROM quests.published_campaign_v1 c JOIN quests.published_project_v1 p ON p.id = c.project_id
WHERE c.id = ${campaignId} AND c.project_id = ${projectId} /* . */

-- csv/scopes.repository.ts: ScopesRepository.requirePast
SELECT ${asOf}::timestamptz <= now() AS is_past

-- csv/scopes.repository.ts: ScopesRepository.requireQuest
SELECT id FROM quests.published_quest_v1 WHERE id = ${questId} AND campaign_id = ${campaignId}

-- manifests/manifests.repository.ts: ManifestsRepository.add
INSERT INTO export_manifest (${..manifest}, exporter_id, exporter_type) VALUES (${..manifest}, ${principalKey(principal)}, ${principal.family}) ON CONFLICT DO NOTHING

-- manifests/manifests.repository.ts: ManifestsRepository.get
SELECT ${COLUMNS} FROM export_manifest WHERE id = ${manifestId} AND project_id = ${projectId}

-- manifests/manifests.repository.ts: ManifestsRepository.list
project_id = ${projectId}

-- manifests/manifests.repository.ts: ManifestsRepository.list
campaign_id = ${campaignId}

-- manifests/manifests.repository.ts: ManifestsRepository.list
kind = ${kind}

-- manifests/manifests.repository.ts: ManifestsRepository.list
exporter_id = ${exportedById}

-- manifests/manifests.repository.ts: ManifestsRepository.list
sha256 = decode(${sha256}, 'hex')

-- manifests/manifests.repository.ts: ManifestsRepository.list
id < ${before}

-- manifests/manifests.repository.ts: ManifestsRepository.list
SELECT ${COLUMNS} FROM export_manifest WHERE ${join(conditions, ' AND ')} ORDER BY id DESC LIMIT ${limit + 1}
