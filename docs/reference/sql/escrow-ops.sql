-- Made by tools/docs from the source of escrow-ops; do not edit.
-- ${..} is a parameter ($1, $2 ..), or a part that another entry has, or that is only known at run time.
-- /* a ? */ x /* : */ y /* . */ has x if a, otherwise y.

-- chain/escrows/escrow-attempts.repository.ts: EscrowAttemptsRepository.open
INSERT INTO escrow_attempt (campaign_id, attempt, project_id, chain_id, factory, address)
VALUES (${campaignId}, ${attempt}, ${projectId}, ${chainId}, ${factory}, ${address})
ON CONFLICT (campaign_id, attempt) DO UPDATE
  SET chain_id = EXCLUDED.chain_id, factory = EXCLUDED.factory, address = EXCLUDED.address, due_at = now(), opened_at = now()

-- chain/escrows/escrow-attempts.repository.ts: EscrowAttemptsRepository.claim
UPDATE escrow_attempt SET lease = gen_random_uuid(), due_at = now() + make_interval(secs => ${LEASE_SECONDS})
WHERE (campaign_id, attempt) IN (
  SELECT campaign_id, attempt FROM escrow_attempt WHERE due_at <= now()
  ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
RETURNING campaign_id, attempt, project_id, chain_id, factory, address, lease, opened_at

-- chain/escrows/escrow-attempts.repository.ts: EscrowAttemptsRepository.finish
UPDATE escrow_attempt SET lease = NULL, failures = 0, due_at = now() + make_interval(secs => ${seconds}::float8 * (0.9 + random() / 5))
WHERE campaign_id = ${campaignId} AND attempt = ${attempt} AND lease = ${lease}

-- chain/escrows/escrow-attempts.repository.ts: EscrowAttemptsRepository.postpone
UPDATE escrow_attempt
SET lease = NULL, failures = failures + 1, due_at = now() + make_interval(secs => least(${seconds}::float8 * 2 ^ least(failures, 20), ${MOST_PAUSE_SECONDS}::float8) * (0.5 + random() / 2))
WHERE campaign_id = ${campaignId} AND attempt = ${attempt} AND lease = ${lease}

-- chain/escrows/escrow-attempts.repository.ts: EscrowAttemptsRepository.countFailing
SELECT count(*)::int AS failing FROM escrow_attempt WHERE failures > 0

-- chain/escrows/escrow-states.repository.ts: EscrowStatesRepository.ofCampaign
SELECT a.attempt, a.chain_id, a.factory, s.address, s.entry, s.config, s.ownership, s.status, s.height,
s.block_time, s.resets, s.read_at, s.missing_since FROM escrow_attempt a JOIN escrow_state s USING (campaign_id, attempt) WHERE a.campaign_id = ${campaignId} ORDER BY a.attempt DESC LIMIT ${limit}

-- chain/escrows/escrow-states.repository.ts: EscrowStatesRepository.lock
SELECT a.attempt, a.chain_id, a.factory, s.address, s.entry, s.config, s.ownership, s.status, s.height,
s.block_time, s.resets, s.read_at, s.missing_since FROM escrow_attempt a JOIN escrow_state s USING (campaign_id, attempt) WHERE a.campaign_id = ${campaignId} AND a.attempt = ${attempt} FOR UPDATE OF s

-- chain/escrows/escrow-states.repository.ts: EscrowStatesRepository.put
INSERT INTO escrow_state (
  campaign_id, attempt, address, entry, config, ownership, status, height, block_time, resets)
VALUES (${campaignId}, ${attempt}, ${address}, ${JSON.stringify(entry)}::jsonb, ${JSON.stringify(config)}::jsonb, ${JSON.stringify(ownership)}::jsonb,
  ${JSON.stringify(status)}::jsonb, ${height}, ${blockTime}, ${resets})
ON CONFLICT (campaign_id, attempt) DO UPDATE SET address = EXCLUDED.address, entry = EXCLUDED.entry,
  config = EXCLUDED.config, ownership = EXCLUDED.ownership, status = EXCLUDED.status, height = EXCLUDED.height,
  block_time = EXCLUDED.block_time, resets = EXCLUDED.resets, read_at = now(), missing_since = NULL

-- chain/escrows/escrow-states.repository.ts: EscrowStatesRepository.date
UPDATE escrow_state SET height = ${height}, block_time = ${blockTime}, read_at = now()
WHERE campaign_id = ${campaignId} AND attempt = ${attempt}

-- chain/escrows/escrow-states.repository.ts: EscrowStatesRepository.markMissing
UPDATE escrow_state SET missing_since = now()
WHERE campaign_id = ${campaignId} AND attempt = ${attempt} AND missing_since IS NULL

-- chain/lane/lanes.repository.ts: LanesRepository.lease
INSERT INTO signer_lane (chain_id, key, leased_until) VALUES (${chainId}, ${key}, date_trunc('milliseconds', clock_timestamp() + interval '60 seconds'))
ON CONFLICT (chain_id, key) DO UPDATE SET leased_until = EXCLUDED.leased_until
  WHERE signer_lane.leased_until < clock_timestamp()
RETURNING chain_id, key, leased_until

-- chain/lane/lanes.repository.ts: LanesRepository.release
UPDATE signer_lane SET leased_until = '-infinity'
WHERE chain_id = ${chainId} AND key = ${key} AND leased_until = ${leasedUntil}

-- chain/lane/signed-transactions.repository.ts: SignedTransactionsRepository.open
SELECT id::text, campaign_id, contract, action, signer, sequence::text, hash, bytes, timeout_height::text,
  passed_height::text, refusal
FROM signed_transaction WHERE chain_id = ${chainId} AND key = ${key} AND outcome IS NULL

-- chain/lane/signed-transactions.repository.ts: SignedTransactionsRepository.insert
INSERT INTO signed_transaction (chain_id, key, campaign_id, contract, action, signer, sequence, hash, bytes,
  gas_limit, fee_denom, fee_amount, timeout_height)
SELECT chain_id, key, ${campaignId}::uuid, ${contract}, ${action}, ${signer}, ${`${sequence}`}::bigint, ${hash},
  ${Buffer.from(bytes)}::bytea, ${`${gasLimit}`}::bigint, ${feeDenom}, ${`${feeAmount}`}::numeric,
  ${timeoutHeight}::bigint
FROM signer_lane WHERE chain_id = ${chainId} AND key = ${key} AND leased_until = ${lease.leasedUntil} FOR UPDATE
ON CONFLICT DO NOTHING RETURNING id::text

-- chain/lane/signed-transactions.repository.ts: SignedTransactionsRepository.noteRefusal
UPDATE signed_transaction SET refusal = ${refusal.slice(0, MOST_LOG)} WHERE id = ${id}::bigint AND outcome IS NULL

-- chain/lane/signed-transactions.repository.ts: SignedTransactionsRepository.notePassed
UPDATE signed_transaction SET passed_height = ${height}::bigint
WHERE id = ${id}::bigint AND outcome IS NULL AND passed_height IS NULL

-- chain/lane/signed-transactions.repository.ts: SignedTransactionsRepository.decide
UPDATE signed_transaction
SET outcome = ${outcome}, height = ${height ?? null}::bigint, code = ${code ?? null}::integer,
  gas_used = ${gasUsed === undefined ? null : `${gasUsed}`}::bigint, error = ${error?.slice(0, MOST_LOG) ?? null},
  decided_at = clock_timestamp()
WHERE id = ${id}::bigint AND outcome IS NULL

-- chain/lane/signed-transactions.repository.ts: SignedTransactionsRepository.history
SELECT
  (SELECT count(*)::int FROM signed_transaction
   WHERE chain_id = ${chainId} AND key = ${key} AND outcome = 'expired' AND id > COALESCE((
     SELECT max(id) FROM signed_transaction WHERE chain_id = ${chainId} AND key = ${key} AND outcome IN ('succeeded', 'failed')), 0)
  ) AS expired,
  count(*)::int AS failed, max(decided_at) AS last_failed_at
FROM signed_transaction
WHERE chain_id = ${chainId} AND key = ${key} AND contract = ${contract} AND outcome = 'failed' AND id > COALESCE((
  SELECT max(id) FROM signed_transaction
  WHERE chain_id = ${chainId} AND key = ${key} AND contract = ${contract} AND outcome = 'succeeded'), 0)

-- chain/nodes/chain-heads.repository.ts: ChainHeadsRepository.get
SELECT chain_id, height, hash, time, resets FROM chain_head WHERE chain_id = ${chainId}

-- chain/nodes/chain-heads.repository.ts: ChainHeadsRepository.move
INSERT INTO chain_head (chain_id, height, hash, time, resets)
VALUES (${chainId}, ${height}, ${hash}, ${time}, ${resets})
ON CONFLICT (chain_id) DO UPDATE
  SET height = EXCLUDED.height, hash = EXCLUDED.hash, time = EXCLUDED.time, resets = EXCLUDED.resets
  WHERE (chain_head.resets, chain_head.height) < (EXCLUDED.resets, EXCLUDED.height)

-- chain/nodes/rpc-node.ts: RpcNode.smart
/cosmwasm.wasm.v1.Query/SmartContractState

-- chain/nodes/rpc-node.ts: RpcNode.codeChecksum
/cosmwasm.wasm.v1.Query/Code

-- chain/nodes/rpc-node.ts: RpcNode.supply
/cosmos.bank.v1beta1.Query/SupplyOf

-- chain/nodes/rpc-node.ts: RpcNode.codeId
/cosmwasm.wasm.v1.Query/ContractInfo

-- chain/nodes/rpc-node.ts: RpcNode.account
/cosmos.auth.v1beta1.Query/Account

-- chain/nodes/rpc-node.ts: RpcNode.balance
/cosmos.bank.v1beta1.Query/Balance

-- chain/nodes/rpc-node.ts: RpcNode.simulate
/cosmos.tx.v1beta1.Service/Simulate

-- distribution/payout-status.repository.ts: PayoutStatusRepository.committed
UPDATE payout SET status = 'committed'
WHERE plan_id = ${planId} AND status = 'pending' AND address <= ${upToAddress}

-- distribution/payout-status.repository.ts: PayoutStatusRepository.reset
UPDATE payout SET status = 'pending' WHERE plan_id = ${planId} AND status = 'committed'

-- distribution/payout-status.repository.ts: PayoutStatusRepository.settle
UPDATE payout p SET status = o.status, tx_hash = coalesce(o.tx_hash, p.tx_hash), paid_at = o.paid_at
FROM unnest(${outcomes.map(({ address }) => address)}::text[], ${outcomes.map(({ status }) => status)}::text[],
  ${outcomes.map(({ txHash }) => txHash)}::text[], ${outcomes.map(({ paidAt }) => paidAt)}::timestamptz[])
  AS o (address, status, tx_hash, paid_at)
WHERE p.plan_id = ${planId} AND p.address = o.address COLLATE "C" AND p.amount IS NOT NULL AND p.status IN ('pending', 'committed', 'failed')
  AND p.status <> o.status

-- distribution/payout-status.repository.ts: PayoutStatusRepository.publish
SELECT project_id, campaign_id, version FROM payout_plan WHERE id = ${planId}

-- plans/allocations.repository.ts: AllocationsRepository.get
SELECT id, version, status, finalized_at, allocation_sha256, entries, total, approved_at FROM payout_plan
WHERE campaign_id = ${campaignId} AND approved_at IS NOT NULL AND pool ->> 'attempt' IS NOT NULL AND /* version === undefined ? */ status = 'approved' /* : */ version = ${version} /* . */

-- plans/allocations.repository.ts: AllocationsRepository.approved
SELECT id, version, encode(allocation_sha256, 'hex') AS sha256, entries, total, pool FROM payout_plan
WHERE campaign_id = ${campaignId} AND status = 'approved' AND pool ->> 'attempt' = ${`${attempt}`}

-- plans/allocations.repository.ts: AllocationsRepository.entries
SELECT address, amount AS weight, points FROM payout
WHERE plan_id = ${planId} AND amount IS NOT NULL AND address > ${after} ORDER BY address LIMIT ${BATCH}

-- plans/allocations.repository.ts: AllocationsRepository.list
SELECT id, version, status, finalized_at, allocation_sha256, entries, total, approved_at FROM payout_plan
WHERE campaign_id = ${campaignId} AND approved_at IS NOT NULL AND pool ->> 'attempt' IS NOT NULL /* before === undefined ? */  /* : */ AND version < ${before} /* . */
ORDER BY version DESC LIMIT ${limit + 1}

-- plans/campaigns.repository.ts: CampaignsRepository.get
SELECT id, project_id, ended_at, reward_pool FROM quests.published_campaign_v2 WHERE id = ${campaignId}

-- plans/due-plans.repository.ts: DuePlansRepository.campaigns
SELECT campaign_id, project_id, current_id, reason
FROM (
  SELECT c.id AS campaign_id, c.project_id, p.id AS current_id,
    CASE
      WHEN c.reward_pool ->> 'mode' = 'manual' THEN CASE WHEN p.id IS NULL THEN 'ended' END
      WHEN coalesce(s.status ->> 'phase', '') NOT IN ('ended', 'committing') THEN NULL
      WHEN p.id IS NULL OR (p.pool ->> 'attempt')::integer IS DISTINCT FROM s.attempt THEN 'ended'
      WHEN p.finalized_at IS NOT NULL AND (s.status ->> 'version')::integer > (p.pool ->> 'allocationVersion')::integer
        THEN 'rejected'
      WHEN least((s.status ->> 'funded_total')::numeric, (s.status ->> 'balance')::numeric)
        <> (p.pool ->> 'gross')::numeric THEN 'pool_changed'
    END AS reason
  FROM quests.published_campaign_v2 c
  LEFT JOIN payout_plan p ON p.campaign_id = c.id AND p.kind = 'final' AND p.status IN ('ready', 'approved')
  LEFT JOIN LATERAL (
    SELECT attempt, status FROM escrow_state e WHERE e.campaign_id = c.id ORDER BY attempt DESC LIMIT 1
  ) s ON true
  WHERE c.ended_at IS NOT NULL AND c.reward_pool IS NOT NULL
    AND NOT EXISTS (SELECT FROM payout_plan r WHERE r.campaign_id = c.id AND r.status = 'requested')
) due
WHERE reason IS NOT NULL LIMIT ${BATCH}

-- plans/due-plans.repository.ts: DuePlansRepository.campaign
SELECT campaign_id, project_id, current_id, reason
FROM (
  SELECT c.id AS campaign_id, c.project_id, p.id AS current_id,
    CASE
      WHEN c.reward_pool ->> 'mode' = 'manual' THEN CASE WHEN p.id IS NULL THEN 'ended' END
      WHEN coalesce(s.status ->> 'phase', '') NOT IN ('ended', 'committing') THEN NULL
      WHEN p.id IS NULL OR (p.pool ->> 'attempt')::integer IS DISTINCT FROM s.attempt THEN 'ended'
      WHEN p.finalized_at IS NOT NULL AND (s.status ->> 'version')::integer > (p.pool ->> 'allocationVersion')::integer
        THEN 'rejected'
      WHEN least((s.status ->> 'funded_total')::numeric, (s.status ->> 'balance')::numeric)
        <> (p.pool ->> 'gross')::numeric THEN 'pool_changed'
    END AS reason
  FROM quests.published_campaign_v2 c
  LEFT JOIN payout_plan p ON p.campaign_id = c.id AND p.kind = 'final' AND p.status IN ('ready', 'approved')
  LEFT JOIN LATERAL (
    SELECT attempt, status FROM escrow_state e WHERE e.campaign_id = c.id ORDER BY attempt DESC LIMIT 1
  ) s ON true
  WHERE c.ended_at IS NOT NULL AND c.reward_pool IS NOT NULL AND c.id = ${campaignId}
    AND NOT EXISTS (SELECT FROM payout_plan r WHERE r.campaign_id = c.id AND r.status = 'requested')
) due
WHERE reason IS NOT NULL

-- plans/due-plans.repository.ts: DuePlansRepository.unprojected
SELECT c.id AS campaign_id, c.project_id FROM quests.published_campaign_v2 c
WHERE c.status = 'active' AND c.reward_pool IS NOT NULL AND NOT EXISTS (
  SELECT FROM payout_plan p WHERE p.campaign_id = c.id
    AND (p.status = 'requested' OR p.planned_at > now() - interval '10 minutes'))
LIMIT ${BATCH}

-- plans/due-plans.repository.ts: DuePlansRepository.noteFinalized
UPDATE payout_plan p SET finalized_at = now()
FROM escrow_state s
WHERE p.status = 'approved' AND p.finalized_at IS NULL AND s.campaign_id = p.campaign_id
  AND s.attempt = (p.pool ->> 'attempt')::integer
  AND s.status #>> '{finalized,allocation_sha256}' = encode(p.allocation_sha256, 'hex')

-- plans/earners.repository.ts: EarnersRepository.isMerging
SELECT FROM quests.published_running_merge_v1 m JOIN quests.published_standing_v1 s
  ON s.scope_id = ${campaignId} AND s.user_id IN (m.survivor_id, m.absorbed_id)
LIMIT 1

-- plans/earners.repository.ts: EarnersRepository.asOf
SELECT u.user_id, c.credited, e.primary_wallet, coalesce(e.wallets, '[]') AS wallets, NULL AS chosen,
  e.status IS DISTINCT FROM 'active' AS is_suspended,
  EXISTS (SELECT FROM quests.published_member_v1 m WHERE m.project_id = ${projectId} AND m.user_id = u.user_id)
    AS is_member
FROM (
  SELECT user_id FROM quests.published_standing_v1
  WHERE scope_id = ${id} AND user_id > ${after} ORDER BY user_id LIMIT ${PART}
) u
CROSS JOIN LATERAL (
  SELECT CASE WHEN sum(points) > 0 THEN jsonb_build_object('points', sum(points)::text, 'credits', count(*),
    'position', max(id), 'lastCreditAt', max(credited_at)) END AS credited
  FROM (
    SELECT max(points) AS points, max(credited_at) FILTER (WHERE kind = 'credit') AS credited_at,
      max(id::text) FILTER (WHERE kind = 'credit') AS id
    FROM quests.published_ledger_v3
    WHERE user_id = u.user_id AND campaign_id = ${id}
    GROUP BY submission_id, credit_no
    HAVING bool_or(kind = 'credit' AND credited_at <= ${asOf})
      AND NOT bool_or(kind = 'reversal' AND (is_of_merge OR created_at <= ${asOf}))
  ) credits
) c
LEFT JOIN quests.published_earner_v2 e ON e.user_id = u.user_id
ORDER BY u.user_id

-- plans/make-payout-plans.ts: MakePayoutPlans.make
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ

-- plans/make-payout-plans.ts: MakePayoutPlans.make
SET LOCAL idle_in_transaction_session_timeout = '5min'

-- plans/make-payout-plans.ts: now
SELECT now() AS now

-- plans/payout-plans.repository.ts: PayoutPlansRepository.lock
SELECT exclusive_lock('payout plans of ' || ${campaignId}::text)

-- plans/payout-plans.repository.ts: PayoutPlansRepository.request
INSERT INTO payout_plan (${..plan}, campaign_id, id, status, version) VALUES (${..plan}, ${campaignId}, ${newId()}, ${'requested'}, (SELECT coalesce(max(version), 0) + 1 FROM payout_plan WHERE campaign_id = ${campaignId})) RETURNING *

-- plans/payout-plans.repository.ts: PayoutPlansRepository.allRequested
SELECT id FROM payout_plan WHERE status = 'requested' ORDER BY requested_at LIMIT 100

-- plans/payout-plans.repository.ts: PayoutPlansRepository.claim
SELECT * FROM payout_plan WHERE id = ${id} AND status = 'requested' FOR UPDATE SKIP LOCKED

-- plans/payout-plans.repository.ts: PayoutPlansRepository.byId
SELECT * FROM payout_plan WHERE id = ${id}

-- plans/payout-plans.repository.ts: PayoutPlansRepository.supersede
UPDATE payout_plan SET status = 'superseded' WHERE campaign_id = ${campaignId} AND status IN ('ready', 'approved')

-- plans/payout-plans.repository.ts: PayoutPlansRepository.dropPreviews
DELETE FROM payout_plan WHERE id IN (
  SELECT id FROM (
    SELECT id, requested_by, row_number() OVER (PARTITION BY requested_by IS NULL ORDER BY version DESC) AS place
    FROM payout_plan WHERE campaign_id = ${campaignId} AND kind = 'preview' AND status = 'superseded'
  ) old
  WHERE requested_by IS NULL OR place > ${kept})

-- plans/payout-plans.repository.ts: PayoutPlansRepository.requested
SELECT * FROM payout_plan WHERE campaign_id = ${campaignId} AND status = 'requested'

-- plans/payout-plans.repository.ts: PayoutPlansRepository.current
SELECT * FROM payout_plan WHERE campaign_id = ${campaignId} AND status IN ('ready', 'approved')

-- plans/payout-plans.repository.ts: PayoutPlansRepository.approve
UPDATE payout_plan SET status = 'approved', approved_by = ${userId}, approved_at = now()
WHERE id = ${id} RETURNING *

-- plans/payout-plans.repository.ts: PayoutPlansRepository.update
UPDATE payout_plan SET ${..changes} WHERE id = ${id} RETURNING *

-- plans/payout-plans.repository.ts: PayoutPlansRepository.get
SELECT * FROM payout_plan
WHERE id = ${planId} AND campaign_id = ${campaignId} AND project_id = ${projectId}

-- plans/payout-plans.repository.ts: PayoutPlansRepository.list
SELECT FROM quests.published_campaign_v2 WHERE id = ${campaignId} AND project_id = ${projectId}

-- plans/payout-plans.repository.ts: PayoutPlansRepository.list
campaign_id = ${campaignId}

-- plans/payout-plans.repository.ts: PayoutPlansRepository.list
kind = ${kind}

-- plans/payout-plans.repository.ts: PayoutPlansRepository.list
version < ${before}

-- plans/payout-plans.repository.ts: PayoutPlansRepository.list
SELECT * FROM payout_plan WHERE ${join(conditions, ' AND ')} ORDER BY version DESC LIMIT ${limit + 1}

-- plans/payouts.repository.ts: PayoutsRepository.insert
INSERT INTO payout (plan_id, rank, user_id, points, address, address_source, amount, excluded_reason, status)
SELECT ${planId}, ${at} + r.place, r.user_id, r.points, r.address, r.source, r.amount, r.reason,
  CASE WHEN r.amount IS NULL THEN 'excluded' ELSE ${included} END
FROM unnest(${part.map(({ userId }) => userId)}::text[], ${part.map(({ points }) => `${points}`)}::bigint[],
  ${part.map(({ payout }) => payout?.address ?? null)}::text[],
  ${part.map(({ payout }) => payout?.source ?? null)}::text[],
  ${part.map(({ amount }) => (amount === null ? null : `${amount}`))}::numeric[],
  ${part.map(({ excludedReason }) => excludedReason)}::text[])
  WITH ORDINALITY AS r (user_id, points, address, source, amount, reason, place)

-- plans/payouts.repository.ts: PayoutsRepository.after
SELECT ${columns(PAYOUT_COLUMNS)} FROM payout WHERE plan_id = ${planId} AND rank > ${rank}
ORDER BY rank LIMIT ${BATCH}

-- plans/payouts.repository.ts: PayoutsRepository.own
SELECT ${columns(PAYOUT_COLUMNS, 'r')}, p.pool, p.approved_at
FROM payout_plan p JOIN payout r ON r.plan_id = p.id
WHERE p.campaign_id = ${campaignId} AND p.status IN ('ready', 'approved') AND r.user_id = ${userId}

-- plans/payouts.repository.ts: PayoutsRepository.list
r.plan_id = ${planId}

-- plans/payouts.repository.ts: PayoutsRepository.list
r.status = ${status}

-- plans/payouts.repository.ts: PayoutsRepository.list
r.excluded_reason = ${excludedReason}

-- plans/payouts.repository.ts: PayoutsRepository.list
r.user_id = ${earnerId}

-- plans/payouts.repository.ts: PayoutsRepository.list
r.rank > ${after}

-- plans/payouts.repository.ts: PayoutsRepository.list
SELECT ${columns(PAYOUT_COLUMNS, 'r')} FROM payout r
WHERE ${join(conditions, ' AND ')} ORDER BY r.rank LIMIT ${limit + 1}

-- plans/payouts.repository.ts: PayoutsRepository.differences
SELECT user_id, CASE WHEN b.user_id IS NOT NULL THEN jsonb_build_object(
  'rank', b.rank, 'userId', b.user_id, 'points', b.points::text,
  'address', b.address, 'addressSource', b.address_source, 'amount', b.amount::text,
  'excludedReason', b.excluded_reason, 'status', b.status, 'txHash', b.tx_hash,
  'batch', b.batch, 'paidAt', b.paid_at) END AS before, CASE WHEN a.user_id IS NOT NULL THEN jsonb_build_object(
  'rank', a.rank, 'userId', a.user_id, 'points', a.points::text,
  'address', a.address, 'addressSource', a.address_source, 'amount', a.amount::text,
  'excludedReason', a.excluded_reason, 'status', a.status, 'txHash', a.tx_hash,
  'batch', a.batch, 'paidAt', a.paid_at) END AS after
FROM (SELECT * FROM payout r WHERE r.user_id > ${after} AND r.plan_id = ${since}) b FULL JOIN (SELECT * FROM payout r WHERE r.user_id > ${after} AND r.plan_id = ${planId}) a USING (user_id)
WHERE (b.points, b.address, b.amount, b.excluded_reason)
  IS DISTINCT FROM (a.points, a.address, a.amount, a.excluded_reason)
ORDER BY user_id LIMIT ${limit + 1}

-- plans/payouts.repository.ts: PayoutsRepository.requirePlan
SELECT FROM payout_plan
WHERE id = ${planId} AND campaign_id = ${of.campaignId} AND project_id = ${of.projectId}

-- pools/tickets.repository.ts: TicketsRepository.usable
SELECT *, false AS expired FROM ticket
WHERE campaign_id = ${campaignId} AND attempt = ${attempt} AND project_id = ${projectId}
  AND live AND voided_at IS NULL AND expires_at > now()

-- pools/tickets.repository.ts: TicketsRepository.latest
SELECT *, expires_at <= now() AS expired FROM ticket
WHERE campaign_id = ${campaignId} AND project_id = ${projectId}
ORDER BY attempt DESC, issued_at DESC, id DESC LIMIT 1

-- pools/tickets.repository.ts: TicketsRepository.ofAttempt
SELECT * FROM ticket WHERE campaign_id = ${campaignId} AND attempt = ${attempt}
ORDER BY issued_at DESC, id DESC

-- pools/tickets.repository.ts: TicketsRepository.insert
UPDATE ticket SET live = false
WHERE campaign_id = ${campaignId} AND attempt = ${attempt} AND live
  AND (voided_at IS NOT NULL OR expires_at <= now())

-- pools/tickets.repository.ts: TicketsRepository.insert
INSERT INTO ticket (${..ticket}, id) VALUES (${..ticket}, ${newId()})
ON CONFLICT (campaign_id, attempt) WHERE live DO NOTHING RETURNING *

-- pools/tickets.repository.ts: TicketsRepository.allUsable
SELECT * FROM ticket WHERE live AND voided_at IS NULL AND expires_at > now() ORDER BY expires_at LIMIT ${limit}

-- pools/tickets.repository.ts: TicketsRepository.void
UPDATE ticket SET voided_at = now(), void_reason = ${reason} WHERE id = ${id} AND voided_at IS NULL
