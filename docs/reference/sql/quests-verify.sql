-- Made by tools/docs from the source of quests-verify; do not edit.
-- ${..} is a parameter ($1, $2 ..), or a part that another entry has, or that is only known at run time.
-- /* a ? */ x /* : */ y /* . */ has x if a, otherwise y.

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.reserve
SELECT exclusive_lock('account ' || ${userId}::text)

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.reserve
SELECT FROM account_merge
WHERE ${userId} IN (survivor_id, absorbed_id) AND state IN ('reserved', 'moving', 'undoing') LIMIT 1

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.forget
SELECT exclusive_lock('account ' || ${userId}::text)

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.forget
UPDATE account_merge_item SET ended_check = NULL
WHERE ended_check IS NOT NULL AND ended_check->>'submissionId' IN (SELECT id::text FROM submission WHERE user_id = ${userId})

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.forget
UPDATE verification_check SET inputs = '{}', settings = NULL, facts = '{}', detail = NULL WHERE user_id = ${userId}

-- accounts/deletions/account-deletions.repository.ts: AccountDeletionsRepository.forget
UPDATE earner
SET username = NULL, display_name = NULL, avatar_url = NULL, shows_wallet = false, primary_wallet = NULL,
  wallets = '[]', method_hashes = '{}'
WHERE user_id = ${userId}

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.purgeEndedChecks
UPDATE account_merge_item i SET ended_check = NULL FROM account_merge m
WHERE i.ended_check IS NOT NULL AND m.id = i.merge_id
  AND m.reserved_at < now() - make_interval(days => ${MERGE_UNDO_DAYS + 1})

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.preview
SELECT c.id AS campaign_id, c.project_id, c.title, count(*) FILTER (WHERE NOT i.dropped)::integer AS submissions,
coalesce(sum(i.points) FILTER (WHERE NOT i.dropped), 0)::text AS points,
coalesce(sum(i.xp) FILTER (WHERE NOT i.dropped), 0)::text AS xp,
count(*) FILTER (WHERE i.dropped)::integer AS dropped_submissions,
coalesce(sum(i.points) FILTER (WHERE i.dropped), 0)::text AS dropped_points,
coalesce(sum(i.xp) FILTER (WHERE i.dropped), 0)::text AS dropped_xp,
      CASE WHEN bool_or(i.of_team) THEN 'TEAM_MEMBER' WHEN bool_or(i.dropped) THEN 'SAME_PERIOD' END AS dropped_because
    FROM (
      SELECT a.campaign_id, a.points_awarded AS points, a.xp_awarded AS xp, m.user_id IS NOT NULL AS of_team,
        m.user_id IS NOT NULL OR (b.id IS NOT NULL AND NOT (a.status = 'claimed' AND b.status <> 'claimed')) AS dropped
      FROM submission a
      LEFT JOIN submission b ON b.quest_id = a.quest_id AND b.user_id = ${survivorId} AND b.period_key = a.period_key
      LEFT JOIN project_member m ON m.project_id = a.project_id AND m.user_id = ${survivorId}
      WHERE a.user_id = ${absorbedId}
    ) i
    JOIN campaign c ON c.id = i.campaign_id
    GROUP BY c.id
    ORDER BY sum(i.points) DESC, c.id

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.reserve
SELECT exclusive_lock('account ' || ${userId}::text)

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.reserve
INSERT INTO account_merge (absorbed_id, id, state, survivor_id, told_status) VALUES (${absorbedId}, ${mergeId}, ${'reserved'}, ${survivorId}, ${'active'})

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.release
DELETE FROM account_merge WHERE id = ${mergeId} AND state = 'reserved' RETURNING absorbed_id, told_status

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.begin
UPDATE account_merge SET state = ${state} WHERE id = ${mergeId} AND state = ANY(${from})

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.anyToSettle
SELECT FROM account_merge m WHERE m.state IN ('moving', 'undoing') AND NOT EXISTS (
  SELECT FROM account_merge later WHERE later.absorbed_id = m.survivor_id AND later.state <> 'undone'
) LIMIT 1

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.take
SELECT id AS merge_id, survivor_id, absorbed_id, state FROM account_merge m WHERE m.state IN ('moving', 'undoing') AND NOT EXISTS (
  SELECT FROM account_merge later WHERE later.absorbed_id = m.survivor_id AND later.state <> 'undone'
) AND m.id <> ALL (${passedOver}::uuid[])
    ORDER BY id LIMIT 1 FOR UPDATE OF m SKIP LOCKED

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.settle
UPDATE account_merge SET state = ${undone ? 'undone' : 'moved'} WHERE id = ${mergeId} RETURNING told_status

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.settle
SELECT count(*) FILTER (WHERE NOT i.dropped)::integer AS submissions,
coalesce(sum(i.points) FILTER (WHERE NOT i.dropped), 0)::text AS points,
coalesce(sum(i.xp) FILTER (WHERE NOT i.dropped), 0)::text AS xp,
count(*) FILTER (WHERE i.dropped)::integer AS dropped_submissions,
coalesce(sum(i.points) FILTER (WHERE i.dropped), 0)::text AS dropped_points,
coalesce(sum(i.xp) FILTER (WHERE i.dropped), 0)::text AS dropped_xp FROM account_merge_item i WHERE merge_id = ${mergeId}

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.forgetMethods
DELETE FROM earner_method s USING account_merge m, earner_method a, earner e
WHERE m.id = ${mergeId} AND s.user_id = m.survivor_id AND s.since >= m.reserved_at
  AND a.user_id = m.absorbed_id AND a.method_hash = s.method_hash
  AND e.user_id = s.user_id AND NOT coalesce(s.method_hash = ANY (e.method_hashes), false)

-- accounts/merges/account-merges.repository.ts: AccountMergesRepository.find
SELECT id AS merge_id, survivor_id, absorbed_id, state FROM account_merge WHERE id = ${mergeId}

-- accounts/merges/merged-submissions.repository.ts: MergedSubmissionsRepository.nextToMove
SELECT s.id FROM submission s
WHERE s.user_id = ${absorbedId}
  AND s.id > coalesce((
    SELECT i.submission_id FROM account_merge_item i WHERE i.merge_id = ${mergeId}
    ORDER BY i.submission_id DESC LIMIT 1
  ), '00000000-0000-0000-0000-000000000000')
  AND NOT EXISTS (
    SELECT FROM account_merge_item i WHERE i.merge_id = ${mergeId} AND i.exchanged_id = s.id
  )
ORDER BY s.id LIMIT 1

-- accounts/merges/merged-submissions.repository.ts: MergedSubmissionsRepository.nextToReturn
SELECT submission_id, dropped, exchanged_id, ended_review_id, ended_check, points FROM account_merge_item
WHERE merge_id = ${mergeId} AND NOT undone ORDER BY submission_id DESC LIMIT 1

-- accounts/merges/merged-submissions.repository.ts: MergedSubmissionsRepository.move
SELECT ${columns(SUBMISSION_COLUMNS)} FROM submission WHERE quest_id = ${submission.questId} AND user_id = ${survivorId}
  AND period_key = ${submission.periodKey} FOR UPDATE

-- accounts/merges/merged-submissions.repository.ts: MergedSubmissionsRepository.move
SELECT FROM project_member WHERE project_id = ${submission.projectId} AND user_id = ${survivorId}

-- accounts/merges/merged-submissions.repository.ts: MergedSubmissionsRepository.move
INSERT INTO account_merge_item (dropped, ended_check, ended_review_id, exchanged_id, merge_id, points, submission_id, xp) VALUES (${dropped}, ${json(endedCheck)}, ${ended.id}, ${dropped ? null : own?.id}, ${mergeId}, ${submission.pointsAwarded}, ${submissionId}, ${submission.xpAwarded})

-- accounts/merges/merged-submissions.repository.ts: MergedSubmissionsRepository.giveBack
UPDATE account_merge_item SET undone = true WHERE merge_id = ${mergeId} AND submission_id = ${item.submissionId}

-- accounts/merges/merged-submissions.repository.ts: MergedSubmissionsRepository.lock
SELECT shared_lock('campaign ' || campaign_id::text) FROM submission WHERE id = ${submissionId}

-- accounts/merges/merged-submissions.repository.ts: MergedSubmissionsRepository.lock
SELECT FROM quest WHERE id = (SELECT quest_id FROM submission WHERE id = ${submissionId}) AND max_completions IS NOT NULL
FOR UPDATE

-- accounts/merges/merged-submissions.repository.ts: MergedSubmissionsRepository.lock
SELECT ${columns(SUBMISSION_COLUMNS, 's')}, q.max_completions IS NOT NULL AS quest_limited
FROM submission s JOIN quest q ON q.id = s.quest_id
WHERE s.id = ${submissionId} FOR UPDATE OF s

-- accounts/merges/merged-submissions.repository.ts: MergedSubmissionsRepository.drop
DELETE FROM pending_check WHERE submission_id = ${submission.id}
RETURNING submission_id, inputs, since::text AS since

-- accounts/merges/merged-submissions.repository.ts: MergedSubmissionsRepository.checkAgain
INSERT INTO pending_check (due_at, inputs, since, submission_id, user_id) VALUES (now(), ${inputs}, ${since}, ${submissionId}, ${userId})

-- catalog/listing/task-type-switches.repository.ts: TaskTypeSwitchesRepository.disabled
SELECT task_type_id FROM task_type_switch WHERE NOT enabled

-- catalog/listing/task-type-switches.repository.ts: TaskTypeSwitchesRepository.hold
SELECT shared_lock('task type ' || ${taskTypeId})

-- catalog/listing/task-type-switches.repository.ts: TaskTypeSwitchesRepository.set
SELECT exclusive_lock('task type ' || ${taskTypeId})

-- catalog/listing/task-type-switches.repository.ts: TaskTypeSwitchesRepository.set
INSERT INTO task_type_switch (task_type_id, enabled, changed_by) VALUES (${taskTypeId}, ${enabled}, ${adminId})
ON CONFLICT (task_type_id) DO UPDATE
  SET enabled = excluded.enabled, changed_by = excluded.changed_by, changed_at = now()
  WHERE task_type_switch.enabled <> excluded.enabled

-- discover/discover.repository.ts: DiscoverRepository.projects
SELECT ${columns(PROJECT_COLUMNS, 'p')}, ${start}::text AS start FROM project p
        WHERE p.status = 'active' AND ${condition} AND strpos(folded(/* columns.length === 1 ? */ p.name /* : */ concat_ws(E'
', p.name) /* . */), (SELECT folded(${search}))) > 0
          /* lastProjectId === undefined ? */  /* : */ AND p.id <> ${lastProjectId} /* . */
          AND EXISTS (SELECT FROM campaign c WHERE c.project_id = p.id AND c.status IN ('active', 'ended'))
        ORDER BY right(p.id::text, 12) COLLATE "C" LIMIT ${most}

-- discover/discover.repository.ts: DiscoverRepository.project
SELECT ${columns(PROJECT_COLUMNS)} FROM project WHERE slug = ${slug} AND status = 'active'

-- discover/discover.repository.ts: DiscoverRepository.campaignsOfAll
SELECT c.*, ${start}::text AS start, json_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'logoUrl', p.logo_url) AS project
        FROM project p CROSS JOIN LATERAL (
          SELECT ${columns(CAMPAIGN_COLUMNS)} FROM campaign
          WHERE project_id = p.id AND status = ANY(${status}::text[])
            AND strpos(folded(/* columns.length === 1 ? */ title /* : */ concat_ws(E'
', title) /* . */), (SELECT folded(${search}))) > 0
          ORDER BY id DESC LIMIT ${ENTRIES_PER_PROJECT}
        ) c
        WHERE p.status = 'active' AND ${condition}
          /* lastProjectId === undefined ? */  /* : */ AND (p.id <> ${lastProjectId} OR c.id < ${lastId}) /* . */
        ORDER BY right(p.id::text, 12) COLLATE "C", c.id DESC LIMIT ${most}

-- discover/discover.repository.ts: DiscoverRepository.campaigns
SELECT ${columns(CAMPAIGN_COLUMNS, 'c')}, json_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'logoUrl', p.logo_url) AS project
  FROM campaign c JOIN project p ON p.id = c.project_id
      WHERE p.status = 'active' AND c.status = ANY(${status}::text[])
        /* before === undefined ? */  /* : */ AND c.id < ${before} /* . */
        /* projectId === undefined ? */  /* : */ AND c.project_id = ${projectId} /* . */
        /* projectSlug === undefined ? */  /* : */ AND p.slug = ${projectSlug} /* . */
        AND strpos(folded(/* columns.length === 1 ? */ c.title /* : */ concat_ws(E'
', c.title) /* . */), (SELECT folded(${search}))) > 0
      ORDER BY c.id DESC LIMIT ${limit + 1}

-- discover/discover.repository.ts: DiscoverRepository.campaign
SELECT ${columns(CAMPAIGN_COLUMNS, 'c')}, json_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'logoUrl', p.logo_url) AS project
FROM campaign c JOIN project p ON p.id = c.project_id
      WHERE p.status = 'active' AND c.status IN ('active', 'ended')
        AND /* 'id' in by ? */ c.id = ${by.id} /* : */ c.slug = ${by.slug} AND p.slug = ${by.projectSlug} /* . */

-- discover/discover.repository.ts: DiscoverRepository.campaignSums
SELECT c.id, quests.count AS quest_count, quests.points AS quest_points, coalesce(t.participants, 0) AS participants,
  /* userId === undefined ? */ NULL::json /* : */ json_build_object('quests', (
      SELECT count(DISTINCT s.quest_id) FROM submission s JOIN quest q ON q.id = s.quest_id
      WHERE s.user_id = ${userId} AND s.campaign_id = c.id AND s.status = 'claimed' AND q.status = 'active'
    ), 'points', coalesce(own.points, 0)::text, 'xp', coalesce(own.xp, 0)::text) /* . */ AS progress
FROM unnest(${campaignIds}::uuid[]) WITH ORDINALITY AS c (id, place)
CROSS JOIN LATERAL (
  SELECT count(*)::integer, coalesce(sum(points), 0)::text AS points FROM quest
  WHERE campaign_id = c.id AND status = 'active'
) quests
LEFT JOIN campaign_tally t ON t.campaign_id = c.id
LEFT JOIN standing own ON own.scope_id = c.id AND own.user_id = ${userId ?? null}
ORDER BY c.place

-- discover/discover.repository.ts: DiscoverRepository.quests
p.status = 'active' AND c.status IN ('active', 'ended') AND q.status = 'active'

-- discover/discover.repository.ts: DiscoverRepository.quests
q.id = ${questId}

-- discover/discover.repository.ts: DiscoverRepository.quests
q.slug = ${questSlug}

-- discover/discover.repository.ts: DiscoverRepository.quests
c.slug = ${campaignSlug}

-- discover/discover.repository.ts: DiscoverRepository.quests
q.project_id = ${projectId}

-- discover/discover.repository.ts: DiscoverRepository.quests
p.slug = ${projectSlug}

-- discover/discover.repository.ts: DiscoverRepository.quests
q.campaign_id = ${campaignId}

-- discover/discover.repository.ts: DiscoverRepository.quests
q.task_type_id = ANY(${taskTypeIds}::text[])

-- discover/discover.repository.ts: DiscoverRepository.quests
(q.campaign_id < ${inCampaign}
OR (q.campaign_id = ${inCampaign} AND (q.position, q.id) > (${position}, ${id}::uuid)))

-- discover/discover.repository.ts: DiscoverRepository.quests
SELECT ${columns(PUBLIC_COLUMNS, 'q')}, CASE WHEN q.max_completions IS NULL THEN coalesce(t.completions, 0) ELSE q.completions END AS completions, q.status,
  c.status AS campaign_status, c.starts_at AS campaign_starts_at, c.ends_at AS campaign_ends_at
FROM quest q JOIN campaign c ON c.id = q.campaign_id LEFT JOIN quest_tally t ON t.quest_id = q.id JOIN project p ON p.id = q.project_id WHERE p.status = 'active' AND c.status IN ('active', 'ended') AND q.status = 'active'
    ORDER BY q.campaign_id DESC, q.position, q.id LIMIT ${limit + 1}

-- discover/discover.repository.ts: DiscoverRepository.questsOfAll
SELECT q.*, ${start}::text AS start FROM project p CROSS JOIN LATERAL (
          SELECT ${columns(PUBLIC_COLUMNS, 'q')}, CASE WHEN q.max_completions IS NULL THEN coalesce(t.completions, 0) ELSE q.completions END AS completions, q.status,
    c.status AS campaign_status, c.starts_at AS campaign_starts_at, c.ends_at AS campaign_ends_at
  FROM quest q JOIN campaign c ON c.id = q.campaign_id LEFT JOIN quest_tally t ON t.quest_id = q.id
          WHERE c.project_id = p.id AND c.status IN ('active', 'ended') AND q.status = 'active'
            /* taskTypeIds === undefined ? */  /* : */ AND q.task_type_id = ANY(${taskTypeIds}::text[]) /* . */
            AND strpos(folded(/* columns.length === 1 ? */ q.title /* : */ concat_ws(E'
', q.title) /* . */), (SELECT folded(${search}))) > 0
          ORDER BY q.campaign_id DESC, q.position, q.id LIMIT ${ENTRIES_PER_PROJECT}
        ) q
        WHERE p.status = 'active' AND ${condition} /* after === undefined ? */  /* : */ AND (p.id <> ${lastProjectId} OR q.campaign_id < ${lastCampaignId}
            OR (q.campaign_id = ${lastCampaignId} AND (q.position, q.id) > (${lastPosition}, ${lastId}::uuid))) /* . */
        ORDER BY right(p.id::text, 12) COLLATE "C", q.campaign_id DESC, q.position, q.id LIMIT ${most}

-- discover/discover.repository.ts: DiscoverRepository.earnerFacts
SELECT q.id AS quest_id, now() AS now,
      EXISTS (SELECT 1 FROM project_member m WHERE m.project_id = q.project_id AND m.user_id = ${userId}) AS is_member,
      EXISTS (SELECT 1 FROM earner e WHERE e.user_id = ${userId} AND e.status = 'suspended') AS is_suspended,
      (
        SELECT coalesce(jsonb_agg(
          jsonb_build_object('id', n.id, 'title', CASE WHEN n.status <> 'draft' THEN n.title END) ORDER BY needed.place
        ), '[]')
        FROM unnest(q.prerequisites) WITH ORDINALITY AS needed (id, place) JOIN quest n ON n.id = needed.id
        WHERE NOT EXISTS (
          SELECT 1 FROM submission s
          WHERE s.quest_id = needed.id AND s.user_id = ${userId} AND s.status = 'claimed')
        AND NOT EXISTS (
          SELECT FROM earner e JOIN former_completion f ON f.method_hash = ANY(e.method_hashes)
WHERE e.user_id = ${userId} AND f.quest_id = needed.id AND f.status = 'claimed')
      ) AS missing_prerequisites,
      (
SELECT max(f.period_key) FROM earner e JOIN former_completion f ON f.method_hash = ANY(e.method_hashes)
WHERE e.user_id = ${userId} AND f.quest_id = q.id
  AND length(f.period_key) = CASE q.period ->> 'kind' WHEN 'once' THEN 4 WHEN 'daily' THEN 10 ELSE 24 END) AS former_period_key,
      latest.submission AS latest
    FROM quest q
    LEFT JOIN LATERAL (
      SELECT json_build_object('id', s.id, 'status', s.status, 'reason', s.reason, 'nextTryAt', s.next_try_at,
        'proofUntil', s.proof_until,
        'periodKey', s.period_key, 'pointsAwarded', s.points_awarded, 'xpAwarded', s.xp_awarded,
        'createdAt', s.created_at, 'updatedAt', s.updated_at, 'claimedAt', s.claimed_at) AS submission
      FROM submission s
      WHERE s.quest_id = q.id AND s.user_id = ${userId}
        AND length(s.period_key) = CASE q.period ->> 'kind' WHEN 'once' THEN 4 WHEN 'daily' THEN 10 ELSE 24 END
      ORDER BY s.period_key DESC LIMIT 1) latest ON true
    WHERE /* questIds.length === 1 ? */ q.id = ${questIds[0]} /* : */ q.id = ANY(${questIds}::uuid[]) /* . */

-- discover/rotation.ts: startOfToday
SELECT left(md5((now() AT TIME ZONE 'utc')::date::text), 12) AS start

-- discover/rotation.ts: inRotation
right(p.id::text, 12) COLLATE "C" >= ${last ?? start}

-- discover/rotation.ts: inRotation
right(p.id::text, 12) COLLATE "C" >= ${from} AND right(p.id::text, 12) COLLATE "C" < ${start}

-- ledger/checks/checks.repository.ts: ChecksRepository.insert
INSERT INTO verification_check (${..check}, id, submission_id) VALUES (${..check}, ${newId()}, ${submissionId})

-- ledger/checks/checks.repository.ts: ChecksRepository.ofSubmission
SELECT id, submission_id, quest_id, user_id, period_key, task_type_id, rule_version, trigger, inputs, settings, facts, facts_hash,
  rule_outcome, outcome, code, detail, at
FROM verification_check WHERE submission_id = ${submissionId} ORDER BY id DESC LIMIT ${limit}

-- ledger/checks/checks.repository.ts: ChecksRepository.list
project_id = ${filter.projectId}

-- ledger/checks/checks.repository.ts: ChecksRepository.list
quest_id = ${filter.questId}

-- ledger/checks/checks.repository.ts: ChecksRepository.list
user_id = ${filter.userId}

-- ledger/checks/checks.repository.ts: ChecksRepository.list
submission_id = ${filter.submissionId}

-- ledger/checks/checks.repository.ts: ChecksRepository.list
trigger = ${filter.trigger}

-- ledger/checks/checks.repository.ts: ChecksRepository.list
id < ${before}

-- ledger/checks/checks.repository.ts: ChecksRepository.list
SELECT id, submission_id, quest_id, user_id, period_key, task_type_id, rule_version, trigger, inputs, settings, facts, facts_hash,
  rule_outcome, outcome, code, detail, at
FROM verification_check WHERE true AND ${..conditions} ORDER BY id DESC LIMIT ${limit + 1}

-- ledger/credits/credit.repository.ts: CreditRepository.askForProof
WITH before AS (SELECT proof_until IS NOT NULL AS is_asked FROM submission WHERE id = ${id}),
    asked AS (
      UPDATE submission
      SET reason = ${reason}, next_try_at = ${nextTryAt}, proof_until = ${until}, updated_at = now()
      WHERE id = ${id}
      RETURNING ${columns(SUBMISSION_COLUMNS)}
    )
    INSERT INTO outbox (id, type, version, aggregate_id, data, request_id, traceparent)
    SELECT ${newId()}::uuid, 'submission.proof_needed', ${EVENT_VERSION}::integer, w.id::text,
      jsonb_build_object(
'submissionId', w.id, 'projectId', w.project_id, 'campaignId', w.campaign_id, 'questId', w.quest_id,
'questTitle', q.title, 'userId', w.user_id, 'status', w.status, 'pointsAwarded', w.points_awarded,
'reason', w.reason) || jsonb_build_object('proofUntil', to_char(w.proof_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), ${context?.requestId ?? null}::text, ${context?.traceparent ?? null}::text
    FROM asked w JOIN quest q ON q.id = w.quest_id CROSS JOIN before WHERE NOT before.is_asked

-- ledger/credits/credit.repository.ts: CreditRepository.postpone
UPDATE submission
SET reason = coalesce(${reason}, reason), next_try_at = ${nextTryAt}, updated_at = now()
WHERE id = ${id}

-- ledger/credits/credit.repository.ts: insertOrRepeat
INSERT INTO submission AS s (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method,
  status, reason, next_try_at, inputs, points_awarded, xp_awarded, credit_no, verified_at, claimed_at)
SELECT ${newId()}::uuid, q.project_id, q.campaign_id, q.id, ${userId}::text, ${periodKey}::text, q.task_type_id,
  q.method, t.status, ${reason}::text, ${nextTryAt}::timestamptz, ${JSON.stringify(inputs)}::jsonb,
  CASE t.status WHEN 'claimed' THEN coalesce(${points}::integer, q.points) ELSE 0 END, CASE t.status WHEN 'claimed' THEN q.xp ELSE 0 END,
  CASE t.status WHEN 'claimed' THEN 1 ELSE 0 END, CASE t.status WHEN 'claimed' THEN now() END,
  CASE t.status WHEN 'claimed' THEN now() END
FROM admitted q CROSS JOIN target t
ON CONFLICT (quest_id, user_id, period_key) DO UPDATE
SET status = excluded.status, inputs = excluded.inputs, method = excluded.method, reason = excluded.reason,
  next_try_at = excluded.next_try_at, proof_until = NULL, points_awarded = excluded.points_awarded, xp_awarded = excluded.xp_awarded,
  credit_no = s.credit_no + excluded.credit_no, verified_at = excluded.verified_at,
  claimed_at = excluded.claimed_at, updated_at = now(), reviewed_by = NULL, reviewed_at = NULL,
  resubmitted_at = CASE s.status WHEN 'rejected' THEN now() ELSE s.resubmitted_at END
WHERE s.status = 'rejected' OR (s.status = 'pending' AND s.proof_until > now())
RETURNING ${columns(SUBMISSION_COLUMNS, 's')}

-- ledger/credits/credit.repository.ts: change
UPDATE submission s
SET status = t.status, reason = ${reason}, next_try_at = NULL, proof_until = NULL, updated_at = now(),
  points_awarded = CASE t.status WHEN 'claimed' THEN coalesce(${points}::integer, q.points) ELSE 0 END,
  xp_awarded = CASE t.status WHEN 'claimed' THEN q.xp ELSE 0 END,
  credit_no = s.credit_no + CASE t.status WHEN 'claimed' THEN 1 ELSE 0 END,
  verified_at = CASE t.status WHEN 'claimed' THEN now() END,
  claimed_at = CASE t.status WHEN 'claimed' THEN now() END,
  reviewed_by = ${reviewedBy}::text, reviewed_at = CASE WHEN ${reviewedBy}::text IS NOT NULL THEN now() END
FROM admitted q CROSS JOIN target t
WHERE s.id = ${id} AND s.status = ${from}
RETURNING ${columns(SUBMISSION_COLUMNS, 's')}

-- ledger/credits/credit.repository.ts: write
WITH target (status) AS (VALUES (${status}::text)),
  counted AS (
    UPDATE quest SET completions = completions + 1
    WHERE id = ${quest.id} AND ${isCounted}::boolean AND completions < max_completions
    RETURNING id, project_id, campaign_id, task_type_id, method, points, xp, title, config -> 'afterCredit' AS after_credit
  ),
  admitted AS (
    SELECT * FROM counted UNION ALL SELECT id, project_id, campaign_id, task_type_id, method, points, xp, title, config -> 'afterCredit' AS after_credit FROM quest WHERE id = ${quest.id} AND NOT ${isCounted}::boolean
  ),
  written AS (${written}),
  ledger AS (
    INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
      period_key, points, xp)
    SELECT ${newId()}::uuid, 'credit', id, credit_no, project_id, campaign_id, quest_id, user_id, period_key,
      points_awarded, xp_awarded
    FROM written WHERE status = 'claimed'
  ),
  standings AS (
    INSERT INTO standing AS s (scope_id, user_id, points, xp, completions, last_credit_at)
    SELECT scope.id, w.user_id, w.points_awarded, w.xp_awarded, 1, now()
    FROM written w CROSS JOIN LATERAL (VALUES (w.campaign_id), (w.project_id)) AS scope (id)
    WHERE w.status = 'claimed'
    ON CONFLICT (scope_id, user_id) DO UPDATE
    SET points = s.points + excluded.points, xp = s.xp + excluded.xp, completions = s.completions + 1,
      last_credit_at = greatest(s.last_credit_at, excluded.last_credit_at)
  ),
  -- A credit whose act can be taken back is checked again; a claim of the check of an earlier credit is lost.
  rechecks AS (
    INSERT INTO credit_recheck AS r (submission_id, user_id, due_at, until)
    SELECT w.id, w.user_id, d.due_at, d.due_at + make_interval(days => ${RECHECK_DAYS})
    FROM written w CROSS JOIN admitted q
    CROSS JOIN LATERAL (SELECT now() + make_interval(hours => (q.after_credit ->> 'hours')::integer) AS due_at) d
    WHERE w.status = 'claimed' AND q.after_credit IS NOT NULL
    ON CONFLICT (submission_id) DO UPDATE
    SET user_id = excluded.user_id, due_at = excluded.due_at, until = excluded.until, tries = r.tries + 1,
      lease_until = NULL
  ),
  step AS (
    INSERT INTO submission_step (submission_id, status, by, actor_id, reason, inputs)
    SELECT id, status, ${by}::text, ${actorId}::text, reason, CASE WHEN ${withInputs}::boolean THEN inputs END
    FROM written
  ),
  -- Alerts the team about work to review, except when a reviewer changed the status. Each submission inserts its own
  -- row, so that none waits for the lock of another.
  review_calls AS (
    INSERT INTO review_call (project_id)
    SELECT project_id FROM written WHERE status = 'in_review' AND ${by}::text IN ('earner', 'automatic')
  ),
  events AS (
    INSERT INTO outbox (id, type, version, aggregate_id, data, request_id, traceparent)
    SELECT e.id, e.type, ${EVENT_VERSION}::integer, w.id::text, jsonb_build_object(
'submissionId', w.id, 'projectId', w.project_id, 'campaignId', w.campaign_id, 'questId', w.quest_id,
'questTitle', q.title, 'userId', w.user_id, 'status', w.status, 'pointsAwarded', w.points_awarded,
'reason', w.reason) || CASE e.type
        WHEN 'submission.pending' THEN jsonb_build_object('nextTryAt', to_char(w.next_try_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        WHEN 'submission.reviewed' THEN jsonb_build_object('decision', ${decision}::text)
        ELSE '{}' END, ${context?.requestId ?? null}::text, ${context?.traceparent ?? null}::text
    FROM written w CROSS JOIN admitted q
    CROSS JOIN unnest(${events.map(newId)}::uuid[], ${events}::text[]) AS e (id, type)
  ),
  receipt AS (
    INSERT INTO verification_check (id, submission_id, project_id, quest_id, user_id, period_key, task_type_id,
      rule_version, trigger, inputs, settings, facts, facts_hash, rule_outcome, outcome, code, detail)
    SELECT ${newId()}::uuid, id, project_id, quest_id, user_id, period_key, task_type_id,
      ${check?.ruleVersion}::integer, ${check?.trigger}::text, ${JSON.stringify(check?.inputs)}::jsonb,
      ${check && check.settings && JSON.stringify(check.settings)}::jsonb, ${JSON.stringify(check?.facts)}::jsonb,
      ${check?.factsHash}::bytea, ${check?.ruleOutcome}::text, ${check?.outcome}::text,
      ${check?.code}::text, ${check?.detail}::text
    FROM written WHERE ${check !== null}::boolean
  )
  SELECT ${columns(SUBMISSION_COLUMNS)} FROM written

-- ledger/credits/forget-submissions.ts: forgetSubmissions
UPDATE submission_step SET inputs = NULL, reason = NULL
WHERE submission_id IN (SELECT id FROM submission WHERE user_id = ${userId})

-- ledger/credits/forget-submissions.ts: forgetSubmissions
UPDATE review_subject SET handle = NULL
WHERE submission_id IN (SELECT id FROM submission WHERE user_id = ${userId})

-- ledger/credits/forget-submissions.ts: forgetSubmissions
UPDATE submission
SET inputs = '{}', reason = NULL, next_try_at = NULL, proof_until = NULL, updated_at = now(),
  status = CASE WHEN status IN ('pending', 'in_review') THEN 'rejected' ELSE status END
WHERE user_id = ${userId}

-- ledger/credits/former-completions.ts: keepCompletions
INSERT INTO former_completion (quest_id, method_hash, period_key, status)
SELECT s.quest_id, hash, s.period_key, s.status
FROM submission s CROSS JOIN unnest(${methodHashes}::text[]) AS hash
WHERE s.user_id = ${userId} AND s.status IN ('claimed', 'reversed')
ON CONFLICT DO NOTHING

-- ledger/credits/merged-credits.repository.ts: MergedCreditsRepository.drop
WITH dropped AS (
  UPDATE submission
  SET status = CASE WHEN status IN ('claimed', 'reversed') THEN 'reversed' ELSE 'rejected' END,
    reason = ${ofTeam ? TEAM : DOUBLE}, points_awarded = 0, xp_awarded = 0, verified_at = NULL, claimed_at = NULL,
    next_try_at = NULL, proof_until = NULL, updated_at = now()
  WHERE id = ${submission.id} RETURNING id, status, reason
)
INSERT INTO submission_step (submission_id, status, by, reason)
SELECT id, status, 'automatic', reason FROM dropped

-- ledger/credits/merged-credits.repository.ts: MergedCreditsRepository.give
UPDATE submission SET period_key = ${`${periodKey} ${id}`} WHERE id = ${exchangedId}

-- ledger/credits/merged-credits.repository.ts: MergedCreditsRepository.give
UPDATE submission SET user_id = ${to}, updated_at = now() WHERE id = ${id}

-- ledger/credits/merged-credits.repository.ts: MergedCreditsRepository.give
UPDATE submission SET user_id = ${from}, period_key = ${periodKey} WHERE id = ${exchangedId}

-- ledger/credits/merged-credits.repository.ts: MergedCreditsRepository.give
INSERT INTO submission_step (submission_id, status, by, reason)
VALUES (${id}, ${status}, 'automatic', ${INTO})

-- ledger/credits/merged-credits.repository.ts: MergedCreditsRepository.restore
WITH restored AS (
  UPDATE submission s
  SET status = 'claimed', reason = NULL, points_awarded = l.points, xp_awarded = l.xp,
    verified_at = coalesce(l.counted_at, l.created_at), claimed_at = coalesce(l.counted_at, l.created_at), updated_at = now()
  FROM points_ledger l
  WHERE s.id = ${id} AND l.submission_id = s.id AND l.credit_no = s.credit_no AND l.kind = 'credit'
  RETURNING s.id, s.status
)
INSERT INTO submission_step (submission_id, status, by, reason)
SELECT id, status, 'automatic', ${BACK} FROM restored

-- ledger/credits/merged-credits.repository.ts: MergedCreditsRepository.reviewAgain
WITH again AS (
  UPDATE submission SET status = 'in_review', reason = NULL, updated_at = now()
  WHERE id = ${submissionId} AND status = 'rejected' AND reason IN (${DOUBLE}, ${TEAM})
  RETURNING id, project_id, status
),
review_calls AS (INSERT INTO review_call (project_id) SELECT project_id FROM again)
INSERT INTO submission_step (submission_id, status, by, reason)
SELECT id, status, 'automatic', ${BACK} FROM again

-- ledger/credits/merged-credits.repository.ts: MergedCreditsRepository.pendAgain
WITH again AS (
  UPDATE submission SET status = 'pending', reason = ${BACK}, next_try_at = now(), updated_at = now()
  WHERE id = ${submissionId} AND status = 'rejected' AND reason IN (${DOUBLE}, ${TEAM})
  RETURNING id, user_id, status, reason
),
step AS (
  INSERT INTO submission_step (submission_id, status, by, reason)
  SELECT id, status, 'automatic', reason FROM again
)
SELECT user_id FROM again

-- ledger/credits/merged-credits.repository.ts: MergedCreditsRepository.creditAgain
WITH credited AS (
  UPDATE submission SET credit_no = credit_no + 1 WHERE id = ${submissionId}
  RETURNING id, credit_no, project_id, campaign_id, quest_id, user_id, period_key
),
entry AS (
  INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
    period_key, points, xp, merge_id, counted_at)
  SELECT ${newId()}::uuid, 'credit', c.id, c.credit_no, c.project_id, c.campaign_id, c.quest_id, c.user_id,
    c.period_key, l.points, l.xp, ${mergeId}::uuid, coalesce(l.counted_at, l.created_at)
  FROM credited c
  JOIN points_ledger l ON l.submission_id = c.id AND l.credit_no = c.credit_no - 1 AND l.kind = 'credit'
  RETURNING project_id, campaign_id, user_id, points, xp, counted_at
)
INSERT INTO standing AS s (scope_id, user_id, points, xp, completions, last_credit_at, visible)
SELECT scope.id, e.user_id, e.points, e.xp, 1, e.counted_at, (
  SELECT o.status = 'active' FROM earner o WHERE o.user_id = e.user_id
)
FROM entry e CROSS JOIN LATERAL (VALUES (1, e.campaign_id), (2, e.project_id)) AS scope (place, id)
ORDER BY scope.place
ON CONFLICT (scope_id, user_id) DO UPDATE
SET points = s.points + excluded.points, xp = s.xp + excluded.xp, completions = s.completions + 1,
  last_credit_at = greatest(s.last_credit_at, excluded.last_credit_at)

-- ledger/credits/points-invariant.ts: checkPointsInvariant
WITH per_submission AS (
  SELECT submission_id, sum(points) AS points, sum(xp) AS xp,
    count(*) FILTER (WHERE kind = 'credit') AS credits, count(*) FILTER (WHERE kind = 'reversal') AS reversals
  FROM points_ledger GROUP BY submission_id
),
live AS (
  SELECT l.project_id, l.campaign_id, l.user_id, l.counted_at, l.created_at FROM points_ledger l
  WHERE l.kind = 'credit' AND NOT EXISTS (
    SELECT FROM points_ledger u
    WHERE u.submission_id = l.submission_id AND u.credit_no = l.credit_no AND u.kind = 'reversal'
  )
),
scoped AS (
  SELECT scope.id AS scope_id, l.user_id, sum(l.points) AS points, sum(l.xp) AS xp,
    count(*) FILTER (WHERE l.kind = 'credit') - count(*) FILTER (WHERE l.kind = 'reversal') AS completions
  FROM points_ledger l CROSS JOIN LATERAL (VALUES (l.campaign_id), (l.project_id)) AS scope (id)
  GROUP BY scope.id, l.user_id
),
scoped_last AS (
  SELECT scope.id AS scope_id, l.user_id, max(coalesce(l.counted_at, l.created_at)) AS last_credit_at
  FROM live l CROSS JOIN LATERAL (VALUES (l.campaign_id), (l.project_id)) AS scope (id)
  GROUP BY scope.id, l.user_id
)
SELECT 'the ledger of a submission sums to the points it carries' AS rule, s.id::text AS subject
FROM submission s LEFT JOIN per_submission l ON l.submission_id = s.id
WHERE coalesce(l.points, 0) <> s.points_awarded OR coalesce(l.xp, 0) <> s.xp_awarded
UNION ALL
SELECT 'a claimed submission has exactly one credit that stands, another has none', s.id::text
FROM submission s LEFT JOIN per_submission l ON l.submission_id = s.id
WHERE coalesce(l.credits - l.reversals, 0) <> CASE s.status WHEN 'claimed' THEN 1 ELSE 0 END
UNION ALL
SELECT 'a claimed submission was verified and claimed at once', id::text
FROM submission WHERE (status = 'claimed') <> (claimed_at IS NOT NULL) OR verified_at IS DISTINCT FROM claimed_at
UNION ALL
SELECT 'a quest is claimed once per earner and period', min(id::text)
FROM submission WHERE status = 'claimed' GROUP BY quest_id, user_id, period_key HAVING count(*) > 1
UNION ALL
SELECT 'the points of an earner are those of claimed submissions', coalesce(s.user_id, l.user_id)
FROM (SELECT user_id, sum(points_awarded) AS points FROM submission WHERE status = 'claimed' GROUP BY user_id) s
FULL JOIN (SELECT user_id, sum(points) AS points FROM points_ledger GROUP BY user_id) l USING (user_id)
WHERE coalesce(s.points, 0) <> coalesce(l.points, 0)
UNION ALL
SELECT 'a ledger entry agrees with its submission', l.id::text
FROM points_ledger l JOIN submission s ON s.id = l.submission_id
WHERE (l.project_id, l.campaign_id, l.quest_id, l.period_key) <> (s.project_id, s.campaign_id, s.quest_id, s.period_key)
  -- What a merge reversed was another account's.
  OR (l.user_id <> s.user_id AND (s.status = 'claimed' AND l.credit_no = s.credit_no OR NOT EXISTS (
    SELECT FROM account_merge_item i WHERE s.id IN (i.submission_id, i.exchanged_id))))
UNION ALL
SELECT 'a standing is the sum of the ledger', coalesce(s.scope_id, l.scope_id) || ' ' || coalesce(s.user_id, l.user_id)
FROM standing s FULL JOIN scoped l ON l.scope_id = s.scope_id AND l.user_id = s.user_id
WHERE (s.points, s.xp, s.completions) IS DISTINCT FROM (l.points, l.xp, l.completions)
UNION ALL
SELECT 'a standing has the time of the last credit that stands', s.scope_id || ' ' || s.user_id
FROM standing s JOIN scoped_last l USING (scope_id, user_id)
WHERE s.last_credit_at <> l.last_credit_at
UNION ALL
SELECT 'a claimed submission has a passing check or a reviewer', s.id::text
FROM submission s WHERE s.status = 'claimed' AND s.reviewed_by IS NULL AND NOT EXISTS (
  SELECT FROM verification_check v WHERE v.submission_id = s.id AND v.outcome = 'pass'
)
UNION ALL
SELECT 'a quest has no more completions than its limit', id::text
FROM quest WHERE max_completions IS NOT NULL AND (completions > max_completions OR completions < (
  SELECT count(*) FROM submission s WHERE s.quest_id = quest.id AND s.status = 'claimed'
))

-- ledger/credits/reversal.repository.ts: ReversalRepository.reverse
UPDATE quest SET completions = completions - 1 WHERE id = ${submission.questId} AND completions > 0

-- ledger/credits/reversal.repository.ts: ReversalRepository.reverse
SELECT FROM standing WHERE scope_id IN (${campaignId}, ${projectId}) AND user_id = ${userId}
ORDER BY (scope_id = ${projectId}) FOR UPDATE

-- ledger/credits/reversal.repository.ts: ReversalRepository.reverse
INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
  period_key, points, xp, merge_id)
SELECT ${newId()}::uuid, 'reversal', submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
  period_key, -points, -xp, ${mergeId}::uuid
FROM points_ledger WHERE submission_id = ${id} AND credit_no = ${creditNo} AND kind = 'credit'

-- ledger/credits/reversal.repository.ts: ReversalRepository.reverse
UPDATE standing s
SET points = s.points + r.points, xp = s.xp + r.xp, completions = s.completions - 1,
  last_credit_at = coalesce((
    SELECT max(coalesce(l.counted_at, l.created_at)) FROM points_ledger l
    WHERE l.user_id = s.user_id AND s.scope_id IN (l.campaign_id, l.project_id) AND l.kind = 'credit'
      AND NOT EXISTS (
        SELECT FROM points_ledger u
        WHERE u.submission_id = l.submission_id AND u.credit_no = l.credit_no AND u.kind = 'reversal'
      )
  ), '-infinity')
FROM points_ledger r
WHERE r.submission_id = ${id} AND r.credit_no = ${creditNo} AND r.kind = 'reversal'
  AND s.scope_id IN (r.campaign_id, r.project_id) AND s.user_id = r.user_id

-- ledger/submissions/queues.repository.ts: QueuesRepository.inReview
SELECT count(*)::int AS count FROM submission WHERE status = 'in_review'

-- ledger/submissions/queues.repository.ts: QueuesRepository.pendingAge
SELECT extract(epoch FROM now() - min(since))::float8 AS age FROM pending_check

-- ledger/submissions/reviewed-proofs.repository.ts: ReviewedProofsRepository.of
SELECT kind, subject, reserved FROM review_subject WHERE submission_id = ${submission.id}
ORDER BY kind, subject LIMIT ${MAX_PROOFS}

-- ledger/submissions/reviewed-proofs.repository.ts: ReviewedProofsRepository.uses
WITH own AS (SELECT kind, subject FROM review_subject WHERE submission_id = ${id}),
used AS (
  SELECT own.kind, own.subject, u.id FROM own CROSS JOIN LATERAL (
    (SELECT s.id FROM review_subject r JOIN submission s ON s.id = r.submission_id
    WHERE r.kind = own.kind AND r.subject = own.subject AND s.project_id = ${projectId}
      AND s.user_id <> ${userId}
    LIMIT ${MAX_USES_COUNTED})
    UNION
    (SELECT s.id FROM quest q
    JOIN completion_subject c ON c.quest_id = q.id AND c.kind = own.kind AND c.subject = own.subject
    JOIN submission s ON s.quest_id = c.quest_id AND s.user_id = c.user_id AND s.period_key = c.period_key
    WHERE q.project_id = ${projectId} AND c.user_id <> ${userId}
    LIMIT ${MAX_USES_COUNTED})
  ) u
),
placed AS (
  SELECT kind, subject, id, least(count(*) OVER same, ${MAX_USES_COUNTED})::integer AS uses,
    row_number() OVER (same ORDER BY id DESC) AS place
  FROM used WINDOW same AS (PARTITION BY kind, subject)
)
SELECT p.kind, p.subject, p.uses, s.id AS submission_id, s.quest_id, q.title AS quest_title, s.status,
  e.user_id, e.username
FROM placed p JOIN submission s ON s.id = p.id JOIN quest q ON q.id = s.quest_id
JOIN earner e ON e.user_id = s.user_id
WHERE p.place <= ${LISTED} ORDER BY p.place

-- ledger/submissions/submissions.repository.ts: SubmissionsRepository.listOfEarner
s.user_id = ${userId}

-- ledger/submissions/submissions.repository.ts: SubmissionsRepository.listOfTeam
s.user_id = ANY(${earners}::text[])

-- ledger/submissions/submissions.repository.ts: SubmissionsRepository.listOfTeam
s.status <> 'claimed'

-- ledger/submissions/submissions.repository.ts: SubmissionsRepository.getOfEarner
s.user_id = ${userId}

-- ledger/submissions/submissions.repository.ts: SubmissionsRepository.find
SELECT ${this.columns} FROM submission s
JOIN quest q ON q.id = s.quest_id
JOIN campaign c ON c.id = s.campaign_id
JOIN earner e ON e.user_id = s.user_id WHERE s.id = ${submissionId} AND ${..owner}

-- ledger/submissions/submissions.repository.ts: SubmissionsRepository.why
SELECT s.at, s.status, s.by, s.reason, s.inputs, s.actor_id, e.user_id, e.username, e.display_name, e.avatar_url, CASE WHEN e.shows_wallet THEN e.primary_wallet END AS shown_wallet
FROM submission_step s LEFT JOIN earner e ON e.user_id = s.actor_id
WHERE s.submission_id = ${submissionId} ORDER BY s.step DESC LIMIT ${HISTORY.max}

-- ledger/submissions/submissions.repository.ts: SubmissionsRepository.list
s.status = ANY(${status}::text[])

-- ledger/submissions/submissions.repository.ts: SubmissionsRepository.list
SELECT ${this.columns}, jsonb_build_array(${order}::text, ${key}) AS sort_key FROM submission s
JOIN quest q ON q.id = s.quest_id
JOIN campaign c ON c.id = s.campaign_id
JOIN earner e ON e.user_id = s.user_id
      WHERE /* last.length === 0 ? */ true /* : */ (${key}) ${beyond} (${join(last)}) /* . */ AND ${..wanted} AND ${..matching(filter)}
      ORDER BY ${orderBy} LIMIT ${part.limit + 1}

-- ledger/submissions/submissions.repository.ts: SubmissionsRepository.listByStatus
SELECT ${this.columns}, jsonb_build_array(${order}::text, ${key}) AS sort_key FROM submission s
JOIN quest q ON q.id = s.quest_id
JOIN campaign c ON c.id = s.campaign_id
JOIN earner e ON e.user_id = s.user_id
      WHERE s.id IN (
        SELECT first.id FROM unnest(${statuses}::text[]) AS wanted (status) CROSS JOIN LATERAL (
          SELECT s.id FROM submission s
          WHERE s.status = wanted.status AND /* last.length === 0 ? */ true /* : */ (${key}) ${beyond} (${join(last)}) /* . */ AND ${..owner} AND ${..matching(filter)} ORDER BY ${orderBy} LIMIT ${part.limit + 1}
        ) AS first)
      ORDER BY ${orderBy} LIMIT ${part.limit + 1}

-- ledger/submissions/submissions.repository.ts: columnsWith
${columns(SUBMISSION_COLUMNS, 's')}, q.slug AS quest_slug, q.title AS quest_title, q.status AS quest_status, q.period AS quest_period,
  q.ends_at AS quest_ends_at, c.status AS campaign_status, c.ends_at AS campaign_ends_at,
  c.review_freezes_at AS payout_freezes_at, coalesce(c.review_freezes_at <= now(), false) AS payout_frozen,
  e.username, e.display_name, e.avatar_url, CASE WHEN e.shows_wallet THEN e.primary_wallet END AS shown_wallet, e.primary_wallet, e.status AS account_status, (
    SELECT json_build_object('subject', r.subject, 'handle', r.handle) FROM review_subject r
    WHERE r.submission_id = s.id AND r.kind = 'account' LIMIT 1
  ) AS account, coalesce(
    CASE WHEN s.task_type_id = ANY(${withEvidence}::text[]) THEN (
      SELECT k.facts -> 'evidence' FROM verification_check k WHERE k.submission_id = s.id ORDER BY k.id DESC LIMIT 1
    ) END, '[]') AS evidence

-- ledger/submissions/submissions.repository.ts: ofProject
s.project_id = ${projectId}

-- ledger/submissions/submissions.repository.ts: matching
s.campaign_id = ${campaignId}

-- ledger/submissions/submissions.repository.ts: matching
s.quest_id = ${questId}

-- ledger/submissions/submissions.repository.ts: matching
s.task_type_id = ${taskTypeId}

-- ledger/submissions/submissions.repository.ts: matching
s.user_id = ${userId}

-- ledger/submissions/submissions.repository.ts: matching
s.created_at >= ${createdFrom}

-- ledger/submissions/submissions.repository.ts: matching
s.created_at < ${createdTo}

-- ledger/submissions/submissions.repository.ts: matching
(s.campaign_id IN (SELECT id FROM campaign WHERE review_moderators_from <= now())) = ${escalated}

-- people/access/authorize.ts: lockTeam
SELECT /* changesTeam ? */ exclusive_lock('team of ' || ${projectId}::text) /* : */ shared_lock('team of ' || ${projectId}::text) /* . */

-- people/access/authorize.ts: lockUser
WITH account AS (SELECT status FROM earner WHERE user_id = ${userId} AND (SELECT shared_lock('account ' || ${userId}::text)) IS NOT NULL FOR SHARE)
SELECT (SELECT status FROM account) AS status,
  (SELECT role FROM project_member WHERE project_id = ${projectId ?? null}::uuid AND user_id = ${userId}) AS role

-- people/access/authorize.ts: lockUser
INSERT INTO earner (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING

-- people/access/has-roles.ts: hasRoles
SELECT FROM project_member WHERE user_id = ${userId}
UNION ALL SELECT FROM invitation WHERE user_id = ${userId} AND status = 'invited' AND expires_at > now()
LIMIT 1

-- people/earners/earner-search.repository.ts: EarnerSearchRepository.find
username = ${username.trim().toLowerCase()}

-- people/earners/earner-search.repository.ts: EarnerSearchRepository.find
wallets @> ${addressOf(wallet)}::jsonb

-- people/earners/earner-search.repository.ts: EarnerSearchRepository.find
SELECT user_id FROM earner WHERE ${join(conditions, ' AND ')} LIMIT ${MAX_FOUND}

-- people/earners/earner-tables.ts: forgetEarner
DELETE FROM ${raw(name)} WHERE user_id = ${userId}

-- people/earners/earner-tables.ts: followSubmission
UPDATE ${table} SET user_id = ${to} WHERE submission_id = ${id}

-- people/earners/earner-tables.ts: followSubmission
UPDATE ${table} SET user_id = ${to}
WHERE user_id = ${from} AND quest_id = ${questId} AND period_key = ${periodKey}

-- people/earners/earner-tables.ts: followSubmission
UPDATE ${table} t SET user_id = ${to} WHERE t.quest_id = ${questId} AND t.user_id = ${from}
  AND NOT EXISTS (SELECT FROM ${table} o WHERE o.quest_id = ${questId} AND o.user_id = ${to})

-- people/earners/earner-tables.ts: forgetAttempts
DELETE FROM ${raw(name)} WHERE quest_id = ${questId} AND user_id = ${userId} AND ${raw(where)}
RETURNING ${raw(count)} AS count

-- people/earners/earner-tables.ts: purgesOf
DELETE FROM ${raw(name)} WHERE ${raw(staleWhere)}

-- people/earners/earners.repository.ts: EarnersRepository.ensure
INSERT INTO earner (user_id, version, username, display_name, avatar_url, status)
VALUES (${user.id}, 0, ${user.username}, ${user.displayName}, ${user.avatarUrl}, ${user.status})
ON CONFLICT DO NOTHING

-- people/earners/earners.repository.ts: EarnersRepository.apply
SELECT exclusive_lock('account ' || ${userId}::text)

-- people/earners/earners.repository.ts: EarnersRepository.apply
INSERT INTO earner (user_id, version, username, display_name, avatar_url, shows_wallet, primary_wallet, wallets,
  method_hashes)
VALUES (${userId}, ${version}, ${username}, ${displayName}, ${avatarUrl}, ${showsWallet}, ${primaryWallet},
  ${JSON.stringify(wallets)}::jsonb, ${methodHashes}::text[])
ON CONFLICT (user_id) DO UPDATE
  SET version = excluded.version, username = excluded.username, display_name = excluded.display_name,
    avatar_url = excluded.avatar_url, shows_wallet = excluded.shows_wallet,
    primary_wallet = excluded.primary_wallet, wallets = excluded.wallets,
    method_hashes = excluded.method_hashes
  WHERE earner.version <= excluded.version

-- people/earners/earners.repository.ts: EarnersRepository.setStatus
SELECT exclusive_lock('account ' || ${userId}::text)

-- people/earners/earners.repository.ts: EarnersRepository.setStatus
INSERT INTO earner (user_id, version) VALUES (${userId}, ${version})
ON CONFLICT (user_id) DO UPDATE SET version = excluded.version WHERE earner.version <= excluded.version

-- people/earners/earners.repository.ts: EarnersRepository.statusOf
SELECT status FROM earner WHERE user_id = ${userId}

-- people/earners/earners.repository.ts: EarnersRepository.show
INSERT INTO earner (user_id, status) VALUES (${userId}, ${status})
ON CONFLICT (user_id) DO UPDATE SET status = excluded.status

-- people/earners/earners.repository.ts: EarnersRepository.show
UPDATE standing SET visible = ${visible} WHERE user_id = ${userId} AND visible IS DISTINCT FROM ${visible}

-- people/earners/earners.repository.ts: EarnersRepository.show
UPDATE board_standing SET visible = ${visible} WHERE user_id = ${userId} AND visible IS DISTINCT FROM ${visible}

-- people/earners/earners.repository.ts: EarnersRepository.applyReported
UPDATE account_merge SET told_status = CASE WHEN ${status} = 'merged' THEN told_status ELSE ${status} END
WHERE absorbed_id = ${userId} AND state <> 'undone'

-- review/decisions/listed.repository.ts: ListedRepository.requireQuest
SELECT FROM quest WHERE id = ${questId} AND campaign_id = ${campaignId} AND project_id = ${projectId}

-- review/decisions/listed.repository.ts: ListedRepository.find
SELECT named.row, e.user_id, s.id AS submission_id
FROM unnest(${rows.map(({ row }) => row)}::integer[], ${rows.map(({ earner }) => earner)}::text[])
  AS named (row, earner)
LEFT JOIN LATERAL (
  SELECT user_id FROM earner WHERE user_id = lower(named.earner)
  UNION
  SELECT user_id FROM earner
  WHERE wallets @> jsonb_build_array(jsonb_build_object('address', lower(named.earner)))
) e ON true
LEFT JOIN LATERAL (
  (SELECT id FROM submission WHERE quest_id = ${questId} AND user_id = e.user_id AND status = 'in_review')
  UNION
  (SELECT id FROM submission
  WHERE quest_id = ${questId} AND user_id = e.user_id AND NOT EXISTS (
    SELECT FROM submission WHERE quest_id = ${questId} AND user_id = e.user_id AND status = 'in_review'
  )
  ORDER BY id DESC LIMIT 1)
) s ON true
ORDER BY e.user_id, named.row, s.id LIMIT ${most + 1}

-- review/decisions/listed.repository.ts: ListedRepository.lock
SELECT shared_lock('campaign ' || ${campaignId}::text)

-- review/decisions/listed.repository.ts: ListedRepository.lock
SELECT FROM submission WHERE id = ANY (${submissionIds}::uuid[]) ORDER BY id FOR UPDATE

-- review/decisions/review.repository.ts: ReviewRepository.lock
SELECT shared_lock('campaign ' || campaign_id::text) FROM submission WHERE id = ${submissionId}

-- review/decisions/review.repository.ts: ReviewRepository.lock
SELECT ${columns(SUBMISSION_COLUMNS)} FROM submission
WHERE id = ${submissionId} AND (${projectId}::uuid IS NULL OR project_id = ${projectId})
FOR UPDATE

-- review/decisions/review.repository.ts: ReviewRepository.lock
WITH asked_earner AS (
  SELECT status FROM earner WHERE user_id = ${submission.userId} AND (SELECT shared_lock('account ' || ${submission.userId}::text)) IS NOT NULL FOR SHARE
)
SELECT now(), q.title AS quest_title, q.max_completions IS NOT NULL AS quest_limited,
  (SELECT status FROM asked_earner) AS account_status,
  EXISTS (
    SELECT FROM project_member m WHERE m.project_id = q.project_id AND m.user_id = ${submission.userId}
  ) AS is_member,
  'archived' IN (p.status, c.status) AS is_archived,
  CASE WHEN c.reward_pool IS NOT NULL
    THEN coalesce(c.ended_at, c.ends_at) - make_interval(hours => ${CLOSING_HOURS}) END AS closes_at,
  c.review_moderators_from AS moderators_from
FROM quest q JOIN campaign c ON c.id = q.campaign_id JOIN project p ON p.id = q.project_id WHERE q.id = ${submission.questId}

-- review/reminders/review-calls.repository.ts: ReviewCallsRepository.take
WITH taken AS (
  DELETE FROM review_call WHERE project_id IN (
    SELECT project_id FROM review_call GROUP BY project_id
    HAVING min(called_at) <= now() - make_interval(secs => ${WINDOW_S}) LIMIT ${limit})
  RETURNING project_id
)
SELECT p.id AS project_id, p.name AS project_name, queue.waiting,
  ARRAY(SELECT user_id FROM project_member WHERE project_id = p.id ORDER BY user_id) AS user_ids
FROM project p CROSS JOIN LATERAL (
  SELECT count(*)::int AS waiting FROM (
    SELECT FROM submission WHERE project_id = p.id AND status = 'in_review'
    LIMIT ${MAX_WAITING_COUNTED}) AS counted) AS queue
WHERE p.id IN (SELECT project_id FROM taken)

-- shared/changed.ts: changed
greatest(now(), updated_at + interval '1 millisecond')

-- shared/daily-counts.repository.ts: DailyCountsRepository.add
INSERT INTO daily_count AS d (user_id, kind, day, count)
SELECT ${userId}, ${kind}, (now() AT TIME ZONE 'utc')::date, ${count}::integer
WHERE ${count}::integer <= ${max}::integer
ON CONFLICT (user_id, kind) DO UPDATE SET day = excluded.day, count = CASE WHEN d.day = excluded.day THEN d.count ELSE 0 END + excluded.count
WHERE CASE WHEN d.day = excluded.day THEN d.count ELSE 0 END + excluded.count <= ${max}::integer
RETURNING count

-- shared/daily-counts.repository.ts: DailyCountsRepository.secondsLeft
SELECT ceil(extract(epoch FROM date_trunc('day', now(), 'utc') + interval '1 day' - now()))::integer AS seconds

-- shared/search.ts: containing
true

-- standings/aggregates/aggregates.repository.ts: AggregatesRepository.lead
SELECT try_lock('kept-sums') AS leads

-- standings/aggregates/aggregates.repository.ts: AggregatesRepository.take
DELETE FROM unfolded_entry WHERE entry_id IN (SELECT entry_id FROM unfolded_entry ORDER BY entry_id LIMIT ${this.batch})
RETURNING entry_id

-- standings/aggregates/aggregates.repository.ts: AggregatesRepository.holdEarners
SELECT FROM earner WHERE user_id IN (SELECT user_id FROM points_ledger WHERE id = ANY(${entryIds}::uuid[]))
ORDER BY user_id FOR SHARE

-- standings/aggregates/aggregates.repository.ts: AggregatesRepository.addToQuests
INSERT INTO quest_tally AS t (quest_id, completions)
SELECT quest_id, sum(CASE kind WHEN 'credit' THEN 1 ELSE -1 END) FROM points_ledger
WHERE id = ANY(${entryIds}::uuid[]) GROUP BY quest_id
ON CONFLICT (quest_id) DO UPDATE SET completions = t.completions + excluded.completions

-- standings/aggregates/aggregates.repository.ts: AggregatesRepository.addToCampaigns
WITH changed AS (
  SELECT campaign_id, user_id, sum(CASE kind WHEN 'credit' THEN 1 ELSE -1 END) AS change FROM points_ledger
  WHERE id = ANY(${entryIds}::uuid[]) GROUP BY campaign_id, user_id
),
waiting AS (
  SELECT c.campaign_id, c.user_id, sum(CASE l.kind WHEN 'credit' THEN 1 ELSE -1 END) AS change
  FROM changed c
  CROSS JOIN LATERAL (
    SELECT id, campaign_id, kind FROM points_ledger
    WHERE user_id = c.user_id AND id >= (SELECT entry_id FROM unfolded_entry ORDER BY entry_id LIMIT 1) OFFSET 0
  ) l
  JOIN unfolded_entry u ON u.entry_id = l.id
  WHERE l.campaign_id = c.campaign_id
  GROUP BY c.campaign_id, c.user_id
),
folded AS (
  SELECT c.campaign_id, c.change, s.completions - coalesce(w.change, 0) AS completions
  FROM changed c
  JOIN standing s ON s.scope_id = c.campaign_id AND s.user_id = c.user_id
  LEFT JOIN waiting w ON w.campaign_id = c.campaign_id AND w.user_id = c.user_id
)
INSERT INTO campaign_tally AS t (campaign_id, participants)
SELECT campaign_id, sum((completions > 0)::integer - (completions - change > 0)::integer) FROM folded
GROUP BY campaign_id
ON CONFLICT (campaign_id) DO UPDATE SET participants = t.participants + excluded.participants

-- standings/aggregates/aggregates.repository.ts: AggregatesRepository.addToBoards
WITH entry AS MATERIALIZED (
  SELECT l.kind, l.campaign_id, l.project_id, l.user_id, l.points, l.xp,
    CASE l.kind WHEN 'credit' THEN coalesce(l.counted_at, l.created_at) ELSE (
      SELECT coalesce(c.counted_at, c.created_at) FROM points_ledger c
      WHERE c.submission_id = l.submission_id AND c.credit_no = l.credit_no AND c.kind = 'credit'
    ) END AS credited_at,
    (SELECT e.status = 'active' FROM earner e WHERE e.user_id = l.user_id) AS visible
  FROM points_ledger l
  WHERE l.id = ANY(${entryIds}::uuid[])
)
INSERT INTO board_standing AS b (scope_id, days, user_id, points, xp, completions, last_credit_at, visible)
SELECT scope.id, w.days, e.user_id, sum(e.points), sum(e.xp), sum(CASE e.kind WHEN 'credit' THEN 1 ELSE -1 END),
  coalesce(max(e.credited_at) FILTER (WHERE e.kind = 'credit'), '-infinity'), bool_and(e.visible)
FROM entry e
JOIN board_window w ON e.credited_at >= w.since
CROSS JOIN LATERAL (VALUES (e.campaign_id), (e.project_id), (${PLATFORM_SCOPE}::uuid)) AS scope (id)
WHERE w.days > 0 OR scope.id = ${PLATFORM_SCOPE}
GROUP BY scope.id, w.days, e.user_id
ON CONFLICT (scope_id, days, user_id) DO UPDATE
SET points = b.points + excluded.points, xp = b.xp + excluded.xp, completions = b.completions + excluded.completions,
  last_credit_at = greatest(b.last_credit_at, excluded.last_credit_at)

-- standings/aggregates/aggregates.repository.ts: AggregatesRepository.correctTimes
UPDATE board_standing b
SET last_credit_at = coalesce((
  SELECT max(coalesce(l.counted_at, l.created_at)) FROM points_ledger l
  WHERE l.user_id = b.user_id AND l.kind = 'credit' AND coalesce(l.counted_at, l.created_at) >= w.since
    AND b.scope_id IN (l.campaign_id, l.project_id, ${PLATFORM_SCOPE})
    AND NOT EXISTS (SELECT FROM unfolded_entry u WHERE u.entry_id = l.id)
    AND NOT EXISTS (
      SELECT FROM points_ledger r
      WHERE r.submission_id = l.submission_id AND r.credit_no = l.credit_no AND r.kind = 'reversal'
        AND NOT EXISTS (SELECT FROM unfolded_entry u WHERE u.entry_id = r.id)
    )
), '-infinity')
FROM board_window w
WHERE w.days = b.days AND b.user_id IN (
  SELECT user_id FROM points_ledger WHERE id = ANY(${entryIds}::uuid[]) AND kind = 'reversal'
)

-- standings/aggregates/aggregates.repository.ts: AggregatesRepository.late
SELECT days FROM board_window WHERE days > 0 AND since < date_trunc('day', now(), 'UTC') - make_interval(days => days - 1) ORDER BY days DESC LIMIT 1

-- standings/aggregates/aggregates.repository.ts: AggregatesRepository.moveOn
SELECT FROM earner WHERE user_id IN (
      SELECT l.user_id FROM board_window w CROSS JOIN LATERAL (SELECT id, submission_id, credit_no, campaign_id, project_id, user_id, points, xp FROM points_ledger
WHERE kind = 'credit' AND counted_at IS NULL AND created_at >= w.since AND created_at < least(w.since + make_interval(mins => ${STEP_MINUTES}), date_trunc('day', now(), 'UTC') - make_interval(days => days - 1))
UNION ALL
SELECT id, submission_id, credit_no, campaign_id, project_id, user_id, points, xp FROM points_ledger WHERE kind = 'credit' AND counted_at >= w.since AND counted_at < least(w.since + make_interval(mins => ${STEP_MINUTES}), date_trunc('day', now(), 'UTC') - make_interval(days => days - 1))) l WHERE w.days = ${days}
    ) ORDER BY user_id FOR SHARE

-- standings/aggregates/aggregates.repository.ts: AggregatesRepository.moveOn
WITH leaving AS (
      SELECT scope.id AS scope_id, l.user_id, sum(l.points) AS points, sum(l.xp) AS xp, count(*) AS completions
      FROM board_window w
      CROSS JOIN LATERAL (SELECT id, submission_id, credit_no, campaign_id, project_id, user_id, points, xp FROM points_ledger
WHERE kind = 'credit' AND counted_at IS NULL AND created_at >= w.since AND created_at < least(w.since + make_interval(mins => ${STEP_MINUTES}), date_trunc('day', now(), 'UTC') - make_interval(days => days - 1))
UNION ALL
SELECT id, submission_id, credit_no, campaign_id, project_id, user_id, points, xp FROM points_ledger WHERE kind = 'credit' AND counted_at >= w.since AND counted_at < least(w.since + make_interval(mins => ${STEP_MINUTES}), date_trunc('day', now(), 'UTC') - make_interval(days => days - 1))) l
      CROSS JOIN LATERAL (VALUES (l.campaign_id), (l.project_id), (${PLATFORM_SCOPE}::uuid)) AS scope (id)
      WHERE w.days = ${days}
        AND NOT EXISTS (SELECT FROM unfolded_entry u WHERE u.entry_id = l.id)
        AND NOT EXISTS (
          SELECT FROM points_ledger r
          WHERE r.submission_id = l.submission_id AND r.credit_no = l.credit_no AND r.kind = 'reversal'
            AND NOT EXISTS (SELECT FROM unfolded_entry u WHERE u.entry_id = r.id)
        )
      GROUP BY scope.id, l.user_id
    )
    UPDATE board_standing b
    SET points = b.points - l.points, xp = b.xp - l.xp, completions = b.completions - l.completions
    FROM leaving l WHERE b.scope_id = l.scope_id AND b.days = ${days} AND b.user_id = l.user_id

-- standings/aggregates/aggregates.repository.ts: AggregatesRepository.moveOn
UPDATE board_window w SET since = least(w.since + make_interval(mins => ${STEP_MINUTES}), date_trunc('day', now(), 'UTC') - make_interval(days => days - 1)) WHERE w.days = ${days}

-- standings/aggregates/board.ts: boardTable
standing

-- standings/aggregates/board.ts: boardTable
s.scope_id = ${scopeId}

-- standings/aggregates/board.ts: boardTable
board_standing

-- standings/aggregates/board.ts: boardTable
s.scope_id = ${scopeId} AND s.days = ${days}

-- standings/aggregates/ranks.repository.ts: RanksRepository.addChanges
WITH taken AS (
  DELETE FROM rank_change
  WHERE ctid = ANY (ARRAY(SELECT ctid FROM rank_change ORDER BY scope_id, days LIMIT ${this.batch}))
  RETURNING scope_id, days, minus_points, last_credit_at, user_id, change
),
placed AS (
  SELECT t.scope_id, t.days, coalesce(b.minus_points, (-9223372036854775807)) AS minus_points,
    coalesce(b.last_credit_at, '-infinity') AS last_credit_at, coalesce(b.user_id, '') AS user_id,
    sum(t.change)::integer AS ranked
  FROM taken t LEFT JOIN LATERAL (
    SELECT b.minus_points, b.last_credit_at, b.user_id FROM rank_bucket b
    WHERE b.scope_id = t.scope_id AND b.days = t.days AND (b.minus_points, b.last_credit_at, b.user_id) <= (t.minus_points, t.last_credit_at, t.user_id)
    ORDER BY b.minus_points DESC, b.last_credit_at DESC, b.user_id DESC LIMIT 1
  ) b ON true
  GROUP BY 1, 2, 3, 4, 5
)
INSERT INTO rank_bucket AS b (scope_id, days, minus_points, last_credit_at, user_id, ranked)
SELECT * FROM placed
ON CONFLICT (scope_id, days, minus_points, last_credit_at, user_id) DO UPDATE SET ranked = b.ranked + excluded.ranked
RETURNING b.scope_id, b.days, b.minus_points, b.last_credit_at::text, b.user_id, b.ranked, (SELECT count(*)::integer FROM taken) AS taken

-- standings/aggregates/ranks.repository.ts: RanksRepository.cut
WITH middle AS (
  SELECT -s.points AS minus_points, s.last_credit_at, s.user_id FROM ${table} s
  WHERE ${rows} AND s.visible AND s.completions > 0 AND (-s.points, s.last_credit_at, s.user_id) >= (${minusPoints}::bigint, ${lastCreditAt}::timestamptz, ${userId}::text)
  ORDER BY -s.points, s.last_credit_at, s.user_id OFFSET ${half} LIMIT 1
),
first_half AS (
  SELECT ${half} - coalesce(sum(c.change), 0) AS ranked
  FROM middle m JOIN rank_change c ON c.scope_id = ${bucket.scopeId} AND c.days = ${bucket.days}
    AND (c.minus_points, c.last_credit_at, c.user_id) >= (${minusPoints}::bigint, ${lastCreditAt}::timestamptz, ${userId}::text) AND (c.minus_points, c.last_credit_at, c.user_id) < (m.minus_points, m.last_credit_at, m.user_id)
),
left_over AS (
  UPDATE rank_bucket b SET ranked = h.ranked FROM first_half h, middle m
  WHERE b.scope_id = ${bucket.scopeId} AND b.days = ${bucket.days} AND (b.minus_points, b.last_credit_at, b.user_id) = (${minusPoints}::bigint, ${lastCreditAt}::timestamptz, ${userId}::text) AND NOT EXISTS (
    SELECT FROM rank_bucket n WHERE n.scope_id = b.scope_id AND n.days = b.days
      AND (n.minus_points, n.last_credit_at, n.user_id) > (b.minus_points, b.last_credit_at, b.user_id) AND (n.minus_points, n.last_credit_at, n.user_id) <= (m.minus_points, m.last_credit_at, m.user_id)
  )
  RETURNING b.ranked
)
INSERT INTO rank_bucket AS b (scope_id, days, minus_points, last_credit_at, user_id, ranked)
SELECT ${bucket.scopeId}::uuid, ${bucket.days}::smallint, m.*, ${bucket.ranked}::integer - l.ranked
FROM middle m, left_over l
RETURNING b.scope_id, b.days, b.minus_points, b.last_credit_at::text, b.user_id, b.ranked

-- standings/aggregates/ranks.repository.ts: RanksRepository.join
WITH before AS (
  SELECT p.scope_id, p.days, p.minus_points, p.last_credit_at, p.user_id, p.ranked FROM rank_bucket p
  WHERE p.scope_id = ${bucket.scopeId} AND p.days = ${bucket.days} AND (p.minus_points, p.last_credit_at, p.user_id) < (${minusPoints}::bigint, ${lastCreditAt}::timestamptz, ${userId}::text)
  ORDER BY p.minus_points DESC, p.last_credit_at DESC, p.user_id DESC LIMIT 1
),
gone AS (
  DELETE FROM rank_bucket b USING before p
  WHERE b.scope_id = ${bucket.scopeId} AND b.days = ${bucket.days} AND (b.minus_points, b.last_credit_at, b.user_id) = (${minusPoints}::bigint, ${lastCreditAt}::timestamptz, ${userId}::text) AND (b.ranked = 0 OR b.ranked + p.ranked <= ${this.mostRanked / 2})
  RETURNING b.ranked
)
UPDATE rank_bucket p SET ranked = p.ranked + gone.ranked FROM gone, before f
WHERE p.scope_id = f.scope_id AND p.days = f.days AND (p.minus_points, p.last_credit_at, p.user_id) = (f.minus_points, f.last_credit_at, f.user_id)

-- standings/leaderboard/leaderboard.repository.ts: LeaderboardRepository.publicScope
/* campaignId === undefined ? */
SELECT id FROM project WHERE id = ${projectId ?? null} AND status = 'active'
  AND (${tenant}::uuid IS NULL OR id = ${tenant}) /* : */
SELECT c.id FROM campaign c JOIN project p ON p.id = c.project_id
WHERE c.id = ${campaignId} AND c.status IN ('active', 'ended') AND p.status = 'active'
  AND (${tenant}::uuid IS NULL OR p.id = ${tenant}) /* . */

-- standings/leaderboard/leaderboard.repository.ts: LeaderboardRepository.rankedRows
SELECT s.user_id, s.points, s.xp, s.completions, s.last_credit_at FROM ${table} s WHERE ${rows} AND s.visible AND s.completions > 0 /* after === undefined ? */  /* : */ AND (-s.points, s.last_credit_at, s.user_id) > (-(${points}::bigint), 'epoch'::timestamptz + ${lastCreditUs}::double precision * interval '1 microsecond', ${userId}) /* . */ ORDER BY -s.points, s.last_credit_at, s.user_id LIMIT ${limit}

-- standings/leaderboard/leaderboard.repository.ts: LeaderboardRepository.rowsBefore
SELECT s.user_id, s.points, s.xp, s.completions, s.last_credit_at FROM ${table} s WHERE ${rows} AND s.visible AND s.completions > 0 AND (-s.points, s.last_credit_at, s.user_id) < (-(${points}::bigint), 'epoch'::timestamptz + ${lastCreditUs}::double precision * interval '1 microsecond', ${userId})
ORDER BY -s.points DESC, s.last_credit_at DESC, s.user_id DESC LIMIT ${limit}

-- standings/leaderboard/leaderboard.repository.ts: LeaderboardRepository.shown
SELECT s.user_id, s.points, s.xp, s.completions, s.last_credit_at, e.username, e.display_name, e.avatar_url, CASE WHEN e.shows_wallet THEN e.primary_wallet END AS shown_wallet,
  (extract(epoch FROM s.last_credit_at) * 1000000)::bigint AS last_credit_us
FROM (${rows}) s
LEFT JOIN earner e ON e.user_id = s.user_id
ORDER BY -s.points, s.last_credit_at, s.user_id

-- standings/leaderboard/leaderboard.repository.ts: LeaderboardRepository.standing
WITH own AS MATERIALIZED (
  SELECT s.user_id, s.points, s.xp, s.completions, s.last_credit_at, -s.points AS minus_points, s.visible AND s.completions > 0 AS is_ranked FROM ${table} s
  WHERE ${rows} AND s.user_id = ${userId}
),
bucket AS MATERIALIZED (
  SELECT coalesce(b.minus_points, (-9223372036854775807)) AS minus_points,
    coalesce(b.last_credit_at, '-infinity') AS last_credit_at, coalesce(b.user_id, '') AS user_id
  FROM own LEFT JOIN LATERAL (
    SELECT b.minus_points, b.last_credit_at, b.user_id FROM rank_bucket b WHERE scope_id = ${board.scopeId} AND days = ${board.days} AND (b.minus_points, b.last_credit_at, b.user_id) <= (own.minus_points, own.last_credit_at, own.user_id)
    ORDER BY b.minus_points DESC, b.last_credit_at DESC, b.user_id DESC LIMIT 1
  ) b ON true
  WHERE own.is_ranked
),
counted AS (
  SELECT sum(c.ranked)::integer AS participants,
    coalesce(sum(c.ranked) FILTER (WHERE (c.minus_points, c.last_credit_at, c.user_id) < (SELECT * FROM bucket)), 0)::integer AS ahead
  FROM (
    SELECT minus_points, last_credit_at, user_id, ranked FROM rank_bucket WHERE scope_id = ${board.scopeId} AND days = ${board.days}
    UNION ALL
    SELECT minus_points, last_credit_at, user_id, change FROM rank_change WHERE scope_id = ${board.scopeId} AND days = ${board.days}
  ) c
)
SELECT coalesce(counted.participants, 0) AS participants,
  CASE WHEN own.is_ranked THEN 1 + counted.ahead + (
    SELECT count(*)::integer FROM bucket, ${table} s
    WHERE ${rows} AND s.visible AND s.completions > 0 AND (-s.points, s.last_credit_at, s.user_id) >= (bucket.minus_points, bucket.last_credit_at, bucket.user_id) AND (-s.points, s.last_credit_at, s.user_id) < (own.minus_points, own.last_credit_at, own.user_id)
  ) END AS rank,
  own.points, own.xp, own.completions, own.last_credit_at,
  CASE WHEN own.completions > 0 THEN (extract(epoch FROM own.last_credit_at) * 1000000)::bigint END AS last_credit_us
FROM counted LEFT JOIN own ON true

-- standings/leaderboard/own-ledger.repository.ts: LedgerRepository.listOwn
SELECT l.id, l.created_at, l.kind, l.points, l.xp, l.project_id, l.campaign_id, l.quest_id,
  q.title AS quest_title, l.submission_id, l.period_key, l.merge_id
FROM points_ledger l JOIN quest q ON q.id = l.quest_id
WHERE l.user_id = ${userId}
  /* campaignId === undefined ? */  /* : */ AND l.campaign_id = ${campaignId} /* . */
  /* after === undefined ? */  /* : */ AND l.id < ${after[0]} /* . */
ORDER BY l.id DESC LIMIT ${limit + 1}

-- studio/announcements/announcements.repository.ts: AnnouncementsRepository.take
SELECT a.id, a.type, a.project_id, a.campaign_id, c.title AS campaign_title, a.after_user_id
FROM announcement a JOIN campaign c ON c.id = a.campaign_id
WHERE a.id <> ALL (${passedOver}::uuid[])
ORDER BY a.id LIMIT 1 FOR UPDATE OF a SKIP LOCKED

-- studio/announcements/announcements.repository.ts: AnnouncementsRepository.people
SELECT user_id FROM (
      (SELECT user_id FROM project_member WHERE project_id = ${projectId} AND user_id > ${afterUserId}
        ORDER BY user_id LIMIT ${limit})
      /* type === 'campaign.ended' ? */ UNION (WITH RECURSIVE found (n, user_id) AS (
  SELECT 0, ${afterUserId}::text
  UNION ALL
  SELECT n + 1, (
    SELECT s.user_id FROM submission s
    WHERE s.campaign_id = ${campaignId} AND s.user_id > found.user_id ORDER BY s.user_id LIMIT 1
  )
  FROM found WHERE n <= ${limit} AND user_id IS NOT NULL
)
SELECT user_id FROM found WHERE n > 0 AND user_id IS NOT NULL) /* : */  /* . */
    ) AS people
    ORDER BY user_id LIMIT ${limit}

-- studio/announcements/announcements.repository.ts: AnnouncementsRepository.moveOn
UPDATE announcement SET after_user_id = ${afterUserId} WHERE id = ${id}

-- studio/announcements/announcements.repository.ts: AnnouncementsRepository.remove
DELETE FROM announcement WHERE id = ${id}

-- studio/announcements/queue-announcement.ts: queueAnnouncement
INSERT INTO announcement (${..campaign}, id, type) VALUES (${..campaign}, ${newId()}, ${type})

-- studio/audit/connection-teams.repository.ts: ConnectionTeamsRepository.toNotify
SELECT p.name AS project_name, ARRAY(
  SELECT user_id FROM project_member WHERE project_id = p.id AND user_id IS DISTINCT FROM ${changedBy}::text
  ORDER BY user_id) AS user_ids
FROM project p WHERE p.id = ${projectId} AND p.status <> 'archived'

-- studio/audit/project-audit.repository.ts: ProjectAuditRepository.add
INSERT INTO project_audit_log (${..actor}, ${..entry}, details, id) VALUES (${..actor}, ${..entry}, ${details}, ${newId()})

-- studio/audit/project-audit.repository.ts: ProjectAuditRepository.list
l.project_id = ${projectId}

-- studio/audit/project-audit.repository.ts: ProjectAuditRepository.list
l.action = ${action}

-- studio/audit/project-audit.repository.ts: ProjectAuditRepository.list
l.actor_id = ${actorId}

-- studio/audit/project-audit.repository.ts: ProjectAuditRepository.list
l.subject_id = ${subjectId}

-- studio/audit/project-audit.repository.ts: ProjectAuditRepository.list
l.at >= ${from}

-- studio/audit/project-audit.repository.ts: ProjectAuditRepository.list
l.at < ${to}

-- studio/audit/project-audit.repository.ts: ProjectAuditRepository.list
l.id < ${before}

-- studio/audit/project-audit.repository.ts: ProjectAuditRepository.list
SELECT l.id, l.at, l.action, l.actor_type, l.actor_id, l.subject_id, l.details, e.username, e.display_name
FROM project_audit_log l LEFT JOIN earner e ON l.actor_type = 'user' AND e.user_id = l.actor_id
WHERE ${join(conditions, ' AND ')}
ORDER BY l.id DESC LIMIT ${limit + 1}

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.insert
INSERT INTO campaign (${..campaign}, id, project_id) VALUES (${..campaign}, ${newId()}, ${projectId}) RETURNING ${columns(CAMPAIGN_COLUMNS)}

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.lockQuests
SELECT exclusive_lock('quests of ' || ${campaignId}::text)

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.lockQuests
SELECT ${columns(CAMPAIGN_COLUMNS)} FROM campaign WHERE id = ${campaignId} AND project_id = ${projectId}

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.lockCredits
SELECT exclusive_lock('campaign ' || ${campaignId}::text)

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.lock
SELECT exclusive_lock('quests of ' || ${campaignId}::text), exclusive_lock('campaign ' || ${campaignId}::text)

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.lock
SELECT ${columns(CAMPAIGN_COLUMNS)}, clock_timestamp() AS now FROM campaign
WHERE id = ${campaignId} AND project_id = ${projectId}
FOR NO KEY UPDATE

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.update
UPDATE campaign SET ${..campaign}, updated_at = greatest(now(), updated_at + interval '1 millisecond') WHERE id = ${campaign.id} RETURNING ${columns(CAMPAIGN_COLUMNS)}

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.due
SELECT id FROM campaign WHERE status = 'active' AND ends_at <= now() ORDER BY ends_at LIMIT ${limit}

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.endIfDue
SELECT exclusive_lock('campaign ' || ${campaignId}::text)

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.endIfDue
UPDATE campaign SET status = 'ended', ended_at = ends_at, updated_at = now()
WHERE id = ${campaignId} AND status = 'active' AND ends_at <= now()
RETURNING project_id, title

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.starting
SELECT c.id FROM campaign c WHERE c.status = 'active' AND c.starts_at > c.activated_at AND c.starts_at BETWEEN now() - interval '1 day' AND now()
AND NOT EXISTS (
  SELECT FROM project_audit_log l
  WHERE l.project_id = c.project_id AND l.subject_id = c.id::text AND l.action = 'campaign.started'
    AND l.at >= c.activated_at) ORDER BY c.starts_at LIMIT ${limit}

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.lockStarting
SELECT exclusive_lock('campaign ' || ${campaignId}::text)

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.lockStarting
SELECT ${columns(CAMPAIGN_COLUMNS, 'c')} FROM campaign c WHERE c.id = ${campaignId} AND c.status = 'active' AND c.starts_at > c.activated_at AND c.starts_at BETWEEN now() - interval '1 day' AND now()
AND NOT EXISTS (
  SELECT FROM project_audit_log l
  WHERE l.project_id = c.project_id AND l.subject_id = c.id::text AND l.action = 'campaign.started'
    AND l.at >= c.activated_at)

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.hasBudget
SELECT FROM campaign WHERE id = ${campaignId} AND coalesce(check_budget_usd, ${budgetUsd}::numeric) = ${budgetUsd}::numeric

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.hasActiveQuest
SELECT 1 FROM quest WHERE campaign_id = ${campaignId} AND status = 'active' LIMIT 1

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.hasTakers
SELECT FROM submission WHERE campaign_id = ${campaignId} AND (status <> 'rejected' OR reviewed_at > now() - make_interval(mins => ${UNDO_MINUTES})) LIMIT 1

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.copyQuests
SELECT id FROM quest WHERE campaign_id = ${fromCampaignId} AND status <> 'archived'

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.copyQuests
WITH copy AS (
  SELECT * FROM unnest(${ids}::uuid[], ${ids.map(() => newId())}::uuid[]) AS c (source_id, id)
)
INSERT INTO quest (id, campaign_id, prerequisites, ${columns(COPIED)})
SELECT c.id, ${toCampaignId}::uuid,
  ARRAY(
    SELECT n.id FROM unnest(q.prerequisites) WITH ORDINALITY AS needed (id, place)
    JOIN copy n ON n.source_id = needed.id ORDER BY needed.place
  ),
  ${columns(COPIED, 'q')}
FROM quest q JOIN copy c ON c.source_id = q.id

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.delete
DELETE FROM quest WHERE campaign_id = ${campaignId}

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.delete
DELETE FROM campaign WHERE id = ${campaignId}

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.get
SELECT ${columns(CAMPAIGN_COLUMNS)} FROM campaign WHERE id = ${campaignId} AND project_id = ${projectId}

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.list
SELECT ${columns(CAMPAIGN_COLUMNS)}, jsonb_build_array(${order}::text, ${key}) AS sort_key FROM campaign
      WHERE project_id = ${projectId} AND /* last.length === 0 ? */ true /* : */ (${key}) ${beyond} (${join(last)}) /* . */ AND strpos(folded(/* columns.length === 1 ? */ titleslug /* : */ concat_ws(E'
', title, slug) /* . */), (SELECT folded(${search}))) > 0
        /* status === undefined ? */  /* : */ AND status = ANY(${status}::text[]) /* . */
      ORDER BY ${orderBy} LIMIT ${limit + 1}

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.projectTotals
SELECT (
SELECT jsonb_object_agg(known.status, coalesce(c.n, 0))
FROM unnest(${CAMPAIGN_STATUSES}::text[]) AS known (status)
LEFT JOIN (SELECT status, count(*) AS n FROM campaign WHERE project_id = ${projectId} GROUP BY status) c USING (status)) AS campaigns,
    (
SELECT jsonb_object_agg(known.status, coalesce(c.n, 0))
FROM unnest(${QUEST_STATUSES}::text[]) AS known (status)
LEFT JOIN (SELECT status, count(*) AS n FROM quest WHERE campaign_id IN (SELECT id FROM campaign WHERE project_id = ${projectId}) GROUP BY status) c USING (status)) AS quests,
    (
SELECT jsonb_object_agg(known.status, coalesce(c.n, 0))
FROM unnest(${SUBMISSION_STATUSES}::text[]) AS known (status)
LEFT JOIN (SELECT status, count(*) AS n FROM submission WHERE campaign_id IN (SELECT id FROM campaign WHERE project_id = ${projectId}) GROUP BY status) c USING (status)) AS submissions,
    s.earners, s.completions, s.points, s.xp
  FROM (
    SELECT count(*) FILTER (WHERE completions > 0)::integer AS earners,
      coalesce(sum(completions), 0)::integer AS completions,
      coalesce(sum(points), 0)::text AS points, coalesce(sum(xp), 0)::text AS xp
    FROM standing WHERE scope_id = ${projectId}
  ) s

-- studio/campaigns/campaigns.repository.ts: CampaignsRepository.totals
SELECT s.participants,
  jsonb_build_object('pending', s.pending, 'in_review', s.in_review, 'claimed', s.claimed,
    'rejected', s.rejected, 'reversed', s.reversed) AS submissions,
  l.points AS points_ledger, st.points AS points_standings, l.xp
FROM
  (SELECT count(DISTINCT user_id)::int AS participants,
    count(*) FILTER (WHERE status = 'pending') AS pending,
    count(*) FILTER (WHERE status = 'in_review') AS in_review,
    count(*) FILTER (WHERE status = 'claimed') AS claimed,
    count(*) FILTER (WHERE status = 'rejected') AS rejected,
    count(*) FILTER (WHERE status = 'reversed') AS reversed
  FROM submission WHERE campaign_id = ${campaignId}) s,
  (SELECT coalesce(sum(points), 0)::text AS points, coalesce(sum(xp), 0)::text AS xp
  FROM points_ledger WHERE campaign_id = ${campaignId}) l,
  (SELECT coalesce(sum(points), 0)::text AS points FROM standing WHERE scope_id = ${campaignId}) st

-- studio/campaigns/pool-audience.repository.ts: PoolAudienceRepository.get
SELECT title AS campaign_title, reward_pool ->> 'symbol' AS symbol,
  (reward_pool ->> 'decimals')::integer AS decimals,
  ARRAY(SELECT user_id FROM project_member m WHERE m.project_id = c.project_id ORDER BY user_id) AS user_ids
FROM campaign c WHERE id = ${campaignId} AND reward_pool IS NOT NULL

-- studio/campaigns/pool-locks.repository.ts: PoolLocksRepository.lock
UPDATE campaign SET pool_locked_attempt = ${fundingAttempt},
  pool_fee_bps = coalesce((
    SELECT (escrow ->> 'feeBps')::integer FROM integrations.published_chain_v1
    WHERE chain_id = reward_pool ->> 'chainId'
  ), pool_fee_bps),
  pool_locked_until = greatest(pool_locked_until, now() + ${seconds} * interval '1 second'),
  updated_at = greatest(now(), updated_at + interval '1 millisecond')
WHERE id = ${campaignId} AND project_id = ${projectId} AND status IN ('draft', 'active')
  AND reward_pool ->> 'mode' = 'automatic' AND starts_at < ends_at AND ends_at > now()
  AND ${fundingAttempt}::integer >= pool_locked_attempt
  AND ${fundingAttempt}::integer > greatest(pool_funded_attempt, pool_cancelled_attempt)
RETURNING ${columns(CAMPAIGN_COLUMNS)}, now() AS now

-- studio/campaigns/pool-locks.repository.ts: PoolLocksRepository.schedule
UPDATE campaign SET review_moderators_from = ${moderatorsFrom}, review_freezes_at = ${freezesAt},
  review_scheduled_at = ${occurredAt}
WHERE id = ${campaignId} AND (review_scheduled_at IS NULL OR review_scheduled_at < ${occurredAt}::timestamptz)

-- studio/campaigns/pool-locks.repository.ts: PoolLocksRepository.record
UPDATE campaign SET pool_${outcome}_attempt = ${fundingAttempt},
  updated_at = greatest(now(), updated_at + interval '1 millisecond')
WHERE id = ${campaignId} AND pool_${outcome}_attempt < ${fundingAttempt}::integer
RETURNING project_id, title

-- studio/invitations/invitation-limits.repository.ts: InvitationLimitsRepository.admit
INSERT INTO invitation_count AS c (user_id, side, counted_at)
SELECT user_id, side, ARRAY[clock_timestamp()]
FROM (VALUES (${invitedBy}, 'sent'), (${userId}, 'received')) AS one (user_id, side)
ORDER BY user_id COLLATE "C", side
ON CONFLICT (user_id, side) DO UPDATE SET counted_at = ARRAY(SELECT at FROM unnest(c.counted_at) AS at WHERE at > clock_timestamp() - interval '1 day') || clock_timestamp()
WHERE (SELECT count(*) FROM unnest(c.counted_at) AS at WHERE at > clock_timestamp() - interval '1 day') < CASE c.side
  WHEN 'sent' THEN ${LIMIT_INVITATIONS_SENT}::int ELSE ${LIMIT_INVITATIONS_RECEIVED}::int END
RETURNING side

-- studio/invitations/invitation-limits.repository.ts: InvitationLimitsRepository.secondsFull
SELECT ceil(extract(epoch FROM min(at) + interval '1 day' - clock_timestamp()))::integer AS seconds
FROM invitation_count, unnest(counted_at) AS at
WHERE user_id = ${userId} AND side = 'sent' AND at > clock_timestamp() - interval '1 day'

-- studio/invitations/invitation-preferences.repository.ts: InvitationPreferencesRepository.get
SELECT invitable, refused_project_ids FROM invitation_preference WHERE user_id = ${userId}

-- studio/invitations/invitation-preferences.repository.ts: InvitationPreferencesRepository.set
INSERT INTO invitation_preference (user_id, invitable, refused_project_ids)
VALUES (${userId}, ${invitable}, ${refusedProjectIds}::uuid[])
ON CONFLICT (user_id) DO UPDATE SET
  invitable = excluded.invitable, refused_project_ids = excluded.refused_project_ids, updated_at = now()

-- studio/invitations/invitation-preferences.repository.ts: InvitationPreferencesRepository.requireInvitable
SELECT FROM invitation_preference
WHERE user_id = ${userId} AND (NOT invitable OR ${projectId}::uuid = ANY (refused_project_ids))

-- studio/invitations/invitations.repository.ts: InvitationsRepository.admit
UPDATE invitation i SET status = 'lapsed' WHERE i.project_id = ${projectId} AND i.status = 'invited' AND NOT (
i.status = 'invited' AND i.expires_at > now()
AND EXISTS (SELECT FROM project p WHERE p.id = i.project_id AND p.status = 'active')
AND EXISTS (
  SELECT FROM project_member a
  WHERE a.project_id = i.project_id AND a.user_id = i.invited_by AND a.role = 'project_admin')
AND NOT EXISTS (SELECT FROM earner s WHERE s.user_id = i.invited_by AND s.status = 'suspended'))

-- studio/invitations/invitations.repository.ts: InvitationsRepository.admit
SELECT EXISTS (SELECT FROM project_member WHERE project_id = ${projectId} AND user_id = ${userId}) AS is_member,
  coalesce(bool_or(status = 'invited' AND user_id = ${userId}), false) AS is_invited,
  (SELECT count(*) FROM project_member WHERE project_id = ${projectId})::integer AS members,
  count(*) FILTER (WHERE status = 'invited')::integer AS open,
  count(*) FILTER (WHERE user_id = ${userId})::integer AS of_user
FROM invitation
WHERE project_id = ${projectId} AND (status = 'invited' OR user_id = ${userId}) AND expires_at > now()

-- studio/invitations/invitations.repository.ts: InvitationsRepository.insert
INSERT INTO invitation (${..invitation}, id) VALUES (${..invitation}, ${id})

-- studio/invitations/invitations.repository.ts: InvitationsRepository.insert
SELECT i.id, i.role, i.invited_by, i.invited_at, i.expires_at,
CASE WHEN i.status = 'invited' AND NOT (
i.status = 'invited' AND i.expires_at > now()
AND EXISTS (SELECT FROM project p WHERE p.id = i.project_id AND p.status = 'active')
AND EXISTS (
  SELECT FROM project_member a
  WHERE a.project_id = i.project_id AND a.user_id = i.invited_by AND a.role = 'project_admin')
AND NOT EXISTS (SELECT FROM earner s WHERE s.user_id = i.invited_by AND s.status = 'suspended')) THEN 'lapsed' ELSE i.status END AS status, i.user_id, e.username, e.display_name, e.avatar_url, CASE WHEN e.shows_wallet THEN e.primary_wallet END AS shown_wallet FROM invitation i LEFT JOIN earner e USING (user_id) WHERE i.id = ${id}

-- studio/invitations/invitations.repository.ts: InvitationsRepository.ofUser
SELECT i.id, i.role, i.invited_by, i.invited_at, i.expires_at,
CASE WHEN i.status = 'invited' AND NOT (
i.status = 'invited' AND i.expires_at > now()
AND EXISTS (SELECT FROM project p WHERE p.id = i.project_id AND p.status = 'active')
AND EXISTS (
  SELECT FROM project_member a
  WHERE a.project_id = i.project_id AND a.user_id = i.invited_by AND a.role = 'project_admin')
AND NOT EXISTS (SELECT FROM earner s WHERE s.user_id = i.invited_by AND s.status = 'suspended')) THEN 'lapsed' ELSE i.status END AS status, i.project_id, p.slug AS project_slug, p.name AS project_name
 FROM invitation i JOIN project p ON p.id = i.project_id WHERE i.id = ${id} AND i.user_id = ${userId}

-- studio/invitations/invitations.repository.ts: InvitationsRepository.inProject
SELECT i.id, i.role, i.invited_by, i.invited_at, i.expires_at,
CASE WHEN i.status = 'invited' AND NOT (
i.status = 'invited' AND i.expires_at > now()
AND EXISTS (SELECT FROM project p WHERE p.id = i.project_id AND p.status = 'active')
AND EXISTS (
  SELECT FROM project_member a
  WHERE a.project_id = i.project_id AND a.user_id = i.invited_by AND a.role = 'project_admin')
AND NOT EXISTS (SELECT FROM earner s WHERE s.user_id = i.invited_by AND s.status = 'suspended')) THEN 'lapsed' ELSE i.status END AS status, i.user_id, e.username, e.display_name, e.avatar_url, CASE WHEN e.shows_wallet THEN e.primary_wallet END AS shown_wallet FROM invitation i LEFT JOIN earner e USING (user_id) WHERE i.id = ${id} AND i.project_id = ${projectId}

-- studio/invitations/invitations.repository.ts: InvitationsRepository.close
UPDATE invitation SET status = ${status} WHERE id = ${id}

-- studio/invitations/invitations.repository.ts: InvitationsRepository.list
SELECT * FROM (
      SELECT i.id, i.role, i.invited_by, i.invited_at, i.expires_at,
CASE WHEN i.status = 'invited' AND NOT (
i.status = 'invited' AND i.expires_at > now()
AND EXISTS (SELECT FROM project p WHERE p.id = i.project_id AND p.status = 'active')
AND EXISTS (
  SELECT FROM project_member a
  WHERE a.project_id = i.project_id AND a.user_id = i.invited_by AND a.role = 'project_admin')
AND NOT EXISTS (SELECT FROM earner s WHERE s.user_id = i.invited_by AND s.status = 'suspended')) THEN 'lapsed' ELSE i.status END AS status, i.user_id, e.username, e.display_name, e.avatar_url, CASE WHEN e.shows_wallet THEN e.primary_wallet END AS shown_wallet FROM invitation i LEFT JOIN earner e USING (user_id)
      WHERE i.project_id = ${projectId} /* before === undefined ? */  /* : */ AND i.id < ${before} /* . */) AS shown
    /* status === undefined ? */  /* : */ WHERE status = ${status} /* . */
    ORDER BY id DESC LIMIT ${limit + 1}

-- studio/invitations/invitations.repository.ts: InvitationsRepository.listOpen
SELECT i.id, i.role, i.invited_by, i.invited_at, i.expires_at,
CASE WHEN i.status = 'invited' AND NOT (
i.status = 'invited' AND i.expires_at > now()
AND EXISTS (SELECT FROM project p WHERE p.id = i.project_id AND p.status = 'active')
AND EXISTS (
  SELECT FROM project_member a
  WHERE a.project_id = i.project_id AND a.user_id = i.invited_by AND a.role = 'project_admin')
AND NOT EXISTS (SELECT FROM earner s WHERE s.user_id = i.invited_by AND s.status = 'suspended')) THEN 'lapsed' ELSE i.status END AS status, i.project_id, p.slug AS project_slug, p.name AS project_name
 FROM invitation i JOIN project p ON p.id = i.project_id
    WHERE i.user_id = ${userId} AND (
i.status = 'invited' AND i.expires_at > now()
AND EXISTS (SELECT FROM project p WHERE p.id = i.project_id AND p.status = 'active')
AND EXISTS (
  SELECT FROM project_member a
  WHERE a.project_id = i.project_id AND a.user_id = i.invited_by AND a.role = 'project_admin')
AND NOT EXISTS (SELECT FROM earner s WHERE s.user_id = i.invited_by AND s.status = 'suspended')) /* before === undefined ? */  /* : */ AND i.id < ${before} /* . */
    ORDER BY i.id DESC LIMIT ${limit + 1}

-- studio/members/members.repository.ts: MembersRepository.role
SELECT role FROM project_member WHERE project_id = ${projectId} AND user_id = ${userId}

-- studio/members/members.repository.ts: MembersRepository.list
SELECT m.user_id, e.username, e.display_name, e.avatar_url, CASE WHEN e.shows_wallet THEN e.primary_wallet END AS shown_wallet, m.role, m.added_at, jsonb_build_array(${order}::text, ${key}) AS sort_key FROM project_member m LEFT JOIN earner e USING (user_id)
      WHERE m.project_id = ${projectId} AND /* last.length === 0 ? */ true /* : */ (${key}) ${beyond} (${join(last)}) /* . */ AND strpos(folded(/* columns.length === 1 ? */ e.usernamee.display_name /* : */ concat_ws(E'
', e.username, e.display_name) /* . */), (SELECT folded(${search}))) > 0
        /* role === undefined ? */  /* : */ AND m.role = ${role} /* . */
      ORDER BY ${orderBy} LIMIT ${limit + 1}

-- studio/members/members.repository.ts: MembersRepository.get
SELECT m.user_id, e.username, e.display_name, e.avatar_url, CASE WHEN e.shows_wallet THEN e.primary_wallet END AS shown_wallet, m.role, m.added_at FROM project_member m LEFT JOIN earner e USING (user_id) WHERE m.project_id = ${projectId} AND m.user_id = ${userId}

-- studio/members/members.repository.ts: MembersRepository.insert
INSERT INTO project_member (project_id, role, user_id) VALUES (${projectId}, ${role}, ${userId}) ON CONFLICT DO NOTHING

-- studio/members/members.repository.ts: MembersRepository.setRole
UPDATE project_member SET role = ${role} WHERE project_id = ${projectId} AND user_id = ${userId}

-- studio/members/members.repository.ts: MembersRepository.remove
DELETE FROM project_member WHERE project_id = ${projectId} AND user_id = ${userId}

-- studio/members/members.repository.ts: MembersRepository.requireAdmin
SELECT 1 FROM project_member WHERE project_id = ${projectId} AND role = 'project_admin' LIMIT 1

-- studio/participants/participants.repository.ts: ParticipantsRepository.list
SELECT p.user_id, e.username, e.display_name, e.avatar_url, CASE WHEN e.shows_wallet THEN e.primary_wallet END AS shown_wallet, e.primary_wallet, e.status AS account_status,
      coalesce(s.points, 0)::text AS points, coalesce(s.xp, 0)::text AS xp, coalesce(s.completions, 0) AS completions,
      first.created_at AS first_submission_at, last.created_at AS last_submission_at
    FROM (/* found === undefined ? */
WITH RECURSIVE found (n, user_id) AS (
  SELECT 0, ${after}::text
  UNION ALL
  SELECT n + 1, (
    SELECT s.user_id FROM submission s
    WHERE s.campaign_id = ${campaignId} AND s.user_id > found.user_id ORDER BY s.user_id LIMIT 1
  )
  FROM found WHERE n <= ${limit} AND user_id IS NOT NULL
)
SELECT user_id FROM found WHERE n > 0 AND user_id IS NOT NULL /* : */
    SELECT user_id FROM unnest(${found}::text[]) AS found (user_id) WHERE user_id > ${after} /* . */) p
    JOIN earner e ON e.user_id = p.user_id
    LEFT JOIN standing s ON s.scope_id = ${campaignId} AND s.user_id = p.user_id
    CROSS JOIN LATERAL (
      SELECT created_at FROM submission
      WHERE campaign_id = ${campaignId} AND user_id = p.user_id ORDER BY id LIMIT 1
    ) first
    CROSS JOIN LATERAL (
      SELECT created_at FROM submission
      WHERE campaign_id = ${campaignId} AND user_id = p.user_id ORDER BY id DESC LIMIT 1
    ) last
    ORDER BY p.user_id LIMIT ${limit + 1}

-- studio/projects/projects.repository.ts: ProjectsRepository.insert
INSERT INTO project (${..project}, id) VALUES (${..project}, ${newId()}) RETURNING ${columns(PROJECT_COLUMNS)}

-- studio/projects/projects.repository.ts: ProjectsRepository.insert
INSERT INTO project_member (project_id, role, user_id) VALUES (${row.id}, ${role}, ${adminUserId})

-- studio/projects/projects.repository.ts: ProjectsRepository.lock
SELECT exclusive_lock('team of ' || ${projectId}::text)

-- studio/projects/projects.repository.ts: ProjectsRepository.lock
SELECT ${columns(PROJECT_COLUMNS)} FROM project WHERE id = ${projectId} FOR NO KEY UPDATE

-- studio/projects/projects.repository.ts: ProjectsRepository.requireActive
SELECT status FROM project WHERE id = ${projectId} FOR SHARE

-- studio/projects/projects.repository.ts: ProjectsRepository.update
UPDATE project SET ${..project}, updated_at = greatest(now(), updated_at + interval '1 millisecond') WHERE id = ${project.id} RETURNING ${columns(PROJECT_COLUMNS)}

-- studio/projects/projects.repository.ts: ProjectsRepository.archive
UPDATE project SET status = 'archived', updated_at = now() WHERE id = ${projectId} RETURNING ${columns(PROJECT_COLUMNS)}

-- studio/projects/projects.repository.ts: ProjectsRepository.archive
SELECT exclusive_lock('quests of ' || id::text), exclusive_lock('campaign ' || id::text)
FROM (SELECT id FROM campaign WHERE project_id = ${projectId} ORDER BY id) AS c

-- studio/projects/projects.repository.ts: ProjectsRepository.archive
SELECT ${columns(PAYOUT_COLUMNS)}, now() FROM campaign WHERE project_id = ${projectId}
ORDER BY id FOR NO KEY UPDATE

-- studio/projects/projects.repository.ts: ProjectsRepository.archive
UPDATE campaign
SET status = 'ended', ended_at = date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond'
WHERE project_id = ${projectId} AND status = 'active'
RETURNING id

-- studio/projects/projects.repository.ts: ProjectsRepository.archive
UPDATE campaign SET status = 'archived', updated_at = now()
WHERE project_id = ${projectId} AND status <> 'archived'

-- studio/projects/projects.repository.ts: ProjectsRepository.archive
UPDATE quest SET status = 'archived', updated_at = now()
WHERE project_id = ${projectId} AND status <> 'archived'

-- studio/projects/projects.repository.ts: ProjectsRepository.get
SELECT ${columns(PROJECT_COLUMNS)} FROM project WHERE id = ${projectId}

-- studio/projects/projects.repository.ts: ProjectsRepository.list
SELECT ${columns(PROJECT_COLUMNS, 'p')}, ${sortKey} FROM project p
      WHERE /* last.length === 0 ? */ true /* : */ (${key}) ${beyond} (${join(last)}) /* . */ AND strpos(folded(/* columns.length === 1 ? */ p.namep.slug /* : */ concat_ws(E'
', p.name, p.slug) /* . */), (SELECT folded(${search}))) > 0
    /* status === undefined ? */  /* : */ AND p.status = ${status} /* . */ ORDER BY ${orderBy} LIMIT ${request.limit + 1}

-- studio/projects/projects.repository.ts: ProjectsRepository.listOfMember
SELECT ${columns(PROJECT_COLUMNS, 'p')}, m.role, ${sortKey}
      FROM project_member m JOIN project p ON p.id = m.project_id
      WHERE m.user_id = ${userId} AND /* last.length === 0 ? */ true /* : */ (${key}) ${beyond} (${join(last)}) /* . */ AND strpos(folded(/* columns.length === 1 ? */ p.namep.slug /* : */ concat_ws(E'
', p.name, p.slug) /* . */), (SELECT folded(${search}))) > 0
    /* status === undefined ? */  /* : */ AND p.status = ${status} /* . */ ORDER BY ${orderBy} LIMIT ${request.limit + 1}

-- studio/quests/attempts.repository.ts: AttemptsRepository.hasTried
SELECT FROM verification_check WHERE user_id = ${userId} AND quest_id = ${questId}
UNION ALL SELECT FROM submission WHERE user_id = ${userId} AND quest_id = ${questId} LIMIT 1

-- studio/quests/attempts.repository.ts: AttemptsRepository.hasPassed
SELECT FROM quiz_progress WHERE quest_id = ${questId} AND user_id = ${userId} AND passed

-- studio/quests/quests.repository.ts: QuestsRepository.insert
INSERT INTO quest (${..quest}, campaign_id, id, project_id) VALUES (${..quest}, ${campaignId}, ${newId()}, ${projectId}) RETURNING ${columns(QUEST_COLUMNS)}

-- studio/quests/quests.repository.ts: QuestsRepository.outline
SELECT id, slug, status, position, prerequisites FROM quest
WHERE campaign_id = ${campaignId} ORDER BY position, id

-- studio/quests/quests.repository.ts: QuestsRepository.lock
SELECT ${columns(QUEST_COLUMNS)} FROM quest WHERE id = ${questId} AND campaign_id = ${campaignId} FOR NO KEY UPDATE

-- studio/quests/quests.repository.ts: QuestsRepository.update
UPDATE quest SET ${..quest}, updated_at = greatest(now(), updated_at + interval '1 millisecond') WHERE id = ${quest.id} RETURNING ${columns(QUEST_COLUMNS)}

-- studio/quests/quests.repository.ts: QuestsRepository.allCounted
SELECT quest_id, completions FROM quest_tally WHERE quest_id = ANY(${ids}::uuid[])

-- studio/quests/quests.repository.ts: QuestsRepository.delete
DELETE FROM quest WHERE id = ${questId}

-- studio/quests/quests.repository.ts: QuestsRepository.now
SELECT now()

-- studio/quests/quests.repository.ts: QuestsRepository.hasTakers
SELECT 1 FROM submission
WHERE quest_id = ${questId} AND (${since}::timestamptz IS NULL OR created_at >= ${since})
  AND (status <> 'rejected' OR reviewed_at > now() - make_interval(mins => ${UNDO_MINUTES}))
LIMIT 1

-- studio/quests/quests.repository.ts: QuestsRepository.countClaimed
SELECT count(*)::integer AS claimed FROM submission WHERE quest_id = ${questId} AND status = 'claimed'

-- studio/quests/quests.repository.ts: QuestsRepository.order
UPDATE quest SET position = ordered.place - 1, updated_at = now()
FROM unnest(${questIds}::uuid[]) WITH ORDINALITY AS ordered (id, place)
WHERE quest.id = ordered.id AND quest.position <> ordered.place - 1

-- studio/quests/quests.repository.ts: QuestsRepository.get
SELECT ${columns(QUEST_COLUMNS)} FROM quest
WHERE id = ${questId} AND project_id = ${projectId} AND campaign_id = ${campaignId}

-- studio/quests/quests.repository.ts: QuestsRepository.list
SELECT ${columns(QUEST_COLUMNS)}, jsonb_build_array(${order}::text, ${key}) AS sort_key FROM quest
      WHERE campaign_id = ${campaignId} AND project_id = ${projectId}
        AND /* last.length === 0 ? */ true /* : */ (${key}) ${beyond} (${join(last)}) /* . */ AND strpos(folded(/* columns.length === 1 ? */ titleslug /* : */ concat_ws(E'
', title, slug) /* . */), (SELECT folded(${search}))) > 0
        /* status === undefined ? */  /* : */ AND status = ANY(${status}::text[]) /* . */
        /* taskTypeIds === undefined ? */  /* : */ AND task_type_id = ANY(${taskTypeIds}::text[]) /* . */
      ORDER BY ${orderBy} LIMIT ${limit + 1}

-- task-types/daily-checkin/check-in-days.repository.ts: CheckInDaysRepository.of
SELECT array_agg(period_key ORDER BY period_key) AS days, max(claimed_at) AS last_at
FROM submission WHERE quest_id = ${questId} AND user_id = ${userId} AND status = 'claimed'

-- task-types/lucky-draw/draws.repository.ts: DrawsRepository.find
SELECT d.quest_id, CASE WHEN d.drawn_at IS NOT NULL THEN 'drawn' WHEN d.closed_at IS NOT NULL THEN 'closed' ELSE 'open' END AS state, (q.config ->> 'closesAt')::timestamptz AS closes_at, coalesce(d.prizes, (
  SELECT jsonb_agg(jsonb_build_object('points', q.points) || p ORDER BY number)
  FROM jsonb_array_elements(q.config -> 'prizes') WITH ORDINALITY AS listed (p, number)
)) AS prizes,
        encode(sha256(d.seed), 'hex') AS commitment, d.entry_count, encode(d.root, 'hex') AS root, d.closed_at,
        CASE WHEN d.drawn_at IS NOT NULL THEN encode(d.seed, 'hex') END AS seed, d.drawn_at
      FROM draw d JOIN quest q ON q.id = d.quest_id
      WHERE d.quest_id = ${questId}

-- task-types/lucky-draw/draws.repository.ts: DrawsRepository.entries
SELECT sequence, submission_id AS entry_id, entrant_id AS user_id, prize_id
FROM draw_entry WHERE quest_id = ${questId} AND sequence > ${after} ORDER BY sequence LIMIT ${limit + 1}

-- task-types/lucky-draw/draws.repository.ts: DrawsRepository.entry
SELECT sequence, submission_id AS entry_id, entrant_id AS user_id, prize_id
FROM draw_entry WHERE quest_id = ${questId} AND submission_id = ${submissionId}

-- task-types/lucky-draw/draws.repository.ts: DrawsRepository.nodes
SELECT encode(n.hash, 'hex') AS hash
FROM unnest(${places.map(({ level }) => level)}::integer[], ${places.map(({ index }) => index)}::integer[])
  WITH ORDINALITY AS place (level, index, number)
JOIN draw_node n ON n.quest_id = ${questId} AND n.level = place.level AND n.index = place.index
ORDER BY place.number

-- task-types/lucky-draw/draws.repository.ts: DrawsRepository.fact
SELECT CASE WHEN d.drawn_at IS NOT NULL THEN 'drawn' WHEN d.closed_at IS NOT NULL THEN 'closed' ELSE 'open' END AS state, coalesce(s.status = 'pending', false) AS is_waiting, e.sequence IS NOT NULL AS is_listed,
  (SELECT jsonb_build_object('id', p ->> 'id', 'name', p ->> 'name', 'points', p -> 'points')
    FROM jsonb_array_elements(d.prizes) AS p WHERE p ->> 'id' = e.prize_id) AS prize
FROM draw d
LEFT JOIN submission s
  ON s.quest_id = d.quest_id AND s.user_id = ${userId} AND s.period_key = ${periodKey}
LEFT JOIN draw_entry e ON e.quest_id = d.quest_id AND e.submission_id = s.id
WHERE d.quest_id = ${questId}

-- task-types/lucky-draw/draws.repository.ts: DrawsRepository.due
SELECT d.quest_id FROM draw d JOIN quest q ON q.id = d.quest_id
WHERE d.drawn_at IS NULL AND (q.config ->> 'closesAt')::timestamptz <= now() ORDER BY d.quest_id LIMIT ${limit}

-- task-types/lucky-draw/draws.repository.ts: DrawsRepository.list
SELECT exclusive_lock('campaign ' || campaign_id::text) FROM quest WHERE id = ${questId}

-- task-types/lucky-draw/draws.repository.ts: DrawsRepository.list
SELECT d.quest_id FROM draw d JOIN quest q ON q.id = d.quest_id
WHERE d.quest_id = ${questId} AND d.closed_at IS NULL AND (q.config ->> 'closesAt')::timestamptz <= now() FOR UPDATE OF d

-- task-types/lucky-draw/draws.repository.ts: DrawsRepository.list
INSERT INTO draw_entry AS e (quest_id, sequence, submission_id, entrant_id)
SELECT s.quest_id, row_number() OVER (ORDER BY s.id), s.id, s.user_id
FROM submission s JOIN earner a ON a.user_id = s.user_id
WHERE s.quest_id = ${questId} AND s.status = 'pending' AND a.status = 'active'
  AND NOT EXISTS (SELECT FROM project_member m WHERE m.project_id = s.project_id AND m.user_id = s.user_id)
ORDER BY s.id
RETURNING e.sequence, e.submission_id AS entry_id, e.entrant_id AS user_id, e.prize_id

-- task-types/lucky-draw/draws.repository.ts: DrawsRepository.close
INSERT INTO draw_node (quest_id, level, index, hash)
SELECT ${questId}, ${level}::smallint, n.number - 1, decode(n.hash, 'hex')
FROM unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]) WITH ORDINALITY AS n (hash, number)

-- task-types/lucky-draw/draws.repository.ts: DrawsRepository.close
UPDATE draw d SET closed_at = now(), entry_count = ${entryCount}, root = ${root}, prizes = (
  SELECT jsonb_agg(jsonb_build_object('points', q.points) || p ORDER BY number)
  FROM jsonb_array_elements(q.config -> 'prizes') WITH ORDINALITY AS listed (p, number)
)
      FROM quest q WHERE q.id = d.quest_id AND d.quest_id = ${questId}

-- task-types/lucky-draw/draws.repository.ts: DrawsRepository.lockClosed
SELECT seed, root, entry_count, prizes FROM draw
WHERE quest_id = ${questId} AND closed_at IS NOT NULL AND drawn_at IS NULL FOR UPDATE

-- task-types/lucky-draw/draws.repository.ts: DrawsRepository.publish
UPDATE draw_entry e SET place = w.number - 1, prize_id = w.prize_id
FROM unnest(${sequences}::integer[], ${prizeIds}::text[]) WITH ORDINALITY AS w (sequence, prize_id, number)
WHERE e.quest_id = ${questId} AND e.sequence = w.sequence

-- task-types/lucky-draw/draws.repository.ts: DrawsRepository.publish
UPDATE draw SET drawn_at = now() WHERE quest_id = ${questId}

-- task-types/lucky-draw/draws.repository.ts: DrawsRepository.publish
UPDATE pending_check p SET due_at = now() FROM submission s
WHERE s.quest_id = ${questId} AND s.status = 'pending' AND p.submission_id = s.id

-- task-types/platforms/chatcomm/message-channels.repository.ts: MessageChannelsRepository.list
SELECT DISTINCT q.config ->> 'channelId' AS channel_id
FROM quest q JOIN campaign c ON c.id = q.campaign_id
WHERE c.project_id = ${projectId} AND c.status = 'active' AND q.status = 'active'
  AND q.task_type_id = ANY (${this.taskTypes.ofPlatform('chatcomm')}) AND q.config ? 'channelId'
ORDER BY 1 LIMIT ${MAX_MESSAGE_CHANNELS}

-- task-types/platforms/codehost/watched-repositories.repository.ts: WatchedRepositoriesRepository.list
SELECT DISTINCT q.config ->> 'repository' AS repository
FROM quest q JOIN campaign c ON c.id = q.campaign_id
WHERE c.project_id = ${projectId} AND c.status = 'active' AND q.status = 'active'
  AND q.task_type_id = ANY (${this.taskTypes.ofPlatform('codehost')}) AND q.config ? 'repository'
ORDER BY 1 LIMIT ${MAX_WATCHED_REPOSITORIES}

-- task-types/platforms/messenger/messenger-quests.repository.ts: MessengerQuestsRepository.startMessage
SELECT config ->> 'customStartMessage' AS message FROM quest WHERE id = ${questId}

-- task-types/quiz/quiz-progress.repository.ts: QuizProgressRepository.read
SELECT attempts, last_attempt_at, last_result, passed FROM quiz_progress
WHERE quest_id = ${questId} AND user_id = ${userId}

-- task-types/quiz/quiz-progress.repository.ts: QuizProgressRepository.attemptsOf
SELECT quest_id, attempts, last_attempt_at, now() AS now FROM quiz_progress
WHERE quest_id = ANY(${questIds}::uuid[]) AND user_id = ${userId} AND NOT passed

-- task-types/quiz/quiz-progress.repository.ts: QuizProgressRepository.count
INSERT INTO quiz_progress AS p (quest_id, user_id, attempts, last_attempt_at, last_result)
VALUES (${questId}, ${userId}, 1, now(), '{}')
ON CONFLICT (quest_id, user_id) DO UPDATE SET attempts = p.attempts + 1, last_attempt_at = now()
WHERE NOT p.passed AND p.attempts < ${maxAttempts}
  AND (${retryCooldownMinutes} = 0
    OR p.last_attempt_at + make_interval(mins => ${retryCooldownMinutes}) <= now())

-- task-types/quiz/quiz-progress.repository.ts: QuizProgressRepository.keep
UPDATE quiz_progress SET passed = ${passed}, last_result = ${JSON.stringify(result)}::jsonb
WHERE quest_id = ${questId} AND user_id = ${userId}
RETURNING attempts, last_attempt_at, last_result, passed

-- task-types/referral/due-referrals.repository.ts: DueReferralsRepository.makeDue
UPDATE referral SET due_at = now() WHERE user_id = ${userId}

-- task-types/referral/due-referrals.repository.ts: DueReferralsRepository.claim
WITH due AS (
  SELECT id FROM referral WHERE due_at <= now() ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
)
UPDATE referral r SET due_at = now() + make_interval(secs => ${LEASE_SECONDS}) FROM due
WHERE r.id = due.id
RETURNING r.campaign_id, r.user_id, r.due_at::text AS lease

-- task-types/referral/due-referrals.repository.ts: DueReferralsRepository.end
UPDATE referral SET due_at = NULL
WHERE campaign_id = ${campaignId} AND user_id = ${userId} AND due_at = ${lease}::timestamptz

-- task-types/referral/due-referrals.repository.ts: DueReferralsRepository.count
WITH RECURSIVE up (user_id) AS (
  SELECT referrer_id FROM referral WHERE campaign_id = ${campaignId} AND user_id = ${userId}
  UNION SELECT m.survivor_id FROM up JOIN account_merge m ON m.absorbed_id = up.user_id WHERE m.state IN ('moving', 'moved')
)
SELECT user_id FROM up
WHERE NOT EXISTS (SELECT FROM account_merge m WHERE m.absorbed_id = up.user_id AND m.state IN ('moving', 'moved'))

-- task-types/referral/due-referrals.repository.ts: DueReferralsRepository.count
SELECT id AS quest_id, project_id, title AS quest_title, config FROM quest
WHERE campaign_id = ${campaignId} AND task_type_id = ${socialReferral.id} AND status = 'active' ORDER BY id

-- task-types/referral/due-referrals.repository.ts: DueReferralsRepository.countFor
WITH RECURSIVE own (id) AS (
  SELECT ${userId}::text
  UNION SELECT m.absorbed_id FROM own JOIN account_merge m ON m.survivor_id = own.id WHERE m.state IN ('moving', 'moved')
),
above (id) AS (
  SELECT r.referrer_id FROM own JOIN referral r ON r.campaign_id = ${campaignId} AND r.user_id = own.id
  UNION SELECT next.id FROM above CROSS JOIN LATERAL (
    SELECT r.referrer_id FROM referral r WHERE r.campaign_id = ${campaignId} AND r.user_id = above.id
    UNION ALL SELECT m.survivor_id FROM account_merge m WHERE m.absorbed_id = above.id AND m.state IN ('moving', 'moved')
    UNION ALL SELECT m.absorbed_id FROM account_merge m WHERE m.survivor_id = above.id AND m.state IN ('moving', 'moved')
  ) AS next (id)
), referee AS (
  SELECT r.id, r.user_id, r.referred_at,
    CASE
      WHEN r.user_id IN (SELECT id FROM own) THEN 'SELF_REFERRAL'
      WHEN e.status <> 'active' THEN 'ACCOUNT_' || upper(e.status)
      WHEN EXISTS (
        SELECT FROM project_member p JOIN campaign c ON c.project_id = p.project_id
        WHERE c.id = r.campaign_id AND p.user_id = r.user_id
      ) THEN 'TEAM_MEMBER'
      WHEN r.user_id IN (SELECT id FROM above) THEN 'CIRCLE'
      WHEN EXISTS (
        SELECT FROM earner_method theirs JOIN earner_method ours ON ours.method_hash = theirs.method_hash
        WHERE theirs.user_id = r.user_id AND ours.user_id IN (SELECT id FROM own)
      ) THEN 'SAME_METHOD'
    END AS reason,
    coalesce(s.completions, 0) >= ${minCompletions}::integer AND coalesce(s.points, 0) >= ${minPoints}::integer
      AND (${requiredQuestId ?? null}::uuid IS NULL OR EXISTS (
        SELECT FROM submission d
        WHERE d.quest_id = ${requiredQuestId ?? null}::uuid AND d.user_id = r.user_id AND d.campaign_id = r.campaign_id
          AND d.status = 'claimed'
      )) AS is_met
  FROM referral r
  LEFT JOIN earner e ON e.user_id = r.user_id
  LEFT JOIN standing s ON s.scope_id = r.campaign_id AND s.user_id = r.user_id
  WHERE r.campaign_id = ${campaignId} AND r.referrer_id IN (SELECT id FROM own)
),
    counting AS (SELECT user_id FROM referee WHERE user_id = ${userId} AND reason IS NULL AND is_met),
    added AS (
      INSERT INTO counted_referral (quest_id, user_id, referrer_id)
      SELECT ${questId}::uuid, user_id, ${referrer.userId}::text FROM counting
      ON CONFLICT DO NOTHING RETURNING user_id
    )
    SELECT EXISTS (SELECT FROM counting) AS counts, EXISTS (SELECT FROM added) AS is_new

-- task-types/referral/referees.repository.ts: RefereesRepository.count
WITH RECURSIVE own (id) AS (
  SELECT ${userId}::text
  UNION SELECT m.absorbed_id FROM own JOIN account_merge m ON m.survivor_id = own.id WHERE m.state IN ('moving', 'moved')
),
above (id) AS (
  SELECT r.referrer_id FROM own JOIN referral r ON r.campaign_id = ${campaignId} AND r.user_id = own.id
  UNION SELECT next.id FROM above CROSS JOIN LATERAL (
    SELECT r.referrer_id FROM referral r WHERE r.campaign_id = ${campaignId} AND r.user_id = above.id
    UNION ALL SELECT m.survivor_id FROM account_merge m WHERE m.absorbed_id = above.id AND m.state IN ('moving', 'moved')
    UNION ALL SELECT m.absorbed_id FROM account_merge m WHERE m.survivor_id = above.id AND m.state IN ('moving', 'moved')
  ) AS next (id)
), referee AS (
  SELECT r.id, r.user_id, r.referred_at,
    CASE
      WHEN r.user_id IN (SELECT id FROM own) THEN 'SELF_REFERRAL'
      WHEN e.status <> 'active' THEN 'ACCOUNT_' || upper(e.status)
      WHEN EXISTS (
        SELECT FROM project_member p JOIN campaign c ON c.project_id = p.project_id
        WHERE c.id = r.campaign_id AND p.user_id = r.user_id
      ) THEN 'TEAM_MEMBER'
      WHEN r.user_id IN (SELECT id FROM above) THEN 'CIRCLE'
      WHEN EXISTS (
        SELECT FROM earner_method theirs JOIN earner_method ours ON ours.method_hash = theirs.method_hash
        WHERE theirs.user_id = r.user_id AND ours.user_id IN (SELECT id FROM own)
      ) THEN 'SAME_METHOD'
    END AS reason,
    coalesce(s.completions, 0) >= ${minCompletions}::integer AND coalesce(s.points, 0) >= ${minPoints}::integer
      AND (${requiredQuestId ?? null}::uuid IS NULL OR EXISTS (
        SELECT FROM submission d
        WHERE d.quest_id = ${requiredQuestId ?? null}::uuid AND d.user_id = r.user_id AND d.campaign_id = r.campaign_id
          AND d.status = 'claimed'
      )) AS is_met
  FROM referral r
  LEFT JOIN earner e ON e.user_id = r.user_id
  LEFT JOIN standing s ON s.scope_id = r.campaign_id AND s.user_id = r.user_id
  WHERE r.campaign_id = ${campaignId} AND r.referrer_id IN (SELECT id FROM own)
)
    SELECT (SELECT count(*)::integer FROM (
        SELECT FROM referral r WHERE r.campaign_id = ${referrer.campaignId} AND r.referrer_id IN (SELECT id FROM own)
        LIMIT ${MAX_REFERRALS_COUNTED}
      ) AS one) AS referred,
      (SELECT count(*)::integer FROM (
        SELECT FROM referee WHERE reason IS NULL AND is_met LIMIT ${MAX_REFERRALS_COUNTED}
      ) AS one) AS counted

-- task-types/referral/referees.repository.ts: RefereesRepository.list
WITH RECURSIVE own (id) AS (
  SELECT ${userId}::text
  UNION SELECT m.absorbed_id FROM own JOIN account_merge m ON m.survivor_id = own.id WHERE m.state IN ('moving', 'moved')
),
above (id) AS (
  SELECT r.referrer_id FROM own JOIN referral r ON r.campaign_id = ${campaignId} AND r.user_id = own.id
  UNION SELECT next.id FROM above CROSS JOIN LATERAL (
    SELECT r.referrer_id FROM referral r WHERE r.campaign_id = ${campaignId} AND r.user_id = above.id
    UNION ALL SELECT m.survivor_id FROM account_merge m WHERE m.absorbed_id = above.id AND m.state IN ('moving', 'moved')
    UNION ALL SELECT m.absorbed_id FROM account_merge m WHERE m.survivor_id = above.id AND m.state IN ('moving', 'moved')
  ) AS next (id)
), referee AS (
  SELECT r.id, r.user_id, r.referred_at,
    CASE
      WHEN r.user_id IN (SELECT id FROM own) THEN 'SELF_REFERRAL'
      WHEN e.status <> 'active' THEN 'ACCOUNT_' || upper(e.status)
      WHEN EXISTS (
        SELECT FROM project_member p JOIN campaign c ON c.project_id = p.project_id
        WHERE c.id = r.campaign_id AND p.user_id = r.user_id
      ) THEN 'TEAM_MEMBER'
      WHEN r.user_id IN (SELECT id FROM above) THEN 'CIRCLE'
      WHEN EXISTS (
        SELECT FROM earner_method theirs JOIN earner_method ours ON ours.method_hash = theirs.method_hash
        WHERE theirs.user_id = r.user_id AND ours.user_id IN (SELECT id FROM own)
      ) THEN 'SAME_METHOD'
    END AS reason,
    coalesce(s.completions, 0) >= ${minCompletions}::integer AND coalesce(s.points, 0) >= ${minPoints}::integer
      AND (${requiredQuestId ?? null}::uuid IS NULL OR EXISTS (
        SELECT FROM submission d
        WHERE d.quest_id = ${requiredQuestId ?? null}::uuid AND d.user_id = r.user_id AND d.campaign_id = r.campaign_id
          AND d.status = 'claimed'
      )) AS is_met
  FROM referral r
  LEFT JOIN earner e ON e.user_id = r.user_id
  LEFT JOIN standing s ON s.scope_id = r.campaign_id AND s.user_id = r.user_id
  WHERE r.campaign_id = ${campaignId} AND r.referrer_id IN (SELECT id FROM own)
)
    SELECT r.id, r.user_id, r.referred_at, r.reason, r.is_met, e.username, e.display_name, e.avatar_url, CASE WHEN e.shows_wallet THEN e.primary_wallet END AS shown_wallet
    FROM referee r LEFT JOIN earner e ON e.user_id = r.user_id
    WHERE ${before}::uuid IS NULL OR r.id < ${before}::uuid
    ORDER BY r.id DESC LIMIT ${limit + 1}

-- task-types/referral/referral-codes.repository.ts: ReferralCodesRepository.codeOf
INSERT INTO referral_code AS c (campaign_id, user_id, code) VALUES (${campaignId}, ${userId}, ${code})
ON CONFLICT (campaign_id, user_id) DO UPDATE SET code = c.code
RETURNING code

-- task-types/referral/referral-codes.repository.ts: ReferralCodesRepository.use
SELECT r.user_id, r.campaign_id, c.project_id
FROM referral_code r JOIN campaign c ON c.id = r.campaign_id WHERE r.code = ${code}

-- task-types/referral/referral-codes.repository.ts: ReferralCodesRepository.use
SELECT exclusive_lock('referrals of ' || ${campaignId}::text)

-- task-types/referral/referral-codes.repository.ts: ReferralCodesRepository.use
SELECT referrer_id, referred_at FROM referral WHERE campaign_id = ${campaignId} AND user_id = ${userId}

-- task-types/referral/referral-codes.repository.ts: ReferralCodesRepository.use
INSERT INTO referral (id, campaign_id, user_id, referrer_id)
VALUES (${newId()}, ${campaignId}, ${userId}, ${owner.userId})
RETURNING referred_at

-- task-types/referral/referral-codes.repository.ts: ReferralCodesRepository.requireUsable
WITH RECURSIVE own (id) AS (
  SELECT ${owner.userId}::text
  UNION SELECT m.absorbed_id FROM own JOIN account_merge m ON m.survivor_id = own.id WHERE m.state IN ('moving', 'moved')
),
above (id) AS (
  SELECT r.referrer_id FROM own JOIN referral r ON r.campaign_id = ${campaignId} AND r.user_id = own.id
  UNION SELECT next.id FROM above CROSS JOIN LATERAL (
    SELECT r.referrer_id FROM referral r WHERE r.campaign_id = ${campaignId} AND r.user_id = above.id
    UNION ALL SELECT m.survivor_id FROM account_merge m WHERE m.absorbed_id = above.id AND m.state IN ('moving', 'moved')
    UNION ALL SELECT m.absorbed_id FROM account_merge m WHERE m.survivor_id = above.id AND m.state IN ('moving', 'moved')
  ) AS next (id)
)
      SELECT c.status = 'active' AND p.status <> 'archived' AND (c.ends_at IS NULL OR c.ends_at > now()) AS is_open,
        EXISTS (SELECT FROM project_member m WHERE m.project_id = p.id AND m.user_id = ${userId}) AS is_member,
        CASE
          WHEN ${userId} IN (SELECT id FROM own) THEN 'own'
          WHEN ${userId} IN (SELECT id FROM above) THEN 'circle'
          WHEN EXISTS (SELECT FROM standing s WHERE s.scope_id = c.id AND s.user_id = ${userId})
            OR EXISTS (
              SELECT FROM earner e JOIN former_completion f ON f.method_hash = ANY(e.method_hashes)
WHERE e.user_id = ${userId}
                AND f.quest_id IN (SELECT q.id FROM quest q WHERE q.campaign_id = c.id)
            ) THEN 'late'
        END AS refusal
      FROM campaign c JOIN project p ON p.id = c.project_id WHERE c.id = ${campaignId}

-- task-types/secret-code/wrong-codes.repository.ts: WrongCodesRepository.admit
INSERT INTO code_attempt AS c (quest_id, user_id, wrong_at) VALUES (${questId}, ${userId}, ARRAY[clock_timestamp()])
    ON CONFLICT (quest_id, user_id) DO UPDATE
    SET wrong_at = ARRAY(
      SELECT at FROM unnest(c.wrong_at) AS at WHERE at > clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})
      ORDER BY at
    ) || clock_timestamp()
    WHERE coalesce((
SELECT CASE
  WHEN count(*) >= ${MAX_WRONG} THEN min(at) + make_interval(secs => ${WINDOW_SECONDS})
  WHEN count(*) > 0 THEN max(at) + make_interval(secs => least(${WINDOW_SECONDS}, (
SELECT CASE WHEN level >= 1 THEN level * ${SECONDS_PER_LEVEL} ELSE 0 END
FROM (SELECT greatest(
  (SELECT coalesce(sum(r.used * exp(greatest(-50, extract(epoch FROM r.at - clock_timestamp())::double precision / ${WINDOW_SECONDS}))), 0) FROM code_budget r WHERE r.quest_id = ${questId}::uuid) / CASE
    WHEN EXISTS (SELECT FROM earner WHERE user_id = ${userId} AND known_since > now() - ${FRESH_FOR}::interval)
    THEN ${SLOW_FROM.fresh} ELSE ${SLOW_FROM.quest} END::double precision,
  (SELECT r.used * exp(greatest(-50, extract(epoch FROM r.at - clock_timestamp())::double precision / ${WINDOW_SECONDS})) FROM code_address r WHERE r.key = ${addressKey}) / ${SLOW_FROM.address}
) AS level) AS pace) * power(2, count(*) - 1)))
END
FROM unnest(c.wrong_at) AS at
WHERE at > clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})) <= clock_timestamp(), true)

-- task-types/secret-code/wrong-codes.repository.ts: WrongCodesRepository.admit
SELECT ceil(extract(epoch FROM (
SELECT CASE
  WHEN count(*) >= ${MAX_WRONG} THEN min(at) + make_interval(secs => ${WINDOW_SECONDS})
  WHEN count(*) > 0 THEN max(at) + make_interval(secs => least(${WINDOW_SECONDS}, (
SELECT CASE WHEN level >= 1 THEN level * ${SECONDS_PER_LEVEL} ELSE 0 END
FROM (SELECT greatest(
  (SELECT coalesce(sum(r.used * exp(greatest(-50, extract(epoch FROM r.at - clock_timestamp())::double precision / ${WINDOW_SECONDS}))), 0) FROM code_budget r WHERE r.quest_id = ${questId}::uuid) / CASE
    WHEN EXISTS (SELECT FROM earner WHERE user_id = ${userId} AND known_since > now() - ${FRESH_FOR}::interval)
    THEN ${SLOW_FROM.fresh} ELSE ${SLOW_FROM.quest} END::double precision,
  (SELECT r.used * exp(greatest(-50, extract(epoch FROM r.at - clock_timestamp())::double precision / ${WINDOW_SECONDS})) FROM code_address r WHERE r.key = ${addressKey}) / ${SLOW_FROM.address}
) AS level) AS pace) * power(2, count(*) - 1)))
END
FROM unnest(c.wrong_at) AS at
WHERE at > clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})) - clock_timestamp()))::integer AS seconds
    FROM code_attempt c WHERE quest_id = ${questId} AND user_id = ${userId}

-- task-types/secret-code/wrong-codes.repository.ts: WrongCodesRepository.release
UPDATE code_attempt SET wrong_at = trim_array(wrong_at, 1) WHERE quest_id = ${questId} AND user_id = ${userId}

-- task-types/secret-code/wrong-codes.repository.ts: WrongCodesRepository.forget
UPDATE code_budget r SET used = greatest(0, r.used * exp(greatest(-50, extract(epoch FROM r.at - clock_timestamp())::double precision / ${WINDOW_SECONDS})) - 1), at = clock_timestamp()
WHERE quest_id = ${questId} AND shard = (hashtextextended(${userId}, 0) & ${SHARDS - 1})::smallint AND used > 0

-- task-types/secret-code/wrong-codes.repository.ts: WrongCodesRepository.count
INSERT INTO code_budget AS r (quest_id, shard, used, at)
VALUES (${questId}, (hashtextextended(${userId}, 0) & ${SHARDS - 1})::smallint, 1, clock_timestamp())
ON CONFLICT (quest_id, shard) DO UPDATE SET used = r.used * exp(greatest(-50, extract(epoch FROM r.at - clock_timestamp())::double precision / ${WINDOW_SECONDS})) + 1, at = clock_timestamp()

-- task-types/secret-code/wrong-codes.repository.ts: WrongCodesRepository.count
INSERT INTO code_address AS r (key, used, at) VALUES (${addressKey}, 1, clock_timestamp())
ON CONFLICT (key) DO UPDATE SET used = r.used * exp(greatest(-50, extract(epoch FROM r.at - clock_timestamp())::double precision / ${WINDOW_SECONDS})) + 1, at = clock_timestamp()

-- task-types/secret-code/wrong-codes.repository.ts: WrongCodesRepository.takeAlert
WITH alert AS (
  INSERT INTO code_alert (quest_id, at)
  SELECT ${questId}::uuid, clock_timestamp() WHERE (SELECT coalesce(sum(r.used * exp(greatest(-50, extract(epoch FROM r.at - clock_timestamp())::double precision / ${WINDOW_SECONDS}))), 0) FROM code_budget r WHERE r.quest_id = ${questId}::uuid) >= ${ALERT_FROM}
  ON CONFLICT (quest_id) DO UPDATE SET at = excluded.at
  WHERE code_alert.at <= excluded.at - interval '1 hour'
  RETURNING quest_id
)
SELECT ARRAY(SELECT user_id FROM project_member WHERE project_id = q.project_id ORDER BY user_id) AS user_ids
FROM alert JOIN quest q ON q.id = alert.quest_id

-- task-types/secret-code/wrong-codes.repository.ts: WrongCodesRepository.locksOf
SELECT quest_id, locked_until FROM (
      SELECT c.quest_id, (
SELECT CASE
  WHEN count(*) >= ${MAX_WRONG} THEN min(at) + make_interval(secs => ${WINDOW_SECONDS})
  WHEN count(*) > 0 THEN max(at) + make_interval(secs => least(${WINDOW_SECONDS}, (
SELECT CASE WHEN level >= 1 THEN level * ${SECONDS_PER_LEVEL} ELSE 0 END
FROM (SELECT greatest(
  (SELECT coalesce(sum(r.used * exp(greatest(-50, extract(epoch FROM r.at - clock_timestamp())::double precision / ${WINDOW_SECONDS}))), 0) FROM code_budget r WHERE r.quest_id = c.quest_id) / CASE
    WHEN EXISTS (SELECT FROM earner WHERE user_id = ${userId} AND known_since > now() - ${FRESH_FOR}::interval)
    THEN ${SLOW_FROM.fresh} ELSE ${SLOW_FROM.quest} END::double precision,
  (SELECT r.used * exp(greatest(-50, extract(epoch FROM r.at - clock_timestamp())::double precision / ${WINDOW_SECONDS})) FROM code_address r WHERE r.key = ${null}) / ${SLOW_FROM.address}
) AS level) AS pace) * power(2, count(*) - 1)))
END
FROM unnest(c.wrong_at) AS at
WHERE at > clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})) AS locked_until
      FROM code_attempt c WHERE c.user_id = ${userId} AND c.quest_id = ANY(${questIds}::uuid[])
    ) AS own
    WHERE locked_until > clock_timestamp()

-- task-types/secret-code/wrong-codes.repository.ts: WrongCodesRepository.purgeAddresses
DELETE FROM code_address WHERE at < now() - interval '1 hour'

-- task-types/signature/attestation.repository.ts: AttestationRepository.insert
INSERT INTO attestation (${..row}) VALUES (${..row})

-- task-types/signature/attestation.repository.ts: AttestationRepository.burnNonce
UPDATE attestation SET consumed_at = now()
WHERE nonce = ${nonce} AND consumed_at IS NULL AND expires_at > now()
RETURNING nonce, quest_id, user_id, chain_id, address, message, expires_at

-- task-types/visit/visits.repository.ts: VisitsRepository.insert
INSERT INTO visit (${..times}, ${..who}, token_hash) VALUES (${..times}, ${..who}, ${tokenHash})

-- task-types/visit/visits.repository.ts: VisitsRepository.find
SELECT issued_at, expires_at, consumed_at IS NOT NULL AS used FROM visit
WHERE token_hash = ${tokenHash} AND quest_id = ${questId} AND user_id = ${userId}

-- task-types/visit/visits.repository.ts: VisitsRepository.consume
UPDATE visit SET consumed_at = now() WHERE token_hash = ${tokenHash} AND consumed_at IS NULL

-- verification/after-credit/credit-rechecks.repository.ts: CreditRechecksRepository.claim
WITH due AS (
  SELECT submission_id FROM credit_recheck
  WHERE due_at <= now() AND (lease_until IS NULL OR lease_until <= now())
  ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
)
UPDATE credit_recheck r
SET tries = r.tries + 1, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
FROM due, submission s
WHERE r.submission_id = due.submission_id AND s.id = r.submission_id
RETURNING r.submission_id, s.user_id, s.quest_id, s.task_type_id, s.period_key, s.status <> 'claimed' AS is_reversed,
  r.tries, r.until <= now() AS is_last, (
    SELECT c.subject FROM completion_subject c
    WHERE c.quest_id = s.quest_id AND c.user_id = s.user_id AND c.period_key = s.period_key
      AND c.kind = 'transaction'
    ORDER BY c.subject LIMIT 1
  ) AS transaction, (
    SELECT v.facts -> 'wallets' FROM verification_check v
    WHERE v.submission_id = s.id AND v.outcome = 'pass' AND v.trigger <> 'after_credit'
      AND jsonb_typeof(v.facts -> 'wallets') = 'array'
    ORDER BY v.id DESC LIMIT 1
  ) AS wallets

-- verification/after-credit/credit-rechecks.repository.ts: CreditRechecksRepository.lock
SELECT shared_lock('campaign ' || campaign_id::text) FROM submission WHERE id = ${submissionId}

-- verification/after-credit/credit-rechecks.repository.ts: CreditRechecksRepository.lock
SELECT ${columns(SUBMISSION_COLUMNS, 's')}, q.max_completions IS NOT NULL AS quest_limited
FROM submission s JOIN credit_recheck r ON r.submission_id = s.id JOIN quest q ON q.id = s.quest_id
WHERE s.id = ${submissionId} AND s.status = 'claimed' AND r.tries = ${tries}
FOR UPDATE OF s, r

-- verification/after-credit/credit-rechecks.repository.ts: CreditRechecksRepository.postpone
UPDATE credit_recheck SET due_at = now() + make_interval(hours => ${hours}), lease_until = NULL
WHERE submission_id = ${submissionId} AND tries = ${tries}

-- verification/after-credit/credit-rechecks.repository.ts: CreditRechecksRepository.remove
DELETE FROM credit_recheck WHERE submission_id = ${submissionId} AND tries = ${tries}

-- verification/after-credit/credit-rechecks.repository.ts: CreditRechecksRepository.report
WITH reported AS (
  INSERT INTO undone_quest AS u (quest_id, reported_at) VALUES (${questId}, now())
  ON CONFLICT (quest_id) DO UPDATE SET reported_at = now() WHERE u.reported_at <= now() - interval '1 day'
  RETURNING quest_id
)
SELECT ARRAY(SELECT user_id FROM project_member WHERE project_id = q.project_id ORDER BY user_id) AS user_ids
FROM reported JOIN quest q ON q.id = reported.quest_id

-- verification/attempts/method-hashes.repository.ts: MethodHashesRepository.areNeeded
SELECT WHERE NOT EXISTS (SELECT FROM earner WHERE user_id = ${userId} AND method_hashes IS NOT NULL)
  AND EXISTS (SELECT FROM former_completion WHERE quest_id = ${questId})

-- verification/attempts/method-hashes.repository.ts: MethodHashesRepository.store
INSERT INTO earner (user_id, method_hashes) VALUES (${userId}, ${methodHashes}::text[])
ON CONFLICT (user_id) DO UPDATE SET method_hashes = excluded.method_hashes WHERE earner.method_hashes IS NULL

-- verification/attempts/misconfigured-quests.repository.ts: MisconfiguredQuestsRepository.report
WITH reported AS (
  INSERT INTO misconfigured_quest AS m (quest_id, reported_at)
  SELECT q.id, now() FROM quest q WHERE q.id = ${questId}
    AND NOT EXISTS (SELECT FROM misconfigured_quest m WHERE m.quest_id = q.id AND m.reported_at > now() - interval '7 days' AND m.reported_at >= q.updated_at)
  ON CONFLICT (quest_id) DO UPDATE SET reported_at = now()
  WHERE NOT EXISTS (SELECT FROM quest q WHERE q.id = m.quest_id AND m.reported_at > now() - interval '7 days' AND m.reported_at >= q.updated_at)
  RETURNING quest_id
)
SELECT ARRAY(SELECT user_id FROM project_member WHERE project_id = q.project_id ORDER BY user_id) AS user_ids
FROM reported JOIN quest q ON q.id = reported.quest_id

-- verification/attempts/misconfigured-quests.repository.ts: MisconfiguredQuestsRepository.forget
DELETE FROM misconfigured_quest m USING quest q WHERE q.id = m.quest_id AND q.project_id = ${projectId}

-- verification/attempts/negatives.repository.ts: NegativesRepository.count
SELECT exclusive_lock('report of ' || ${platform}::text || ' ' || ${userId}::text)

-- verification/attempts/negatives.repository.ts: NegativesRepository.count
INSERT INTO negative_check AS n (quest_id, user_id, period_key, negatives, checked_at, due_at)
VALUES (${questId}, ${userId}, ${periodKey}, 1, now(), (
  SELECT now() FROM platform_report
  WHERE user_id = ${userId} AND platform = ${platform} AND reported_at >= ${askedAt ?? null}::timestamptz
))
ON CONFLICT (quest_id, user_id, period_key) DO UPDATE
SET negatives = n.negatives + 1, checked_at = now(), due_at = coalesce(n.due_at, excluded.due_at),
  repeats = CASE WHEN n.due_at IS NULL THEN 0 ELSE n.repeats END
WHERE ${cooldownSeconds} = 0 OR n.checked_at IS NULL OR n.checked_at + make_interval(secs => ${cooldownSeconds}) <= now()
RETURNING negatives, checked_at + make_interval(secs => ${cooldownSeconds}) AS until

-- verification/attempts/negatives.repository.ts: NegativesRepository.report
SELECT exclusive_lock('report of ' || ${platform}::text || ' ' || ${userId}::text)

-- verification/attempts/negatives.repository.ts: NegativesRepository.report
INSERT INTO platform_report (user_id, platform, reported_at) VALUES (${userId}, ${platform}, clock_timestamp())
ON CONFLICT (user_id, platform) DO UPDATE SET reported_at = excluded.reported_at

-- verification/attempts/negatives.repository.ts: NegativesRepository.report
UPDATE negative_check n SET due_at = now(), repeats = 0 FROM quest q
WHERE n.user_id = ${userId} AND q.id = n.quest_id AND q.task_type_id = ANY (${taskTypeIds})
  AND n.checked_at > now() - make_interval(days => ${REPEATED_DAYS})

-- verification/attempts/negatives.repository.ts: NegativesRepository.claimDue
WITH due AS (
  SELECT quest_id, user_id, period_key FROM negative_check
  WHERE due_at <= now() ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
)
UPDATE negative_check n
SET repeats = n.repeats + 1,
  due_at = CASE WHEN n.repeats < ${MAX_REPEATS}
    THEN now() + make_interval(secs => ${LEASE_SECONDS} * 2 ^ n.repeats) END
FROM due
WHERE (n.quest_id, n.user_id, n.period_key) = (due.quest_id, due.user_id, due.period_key)
RETURNING n.quest_id, n.user_id, n.period_key, n.due_at::text AS lease

-- verification/attempts/negatives.repository.ts: NegativesRepository.endDue
UPDATE negative_check SET due_at = NULL
WHERE quest_id = ${questId} AND user_id = ${userId} AND period_key = ${periodKey}
  AND due_at = ${lease}::timestamptz

-- verification/attempts/negatives.repository.ts: NegativesRepository.counted
SELECT negatives FROM negative_check
WHERE quest_id = ${questId} AND user_id = ${userId} AND period_key = ${periodKey}

-- verification/attempts/negatives.repository.ts: NegativesRepository.cooling
SELECT n.quest_id, max(n.checked_at + make_interval(secs => asked.seconds)) AS until
FROM unnest(${[...cooldowns.keys()]}::uuid[], ${[...cooldowns.values()]}::integer[]) AS asked (quest_id, seconds)
JOIN negative_check n ON n.quest_id = asked.quest_id AND n.user_id = ${userId}
WHERE n.checked_at + make_interval(secs => asked.seconds) > now()
GROUP BY n.quest_id

-- verification/attempts/pending.repository.ts: PendingRepository.insert
INSERT INTO pending_check (submission_id, user_id, inputs, attempt_id, due_at, unanswered_since)
VALUES (${id}, ${userId}, ${JSON.stringify(inputs)}::jsonb, ${attemptId}, ${dueAt},
  CASE WHEN ${isUnanswered}::boolean THEN now() END)

-- verification/attempts/pending.repository.ts: PendingRepository.claim
WITH due AS (
  SELECT submission_id FROM pending_check
  WHERE due_at <= now() AND (lease_until IS NULL OR lease_until <= now())
  ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
)
UPDATE pending_check p
SET tries = p.tries + 1, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
FROM due, submission s JOIN quest q ON q.id = s.quest_id
WHERE p.submission_id = due.submission_id AND s.id = p.submission_id
RETURNING p.submission_id, p.user_id, s.quest_id, q.task_type_id, s.period_key, p.inputs, p.tries, p.since,
  coalesce(p.attempt_id, p.submission_id::text) AS attempt_id,
  p.unanswered_since, s.proof_until, p.due_at::text AS due

-- verification/attempts/pending.repository.ts: PendingRepository.nextDueMs
SELECT ceil(extract(epoch FROM due_at - now()) * 1000)::integer AS ms FROM pending_check
WHERE due_at > now() AND due_at < now() + make_interval(secs => ${withinMs / 1_000}::float)
  AND (lease_until IS NULL OR lease_until <= now())
ORDER BY due_at LIMIT 1

-- verification/attempts/pending.repository.ts: PendingRepository.lock
SELECT shared_lock('campaign ' || campaign_id::text) FROM submission WHERE id = ${submissionId}

-- verification/attempts/pending.repository.ts: PendingRepository.lock
SELECT FROM submission s JOIN pending_check p ON p.submission_id = s.id
WHERE s.id = ${submissionId} AND s.status = 'pending' AND p.tries = ${tries}
FOR UPDATE

-- verification/attempts/pending.repository.ts: PendingRepository.postpone
UPDATE pending_check
SET due_at = CASE due_at WHEN ${due}::timestamptz THEN ${dueAt}::timestamptz ELSE due_at END, lease_until = NULL,
  unanswered_since = CASE WHEN ${isUnanswered}::boolean THEN coalesce(unanswered_since, now()) END
WHERE submission_id = ${submissionId}

-- verification/attempts/pending.repository.ts: PendingRepository.release
UPDATE pending_check SET due_at = ${dueAt}, lease_until = NULL
WHERE submission_id = ${submissionId} AND tries = ${tries}

-- verification/attempts/pending.repository.ts: PendingRepository.hold
UPDATE pending_check SET due_at = ${dueAt}, since = now(), lease_until = NULL, unanswered_since = NULL
WHERE submission_id = ${submissionId}

-- verification/attempts/pending.repository.ts: PendingRepository.remove
DELETE FROM pending_check WHERE submission_id = ${submissionId}

-- verification/attempts/pending.repository.ts: PendingRepository.makeDue
UPDATE pending_check SET due_at = now() WHERE user_id = ${userId} AND (due_at > now() OR lease_until > now())

-- verification/attempts/pending.repository.ts: PendingRepository.makeCampaignDue
UPDATE pending_check p SET due_at = now() FROM submission s
WHERE s.campaign_id = ${campaignId} AND s.status = 'pending' AND p.submission_id = s.id AND p.due_at > now()

-- verification/attempts/quest-targets.repository.ts: QuestTargetsRepository.rename
UPDATE quest q
SET config = q.config || ${JSON.stringify(members)}::jsonb, updated_at = greatest(now(), q.updated_at + interval '1 millisecond')
WHERE q.id = ${questId} AND NOT q.config @> ${JSON.stringify(members)}::jsonb
RETURNING ARRAY(SELECT user_id FROM project_member WHERE project_id = q.project_id ORDER BY user_id) AS user_ids

-- verification/attempts/team-quests.repository.ts: TeamQuestsRepository.get
SELECT c.project_id, c.id AS campaign_id, q.task_type_id, q.config, c.starts_at AS campaign_starts_at,
      c.check_budget_usd, (
SELECT owner.user_id FROM project_member owner
WHERE owner.project_id = c.project_id AND owner.role = 'project_admin'
ORDER BY owner.added_at, owner.user_id LIMIT 1) AS owner_id
    FROM quest q JOIN campaign c ON c.id = q.campaign_id
    JOIN project_member m ON m.project_id = c.project_id AND m.user_id = ${userId}
    WHERE q.id = ${questId}

-- verification/entry/quest-entry.repository.ts: QuestEntryRepository.taskTypeOf
SELECT task_type_id FROM quest WHERE id = ${questId}

-- verification/entry/quest-entry.repository.ts: QuestEntryRepository.lock
SELECT shared_lock('campaign ' || campaign_id::text) FROM quest WHERE id = ${who.questId}

-- verification/entry/quest-entry.repository.ts: QuestEntryRepository.lock
INSERT INTO earner (user_id) VALUES (${who.userId}) ON CONFLICT DO NOTHING

-- verification/entry/quest-entry.repository.ts: selectMissing
SELECT n.id, CASE WHEN n.status <> 'draft' THEN n.title END AS title
  FROM unnest(${prerequisites}::uuid[]) WITH ORDINALITY AS needed (quest_id, place)
  JOIN quest n ON n.id = needed.quest_id
  WHERE NOT EXISTS (
    SELECT FROM submission s
    WHERE s.quest_id = needed.quest_id AND s.user_id = ${userId} AND s.status = 'claimed'
  )
  AND NOT EXISTS (
    SELECT FROM earner e JOIN former_completion f ON f.method_hash = ANY(e.method_hashes)
WHERE e.user_id = ${userId} AND f.quest_id = needed.quest_id AND f.status = 'claimed'
  )
  ORDER BY needed.place

-- verification/entry/quest-entry.repository.ts: selectQuest
WITH asked_earner AS (SELECT status FROM earner WHERE user_id = ${userId} /* lock ? */ AND (SELECT shared_lock('account ' || ${userId}::text)) IS NOT NULL FOR SHARE /* : */  /* . */)
  SELECT now(), (SELECT status FROM asked_earner) AS earner_status,
    q.id, q.project_id, p.name AS project_name, q.campaign_id, q.title, q.task_type_id, q.method, q.config,
    q.verification_config, q.period, q.max_completions, q.completions, q.starts_at, q.ends_at, q.status, q.prerequisites,
    -- Its time is known soon after the end.
    CASE WHEN c.status = 'ended' AND c.reward_pool IS NOT NULL
      THEN coalesce(c.review_freezes_at, c.ended_at + interval '1 day') END AS payout_freezes_at,
    CASE p.status WHEN 'archived' THEN 'archived' ELSE c.status END AS campaign_status,
    c.starts_at AS campaign_starts_at, c.ends_at AS campaign_ends_at, c.check_budget_usd,
    (
SELECT owner.user_id FROM project_member owner
WHERE owner.project_id = q.project_id AND owner.role = 'project_admin'
ORDER BY owner.added_at, owner.user_id LIMIT 1) AS owner_id,
    EXISTS (SELECT FROM project_member m WHERE m.project_id = q.project_id AND m.user_id = ${userId}) AS is_member,
    (
SELECT max(f.period_key) FROM earner e JOIN former_completion f ON f.method_hash = ANY(e.method_hashes)
WHERE e.user_id = ${userId} AND f.quest_id = q.id
  AND length(f.period_key) = CASE q.period ->> 'kind' WHEN 'once' THEN 4 WHEN 'daily' THEN 10 ELSE 24 END) AS former_period_key,
    latest.status AS latest_status, latest.period_key AS latest_period_key, latest.next_try_at AS latest_next_try_at,
    latest.proof_until AS latest_proof_until
  FROM quest q
  JOIN campaign c ON c.id = q.campaign_id
  JOIN project p ON p.id = q.project_id
  LEFT JOIN LATERAL (
    SELECT s.status, s.period_key, s.next_try_at, s.proof_until FROM submission s
    WHERE s.quest_id = q.id AND s.user_id = ${userId}
      AND length(s.period_key) = CASE q.period ->> 'kind' WHEN 'once' THEN 4 WHEN 'daily' THEN 10 ELSE 24 END
    ORDER BY s.period_key DESC LIMIT 1
  ) latest ON true
  WHERE q.id = ${questId}

-- verification/facts/account-links.repository.ts: AccountLinksRepository.of
SELECT l.provider, l.relink_needed, ARRAY(
  SELECT q.id::text
  FROM quest q JOIN integrations.published_connection_v1 c ON c.project_id = q.project_id
  WHERE q.id = ANY (${questIds}::uuid[]) AND c.provider = l.provider AND NOT EXISTS (
    SELECT FROM integrations.published_scoped_account_v1 a
    WHERE a.user_id = l.user_id AND a.provider = c.provider AND a.scope = c.account_id)
) AS unknown_in
FROM identity.published_linked_account_v1 l WHERE l.user_id = ${userId}

-- verification/facts/earner-wallets.repository.ts: EarnerWalletsRepository.wallets
SELECT wallets FROM earner WHERE user_id = ${userId}

-- verification/facts/subjects.repository.ts: SubjectsRepository.walletsOfOthers
SELECT quest_id, subject FROM completion_subject
WHERE quest_id = ANY(${questIds}::uuid[]) AND kind = 'wallet' AND subject = ANY(${accounts}::text[])
  AND user_id <> ${userId}

-- verification/facts/subjects.repository.ts: SubjectsRepository.remember
DELETE FROM review_subject WHERE submission_id = ${submissionId}

-- verification/facts/subjects.repository.ts: SubjectsRepository.remember
INSERT INTO review_subject (submission_id, kind, subject, handle, reserved)
SELECT ${submissionId}::uuid, s.kind, s.subject, s.handle, s.reserved FROM unnest(
  ${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ subject }) => subject)}::text[],
  ${subjects.map(({ handle }) => handle)}::text[], ${subjects.map(({ reserved }) => reserved)}::boolean[]
) AS s (kind, subject, handle, reserved)

-- verification/facts/subjects.repository.ts: SubjectsRepository.takeReviewed
SELECT kind, subject FROM review_subject WHERE submission_id = ${id} AND reserved ORDER BY kind, subject

-- verification/facts/subjects.repository.ts: SubjectsRepository.release
DELETE FROM completion_subject c USING review_subject r
WHERE r.submission_id = ${id} AND c.quest_id = ${questId} AND c.kind = r.kind AND c.subject = r.subject
  AND c.user_id = ${userId} AND NOT EXISTS (
    SELECT FROM submission s
    WHERE s.quest_id = c.quest_id AND s.user_id = c.user_id AND s.id <> ${id} AND s.status <> 'rejected'
  )

-- verification/facts/subjects.repository.ts: SubjectsRepository.take
INSERT INTO completion_subject AS c (quest_id, kind, subject, user_id, period_key)
VALUES (${questId}, ${kind}, ${subject}, ${userId}, ${periodKey})
ON CONFLICT (quest_id, kind, subject) DO UPDATE SET period_key = excluded.period_key
WHERE c.user_id = excluded.user_id AND (c.kind NOT IN ('transaction', 'post', 'space') OR c.period_key = excluded.period_key)
