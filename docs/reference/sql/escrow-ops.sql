-- Made by tools/docs from the source of escrow-ops; do not edit.
-- ${..} is a parameter ($1, $2 ..), or a part that another entry has, or that is only known at run time.
-- /* a ? */ x /* : */ y /* . */ has x if a, otherwise y.

-- chain/escrows/escrow-attempts.repository.ts: EscrowAttemptsRepository.open
INSERT INTO escrow_attempt (campaign_id, attempt, project_id, chain_id, factory, address, expires_at)
VALUES (${campaignId}, ${attempt}, ${projectId}, ${chainId}, ${factory}, ${address}, ${expiresAt})
ON CONFLICT (campaign_id, attempt) DO UPDATE
  SET chain_id = EXCLUDED.chain_id, factory = EXCLUDED.factory, address = EXCLUDED.address,
    expires_at = EXCLUDED.expires_at, due_at = now(), opened_at = now()

-- chain/escrows/escrow-attempts.repository.ts: EscrowAttemptsRepository.last
SELECT campaign_id, attempt, project_id, chain_id, factory, address FROM escrow_attempt
WHERE campaign_id = ${campaignId} ORDER BY attempt DESC LIMIT 1

-- chain/escrows/escrow-attempts.repository.ts: EscrowAttemptsRepository.claim
UPDATE escrow_attempt SET lease = gen_random_uuid(), due_at = now() + make_interval(secs => ${LEASE_SECONDS})
WHERE (campaign_id, attempt) IN (
  SELECT campaign_id, attempt FROM escrow_attempt WHERE due_at <= now()
  ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
RETURNING campaign_id, attempt, project_id, chain_id, factory, address, expires_at, lease, opened_at

-- chain/escrows/escrow-attempts.repository.ts: EscrowAttemptsRepository.finish
UPDATE escrow_attempt SET lease = NULL, failures = 0, due_at = /* seconds === Infinity ? */ 'infinity'::timestamptz /* : */ now() + make_interval(secs => ${seconds}::float8 * (0.9 + random() / 5)) /* . */
WHERE campaign_id = ${campaignId} AND attempt = ${attempt} AND lease = ${lease}

-- chain/escrows/escrow-attempts.repository.ts: EscrowAttemptsRepository.postpone
UPDATE escrow_attempt
SET lease = NULL, failures = failures + 1, due_at = now() + make_interval(secs => least(${seconds}::float8 * 2 ^ least(failures, 20), ${MAX_PAUSE_SECONDS}::float8) * (0.5 + random() / 2))
WHERE campaign_id = ${campaignId} AND attempt = ${attempt} AND lease = ${lease}

-- chain/escrows/escrow-attempts.repository.ts: EscrowAttemptsRepository.countFailing
SELECT count(*)::int AS failing FROM escrow_attempt WHERE failures > 0

-- chain/escrows/escrow-states.repository.ts: EscrowStatesRepository.ofCampaign
SELECT a.attempt, a.chain_id, a.factory, s.address, s.entry, s.config, s.ownership, s.status, s.height,
s.block_time, s.resets, s.read_at, s.missing_since FROM escrow_attempt a JOIN escrow_state s USING (campaign_id, attempt) WHERE a.campaign_id = ${campaignId} ORDER BY a.attempt DESC LIMIT ${limit}

-- chain/escrows/escrow-states.repository.ts: EscrowStatesRepository.get
SELECT a.attempt, a.chain_id, a.factory, s.address, s.entry, s.config, s.ownership, s.status, s.height,
s.block_time, s.resets, s.read_at, s.missing_since FROM escrow_attempt a JOIN escrow_state s USING (campaign_id, attempt) WHERE a.campaign_id = ${campaignId} AND a.attempt = ${attempt}

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

-- chain/lane/holds.repository.ts: HoldsRepository.current
SELECT reason, started_by, started_at FROM escrow_intervention WHERE campaign_id = ${campaignId}::uuid AND kind = 'hold' AND released_at IS NULL

-- chain/lane/holds.repository.ts: HoldsRepository.exclude
SELECT exclusive_lock('hold ' || ${campaignId}::text)

-- chain/lane/holds.repository.ts: HoldsRepository.admit
SELECT shared_lock('hold ' || ${campaignId}::text)

-- chain/lane/holds.repository.ts: HoldsRepository.admit
SELECT FROM escrow_intervention WHERE campaign_id = ${campaignId}::uuid AND kind = 'hold' AND released_at IS NULL

-- chain/lane/lanes.repository.ts: LanesRepository.lease
INSERT INTO signer_lane (chain_id, key, leased_until) VALUES (${chainId}, ${key}, date_trunc('milliseconds', clock_timestamp() + interval '60 seconds'))
ON CONFLICT (chain_id, key) DO UPDATE SET leased_until = EXCLUDED.leased_until
  WHERE signer_lane.leased_until < clock_timestamp()
RETURNING chain_id, key, leased_until

-- chain/lane/lanes.repository.ts: LanesRepository.alertCapped
UPDATE signer_lane SET capped_on = (clock_timestamp() AT TIME ZONE 'UTC')::date
WHERE chain_id = ${chainId} AND key = ${key} AND capped_on IS DISTINCT FROM (clock_timestamp() AT TIME ZONE 'UTC')::date

-- chain/lane/lanes.repository.ts: LanesRepository.release
UPDATE signer_lane SET leased_until = '-infinity'
WHERE chain_id = ${chainId} AND key = ${key} AND leased_until = ${leasedUntil}

-- chain/lane/signed-transactions.repository.ts: SignedTransactionsRepository.open
SELECT id::text, campaign_id, contract, action, signer, sequence::text, hash, bytes, timeout_height::text,
  resets, passed_height::text, refusal
FROM signed_transaction WHERE chain_id = ${chainId} AND key = ${key} AND outcome IS NULL

-- chain/lane/signed-transactions.repository.ts: SignedTransactionsRepository.store
INSERT INTO signed_transaction (chain_id, key, campaign_id, contract, action, signer, sequence, hash, bytes,
      gas_limit, fee_denom, fee_amount, timeout_height, resets)
    SELECT chain_id, key, ${campaignId}::uuid, ${contract}, ${action}, ${signer}, ${`${sequence}`}::bigint, ${hash},
      ${Buffer.from(bytes)}::bytea, ${`${gasLimit}`}::bigint, ${feeDenom}, ${`${feeAmount}`}::numeric,
      ${timeoutHeight}::bigint, ${transaction.resets}::integer
    FROM signer_lane WHERE chain_id = ${chainId} AND key = ${key} AND leased_until = ${lease.leasedUntil}
      AND ${`${feeAmount}`}::numeric + COALESCE((
SELECT sum(fee_amount) FROM signed_transaction
WHERE chain_id = ${chainId} AND key = ${key} AND fee_denom = ${feeDenom}
  AND signed_at >= date_trunc('day', clock_timestamp(), 'UTC')), 0) <= ${`${feeLimit}`}::numeric FOR UPDATE
    ON CONFLICT DO NOTHING RETURNING id::text

-- chain/lane/signed-transactions.repository.ts: SignedTransactionsRepository.feesToday
SELECT COALESCE((
SELECT sum(fee_amount) FROM signed_transaction
WHERE chain_id = ${chainId} AND key = ${key} AND fee_denom = ${denom}
  AND signed_at >= date_trunc('day', clock_timestamp(), 'UTC')), 0)::text AS fees

-- chain/lane/signed-transactions.repository.ts: SignedTransactionsRepository.noteRefusal
UPDATE signed_transaction SET refusal = ${refusal.slice(0, MAX_LOG_CHARACTERS)} WHERE id = ${id}::bigint AND outcome IS NULL

-- chain/lane/signed-transactions.repository.ts: SignedTransactionsRepository.notePassed
UPDATE signed_transaction SET passed_height = ${height}::bigint
WHERE id = ${id}::bigint AND outcome IS NULL AND passed_height IS NULL

-- chain/lane/signed-transactions.repository.ts: SignedTransactionsRepository.decide
UPDATE signed_transaction
SET outcome = ${outcome}, height = ${height ?? null}::bigint, code = ${code ?? null}::integer,
  gas_used = ${gasUsed === undefined ? null : `${gasUsed}`}::bigint, error = ${error?.slice(0, MAX_LOG_CHARACTERS) ?? null},
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

-- distribution/batches.repository.ts: BatchesRepository.create
WITH next AS (
  INSERT INTO payout_batch (id, plan_id, batch, created_by)
  SELECT ${newId()}, ${planId}, coalesce(max(batch), 0) + 1, ${userId} FROM payout_batch WHERE plan_id = ${planId}
  RETURNING batch
)
UPDATE payout SET batch = next.batch FROM next
WHERE plan_id = ${planId} AND rank IN (
  SELECT rank FROM payout WHERE plan_id = ${planId} AND status = 'pending' AND payout.batch IS NULL
  ORDER BY rank LIMIT ${most})
RETURNING next.batch

-- distribution/batches.repository.ts: BatchesRepository.create
SELECT b.id, b.batch, b.created_by, b.created_at, p.payouts, p.unpaid, p.suspended, p.total
FROM payout_batch b CROSS JOIN LATERAL (
  SELECT count(*)::integer AS payouts, count(*) FILTER (WHERE r.status <> 'paid')::integer AS unpaid,
    count(*) FILTER (WHERE r.status <> 'paid' AND e.status IS DISTINCT FROM 'active')::integer AS suspended,
    coalesce(sum(amount), 0)::text AS total
  FROM payout r LEFT JOIN quests.published_earner_v2 e ON e.user_id = r.user_id
  WHERE plan_id = b.plan_id AND batch = b.batch
) p
WHERE b.plan_id = ${planId} AND b.batch = ${made.batch}

-- distribution/batches.repository.ts: BatchesRepository.list
SELECT FROM payout_plan
WHERE id = ${plan.planId} AND campaign_id = ${plan.campaignId} AND project_id = ${plan.projectId}

-- distribution/batches.repository.ts: BatchesRepository.list
SELECT b.id, b.batch, b.created_by, b.created_at, p.payouts, p.unpaid, p.suspended, p.total
FROM payout_batch b CROSS JOIN LATERAL (
  SELECT count(*)::integer AS payouts, count(*) FILTER (WHERE r.status <> 'paid')::integer AS unpaid,
    count(*) FILTER (WHERE r.status <> 'paid' AND e.status IS DISTINCT FROM 'active')::integer AS suspended,
    coalesce(sum(amount), 0)::text AS total
  FROM payout r LEFT JOIN quests.published_earner_v2 e ON e.user_id = r.user_id
  WHERE plan_id = b.plan_id AND batch = b.batch
) p
WHERE b.plan_id = ${plan.planId} /* before === undefined ? */  /* : */ AND b.batch < ${before} /* . */ ORDER BY b.batch DESC LIMIT ${limit + 1}

-- distribution/batches.repository.ts: BatchesRepository.numberOf
SELECT b.batch FROM payout_batch b JOIN payout_plan p ON p.id = b.plan_id
WHERE b.id = ${of.batchId} AND p.id = ${of.planId} AND p.campaign_id = ${of.campaignId}
  AND p.project_id = ${of.projectId}

-- distribution/batches.repository.ts: BatchesRepository.read
SELECT exclusive_lock('payout part ' || ${planId}::text || ${batch}::text || ' ' || ${part}::text)

-- distribution/batches.repository.ts: BatchesRepository.read
SELECT read_by AS user_id, sender, read_at FROM payout_part_reading
WHERE plan_id = ${planId} AND batch = ${batch} AND part = ${part} AND (read_by, sender) <> (${userId}, ${sender})
ORDER BY read_at DESC LIMIT 1

-- distribution/batches.repository.ts: BatchesRepository.read
INSERT INTO payout_part_reading (plan_id, batch, part, read_by, sender)
VALUES (${planId}, ${batch}, ${part}, ${userId}, ${sender})
ON CONFLICT (plan_id, batch, part, read_by, sender) DO UPDATE SET read_at = now()

-- distribution/batches.repository.ts: BatchesRepository.payouts
SELECT rank, user_id, address, amount, status = 'paid' AS is_paid, tx_hash FROM payout
WHERE plan_id = ${planId} AND batch = ${batch} ORDER BY rank

-- distribution/imports.repository.ts: ImportsRepository.create
INSERT INTO payment_import (id, plan_id, imported_by) VALUES (${id}, ${planId}, ${userId})

-- distribution/imports.repository.ts: ImportsRepository.create
INSERT INTO imported_payment (import_id, position, tx_hash, address)
SELECT ${id}, position, upper(tx_hash), address
FROM unnest(${payments.map(({ txHash }) => txHash)}::text[],
  ${payments.map(({ address }) => address ?? null)}::text[])
  WITH ORDINALITY AS p (tx_hash, address, position)

-- distribution/imports.repository.ts: ImportsRepository.create
INSERT INTO imported_transaction (import_id, tx_hash)
SELECT DISTINCT import_id, tx_hash FROM imported_payment WHERE import_id = ${id}

-- distribution/imports.repository.ts: ImportsRepository.countOpen
SELECT count(*)::integer AS open FROM payment_import i
WHERE i.plan_id = ${planId} AND EXISTS (SELECT FROM imported_transaction t WHERE t.import_id = i.id)

-- distribution/imports.repository.ts: ImportsRepository.claim
UPDATE imported_transaction t
SET lease = gen_random_uuid(), due_at = now() + make_interval(secs => ${LEASE_SECONDS})
FROM payment_import i
WHERE i.id = t.import_id AND (t.import_id, t.tx_hash) IN (
  SELECT import_id, tx_hash FROM imported_transaction WHERE due_at <= now()
  ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
RETURNING t.import_id, i.plan_id, t.tx_hash, t.lease, t.missed

-- distribution/imports.repository.ts: ImportsRepository.postpone
WITH postponed AS (
  UPDATE imported_transaction SET lease = NULL, missed = missed + ${missed}::integer,
    due_at = now() + make_interval(secs => least(5 * 2 ^ missed, ${MAX_PAUSE_SECONDS}) * (0.5 + random() / 2))
  WHERE import_id = ${importId} AND tx_hash = ${txHash} AND lease = ${lease}
  RETURNING import_id, tx_hash
)
UPDATE imported_payment p SET reason = ${reason} FROM postponed
WHERE p.import_id = postponed.import_id AND p.tx_hash = postponed.tx_hash

-- distribution/imports.repository.ts: ImportsRepository.finish
DELETE FROM imported_transaction WHERE import_id = ${importId} AND tx_hash = ${txHash} AND lease = ${lease}

-- distribution/imports.repository.ts: ImportsRepository.list
SELECT p.position, p.tx_hash, p.address, p.status, p.reason, p.payouts
FROM imported_payment p
WHERE p.import_id = ${importId} AND p.position > ${after}
  /* status === undefined ? */  /* : */ AND p.status = ${status} /* . */
ORDER BY p.position LIMIT ${limit + 1}

-- distribution/imports.repository.ts: ImportsRepository.read
SELECT i.id, i.imported_by, i.imported_at, p.* FROM payment_import i CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE status = 'waiting')::integer AS waiting,
    count(*) FILTER (WHERE status = 'paid')::integer AS paid,
    count(*) FILTER (WHERE status = 'refused')::integer AS refused
  FROM imported_payment WHERE import_id = i.id
) p
WHERE i.id = ${id} AND i.plan_id = ${planId}

-- distribution/imports.repository.ts: ImportsRepository.requirePlan
SELECT FROM payout_plan
WHERE id = ${of.planId} AND campaign_id = ${of.campaignId} AND project_id = ${of.projectId}

-- distribution/manual-plans.repository.ts: ManualPlansRepository.get
SELECT id, campaign_id, status, pool, approved_at FROM payout_plan
WHERE id = ${planId} AND campaign_id = ${campaignId} AND project_id = ${projectId}

-- distribution/manual-plans.repository.ts: ManualPlansRepository.ofImport
SELECT pool, approved_at FROM payout_plan WHERE id = ${planId}

-- distribution/payments.repository.ts: PaymentsRepository.lock
SELECT exclusive_lock('payment ' || ${chainId}::text || ' ' || ${txHash}::text)

-- distribution/payments.repository.ts: PaymentsRepository.assign
WITH matched AS (
    SELECT DISTINCT ON (p.rank) p.rank, p.address, t.index, t.sender AS payer
    FROM payout p JOIN (SELECT * FROM unnest(${transfers.map(({ index }) => index)}::integer[],
${transfers.map(({ sender }) => sender)}::text[], ${transfers.map(({ recipient }) => recipient)}::text[],
${transfers.map(({ amount }) => amount)}::numeric[]) AS t (index, sender, recipient, amount)) t ON t.recipient = p.address AND t.amount = p.amount
    WHERE p.plan_id = ${planId} AND p.amount IS NOT NULL AND p.status = 'pending'
      AND EXISTS (
        SELECT FROM imported_payment i WHERE i.import_id = ${importId} AND i.tx_hash = ${txHash}
          AND (i.address IS NULL OR i.address = p.address))
      AND NOT EXISTS (
        SELECT FROM payout_transfer c
        WHERE c.chain_id = ${chainId} AND c.tx_hash = ${txHash} AND c.transfer_index = t.index)
    ORDER BY p.rank, t.index
  ), assigned AS (
    INSERT INTO payout_transfer (chain_id, tx_hash, transfer_index, plan_id, rank)
    SELECT ${chainId}, ${txHash}, index, ${planId}, rank FROM matched
    ON CONFLICT DO NOTHING RETURNING rank
  )
  SELECT address, payer FROM matched JOIN assigned USING (rank)

-- distribution/payments.repository.ts: PaymentsRepository.conclude
WITH transfer AS (SELECT * FROM unnest(${transfers.map(({ index }) => index)}::integer[],
${transfers.map(({ sender }) => sender)}::text[], ${transfers.map(({ recipient }) => recipient)}::text[],
${transfers.map(({ amount }) => amount)}::numeric[]) AS t (index, sender, recipient, amount)), outcome AS (
    SELECT i.position, (SELECT count(*) FROM (SELECT FROM payout_transfer c JOIN payout p ON p.plan_id = c.plan_id AND p.rank = c.rank
  WHERE c.chain_id = ${chainId} AND c.tx_hash = ${txHash} AND c.plan_id = ${planId} AND (i.address IS NULL OR p.address = i.address)) c)::integer AS payouts,
      CASE
        WHEN i.address IS NOT NULL AND NOT EXISTS (
          SELECT FROM payout p WHERE p.plan_id = ${planId} AND p.address = i.address AND p.amount IS NOT NULL
        ) THEN 'NOT_A_PAYOUT'
        WHEN i.address IS NOT NULL AND EXISTS (
          SELECT FROM payout p
          WHERE p.plan_id = ${planId} AND p.address = i.address AND p.amount IS NOT NULL AND p.status = 'paid'
        ) THEN 'ALREADY_PAID'
        WHEN ${fault}::text IS NOT NULL THEN ${fault}::text
        WHEN EXISTS (
          SELECT FROM payout p JOIN transfer t ON t.recipient = p.address AND t.amount = p.amount
          WHERE p.plan_id = ${planId} AND p.amount IS NOT NULL AND (i.address IS NULL OR p.address = i.address)
        ) THEN 'TRANSFER_USED'
        WHEN EXISTS (
          SELECT FROM payout p JOIN transfer t ON t.recipient = p.address
          WHERE p.plan_id = ${planId} AND p.amount IS NOT NULL AND (i.address IS NULL OR p.address = i.address)
        ) THEN 'WRONG_AMOUNT'
        ELSE 'NO_TRANSFER'
      END AS reason
    FROM imported_payment i WHERE i.import_id = ${importId} AND i.tx_hash = ${txHash}
  )
  UPDATE imported_payment i SET payouts = o.payouts,
    status = CASE WHEN o.payouts > 0 THEN 'paid' ELSE 'refused' END,
    reason = CASE WHEN o.payouts > 0 THEN NULL ELSE o.reason END
  FROM outcome o WHERE i.import_id = ${importId} AND i.position = o.position

-- distribution/payout-announcements.repository.ts: PayoutAnnouncementsRepository.areDue
SELECT FROM payout_announcement WHERE due_at <= now() LIMIT 1

-- distribution/payout-announcements.repository.ts: PayoutAnnouncementsRepository.take
SELECT p.id, p.campaign_id, p.project_id, p.version, p.kind, p.status, p.pool, p.voided_at, t.approves_at,
  CASE WHEN t.freeze_moved_at IS NOT NULL THEN t.freezes_at END AS moved_freeze_at,
  to_timestamp((s.status #>> '{deadlines,claim_deadline}')::numeric / 1000000000) AS claim_deadline
FROM payout_announcement a JOIN payout_plan p ON p.id = a.plan_id
  LEFT JOIN escrow_state s ON s.campaign_id = p.campaign_id AND s.attempt = (p.pool ->> 'attempt')::integer
  LEFT JOIN LATERAL (
    SELECT approves_at, freezes_at, freeze_moved_at FROM payout_schedule c WHERE c.campaign_id = p.campaign_id ORDER BY attempt DESC LIMIT 1
  ) t ON true
WHERE a.due_at <= now() AND a.plan_id <> ALL (${passedOver}::uuid[])
ORDER BY a.due_at LIMIT 1 FOR UPDATE OF a SKIP LOCKED FOR SHARE OF p SKIP LOCKED

-- distribution/payout-announcements.repository.ts: PayoutAnnouncementsRepository.mark
WITH due AS (
      SELECT rank, /* planKind === 'preview' ? */ CASE WHEN status = 'projected' THEN 'interim'
    WHEN excluded_reason = 'no_payout_address' THEN 'address_missing' END /* : */ /* status === 'ready' && voidedAt === null ? */ CASE WHEN announced IS NOT NULL THEN NULL WHEN status = 'excluded' THEN 'unlisted' ELSE 'listed' END /* : */ CASE
    WHEN status IN ('pending', 'committed') THEN 'projected'
    WHEN status IN ('excluded', 'paid', 'skipped') THEN status
    WHEN ${voidedAt !== null}::boolean THEN CASE WHEN announced IS NOT NULL THEN 'void' END
    WHEN coalesce(${claimDeadline}::timestamptz <= now(), false) THEN CASE WHEN announced IS NOT NULL THEN 'lapsed' END
    WHEN NOT coalesce(${claimDeadline}::timestamptz > now(), false) THEN NULL
    WHEN coalesce(announced, '') NOT IN ('failed', 'claim_ending') THEN 'failed'
    WHEN announced = 'failed' AND ${claimDeadline}::timestamptz <= now() + interval '7 days' THEN 'claim_ending' END /* . */ /* . */ AS kind FROM payout
      WHERE plan_id = ${id} AND (announced IS NULL OR announced = 'listed' AND status IN ('pending', 'committed')
OR status IN ('paid', 'skipped') AND announced <> status
OR status = 'failed' AND announced NOT IN ('void', 'lapsed')) AND /* planKind === 'preview' ? */ CASE WHEN status = 'projected' THEN 'interim'
    WHEN excluded_reason = 'no_payout_address' THEN 'address_missing' END /* : */ /* status === 'ready' && voidedAt === null ? */ CASE WHEN announced IS NOT NULL THEN NULL WHEN status = 'excluded' THEN 'unlisted' ELSE 'listed' END /* : */ CASE
    WHEN status IN ('pending', 'committed') THEN 'projected'
    WHEN status IN ('excluded', 'paid', 'skipped') THEN status
    WHEN ${voidedAt !== null}::boolean THEN CASE WHEN announced IS NOT NULL THEN 'void' END
    WHEN coalesce(${claimDeadline}::timestamptz <= now(), false) THEN CASE WHEN announced IS NOT NULL THEN 'lapsed' END
    WHEN NOT coalesce(${claimDeadline}::timestamptz > now(), false) THEN NULL
    WHEN coalesce(announced, '') NOT IN ('failed', 'claim_ending') THEN 'failed'
    WHEN announced = 'failed' AND ${claimDeadline}::timestamptz <= now() + interval '7 days' THEN 'claim_ending' END /* . */ /* . */ IS NOT NULL
      ORDER BY rank LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE payout SET announced = CASE WHEN due.kind = 'failed' AND ${claimDeadline}::timestamptz <= now() + interval '7 days' THEN 'claim_ending' ELSE due.kind END
    FROM due WHERE plan_id = ${id} AND payout.rank = due.rank
    RETURNING due.kind, due.rank, (
WITH RECURSIVE later AS (
  SELECT payout.user_id AS id, 0 AS merges
  UNION ALL
  SELECT m.survivor_id, merges + 1 FROM later JOIN identity.published_account_merge_v1 m ON m.absorbed_id = later.id
  WHERE merges < ${MAX_ACCOUNTS}::integer)
SELECT id FROM later ORDER BY merges DESC LIMIT 1) AS user_id, amount, excluded_reason, tx_hash

-- distribution/payout-announcements.repository.ts: PayoutAnnouncementsRepository.continue
UPDATE payout_announcement SET announced_at = now() WHERE plan_id = ${id}

-- distribution/payout-announcements.repository.ts: PayoutAnnouncementsRepository.pause
DELETE FROM payout_announcement WHERE plan_id = ${id} AND (${voidedAt !== null}::boolean OR NOT EXISTS (
SELECT FROM payout WHERE plan_id = ${id} AND (status IN ('pending', 'committed')
  OR status = 'failed' AND coalesce(${claimDeadline}::timestamptz > now() - interval '1 day', true))))

-- distribution/payout-announcements.repository.ts: PayoutAnnouncementsRepository.pause
UPDATE payout_announcement SET due_at = now() + make_interval(
  secs => greatest(least(extract(epoch FROM now() - announced_at) * ${PAUSE_PART}::float8, ${MAX_PAUSE_SECONDS}::float8), ${MIN_PAUSE_SECONDS}::float8))
WHERE plan_id = ${id}

-- distribution/payout-announcements.repository.ts: PayoutAnnouncementsRepository.end
DELETE FROM payout_announcement WHERE plan_id = ${id}

-- distribution/payout-status.repository.ts: PayoutStatusRepository.committed
UPDATE payout SET status = 'committed'
WHERE plan_id = ${planId} AND status = 'pending' AND address <= ${upToAddress}

-- distribution/payout-status.repository.ts: PayoutStatusRepository.reset
UPDATE payout SET status = 'pending' WHERE plan_id = ${planId} AND status = 'committed'

-- distribution/payout-status.repository.ts: PayoutStatusRepository.void
UPDATE payout_plan SET voided_at = now()
WHERE campaign_id = ${campaignId} AND kind = 'final' AND status IN ('ready', 'approved') AND voided_at IS NULL
  AND pool ->> 'attempt' = ${`${attempt}`}
RETURNING id

-- distribution/payout-status.repository.ts: PayoutStatusRepository.void
UPDATE payout SET status = 'failed'
WHERE plan_id = ${plan.id} AND status IN ('projected', 'pending', 'committed')

-- distribution/payout-status.repository.ts: PayoutStatusRepository.void
UPDATE payout_announcement SET due_at = now() WHERE plan_id = ${plan.id}

-- distribution/payout-status.repository.ts: PayoutStatusRepository.settle
UPDATE payout p SET status = o.status, tx_hash = coalesce(o.tx_hash, p.tx_hash), payer = o.payer,
  paid_at = o.paid_at
FROM unnest(${outcomes.map(({ address }) => address)}::text[], ${outcomes.map(({ status }) => status)}::text[],
  ${outcomes.map(({ txHash }) => txHash)}::text[], ${outcomes.map(({ payer }) => payer)}::text[],
  ${outcomes.map(({ paidAt }) => paidAt)}::timestamptz[]) AS o (address, status, tx_hash, payer, paid_at)
WHERE p.plan_id = ${planId} AND p.address = o.address COLLATE "C" AND p.amount IS NOT NULL AND p.status IN ('pending', 'committed', 'failed')
  AND p.status <> o.status

-- distribution/payout-status.repository.ts: PayoutStatusRepository.withoutTransaction
SELECT address FROM payout
WHERE plan_id = ${planId} AND status = 'paid' AND tx_hash IS NULL AND address > ${after}
  AND paid_at > now() - interval '30 days'
ORDER BY address LIMIT ${limit}

-- distribution/payout-status.repository.ts: PayoutStatusRepository.complete
UPDATE payout p SET tx_hash = f.tx_hash, paid_at = f.paid_at
FROM unnest(${found.map(({ address }) => address)}::text[], ${found.map(({ txHash }) => txHash)}::text[],
  ${found.map(({ paidAt }) => paidAt)}::timestamptz[]) AS f (address, tx_hash, paid_at)
WHERE p.plan_id = ${planId} AND p.address = f.address COLLATE "C" AND p.status = 'paid' AND p.tx_hash IS NULL

-- distribution/payout-status.repository.ts: PayoutStatusRepository.publish
SELECT project_id, campaign_id, version FROM payout_plan WHERE id = ${planId}

-- operator/console/escrows.repository.ts: EscrowsRepository.list
/* before === undefined ? */  /* : */ AND a.campaign_id < ${before}::uuid /* . */
      /* chainId === undefined ? */  /* : */ AND a.chain_id = ${chainId} /* . */
      /* phase === undefined ? */  /* : */ AND s.status ->> 'phase' = ${phase} /* . */
      /* held === undefined ? */  /* : */ AND EXISTS (
SELECT FROM escrow_intervention i
WHERE i.campaign_id = a.campaign_id AND i.kind = 'hold' AND i.released_at IS NULL) = ${held} /* . */
      /* stopped === undefined ? */  /* : */ AND (o.state IS NOT DISTINCT FROM 'stop') = ${stopped} /* . */
      /* projectId === undefined ? */  /* : */ AND a.project_id = ${projectId} /* . */

-- operator/console/escrows.repository.ts: EscrowsRepository.get
AND a.campaign_id = ${campaignId}

-- operator/console/escrows.repository.ts: EscrowsRepository.rows
SELECT a.campaign_id, a.project_id, a.attempt, a.chain_id, COALESCE(s.address, a.address) AS address,
      s.status ->> 'phase' AS phase, o.state, o.code, o.reason, o.until, o.since, o.decided_at, o.next_look_at,
      o.last_error, o.last_error_at
    FROM escrow_attempt a
      LEFT JOIN escrow_state s USING (campaign_id, attempt)
      LEFT JOIN escrow_operation o USING (campaign_id, attempt)
    WHERE NOT EXISTS (
SELECT FROM escrow_attempt later WHERE later.campaign_id = a.campaign_id AND later.attempt > a.attempt) ${where}
    ORDER BY a.campaign_id DESC LIMIT ${limit}

-- operator/console/escrows.repository.ts: EscrowsRepository.interventions
SELECT ${columns(INTERVENTION_COLUMNS)} FROM escrow_intervention
WHERE campaign_id = ANY (${campaignIds}::uuid[]) AND ended_at IS NULL
ORDER BY started_at DESC

-- operator/console/interventions.repository.ts: InterventionsRepository.start
UPDATE escrow_intervention SET release_requested_by = NULL, release_requested_at = NULL
WHERE campaign_id = ${campaignId}::uuid AND kind = ${kind} AND released_at IS NULL AND ended_at IS NULL AND release_requested_by IS NOT NULL RETURNING ${columns(INTERVENTION_COLUMNS)}

-- operator/console/interventions.repository.ts: InterventionsRepository.start
INSERT INTO escrow_intervention (${..intervention}, id) VALUES (${..intervention}, ${newId()})
ON CONFLICT (campaign_id, kind) WHERE released_at IS NULL AND ended_at IS NULL DO NOTHING RETURNING ${columns(INTERVENTION_COLUMNS)}

-- operator/console/interventions.repository.ts: InterventionsRepository.requestRelease
UPDATE escrow_intervention SET release_requested_by = ${adminId}, release_requested_at = clock_timestamp()
    WHERE campaign_id = ${campaignId}::uuid AND kind = ${kind} AND released_at IS NULL AND ended_at IS NULL AND (release_requested_at > clock_timestamp() - make_interval(mins => ${RELEASE_MINUTES})) IS NOT TRUE AND ${createdAt(adminId)} < greatest(started_at, clock_timestamp() - make_interval(hours => ${NEW_HOURS}))
      AND ${adminIds.length}::integer = (
SELECT count(*) FROM identity.published_operator_v1
WHERE admin_id IN (${join(adminIds)}) AND coalesce(changed_by_others_at < clock_timestamp() - make_interval(hours => ${NEW_HOURS}), changed_by_others_at IS NULL))
    RETURNING ${columns(INTERVENTION_COLUMNS)}

-- operator/console/interventions.repository.ts: InterventionsRepository.confirmRelease
UPDATE escrow_intervention SET released_by = ${adminId}, released_at = clock_timestamp(),
      ended_at = /* kind === 'hold' ? */ clock_timestamp() /* : */ NULL /* . */, last_error = NULL, next_try_at = '-infinity'
    WHERE id = ${id} AND campaign_id = ${campaignId}::uuid AND kind = ${kind} AND released_at IS NULL AND ended_at IS NULL AND release_requested_at > clock_timestamp() - make_interval(mins => ${RELEASE_MINUTES}) AND release_requested_by <> ${adminId}
      AND ${createdAt(adminId)} < greatest(started_at, clock_timestamp() - make_interval(hours => ${NEW_HOURS})) AND ${adminIds.length}::integer = (
SELECT count(*) FROM identity.published_operator_v1
WHERE admin_id IN (${join(adminIds)}) AND coalesce(changed_by_others_at < clock_timestamp() - make_interval(hours => ${NEW_HOURS}), changed_by_others_at IS NULL))
      AND EXISTS (
SELECT FROM operator WHERE admin_id = release_requested_by AND status = 'active' AND role = ANY (${MANAGERS}::text[]))
    RETURNING ${columns(INTERVENTION_COLUMNS)}

-- operator/console/interventions.repository.ts: InterventionsRepository.pausedLately
SELECT FROM escrow_intervention WHERE campaign_id = ${campaignId} AND kind = 'pause'
  AND coalesce(ended_at, pause_until) > ${now}::timestamptz - interval '24 hours' LIMIT 1

-- operator/console/interventions.repository.ts: InterventionsRepository.running
SELECT ${columns(INTERVENTION_COLUMNS)} FROM escrow_intervention WHERE campaign_id = ${campaignId}::uuid AND kind = ${kind} AND released_at IS NULL AND ended_at IS NULL

-- operator/console/interventions.repository.ts: InterventionsRepository.ofId
SELECT ${columns(INTERVENTION_COLUMNS)} FROM escrow_intervention WHERE id = ${id} AND campaign_id = ${campaignId} AND kind = ${kind}

-- operator/console/objection-decisions.repository.ts: ObjectionDecisionsRepository.list
true

-- operator/console/objection-decisions.repository.ts: ObjectionDecisionsRepository.list
o.state = ${state}

-- operator/console/objection-decisions.repository.ts: ObjectionDecisionsRepository.list
o.id < ${before}::uuid

-- operator/console/objection-decisions.repository.ts: ObjectionDecisionsRepository.list
SELECT ${columns(OBJECTION_COLUMNS, 'o')}, p.project_id, p.version, t.approves_at
FROM payout_objection o JOIN payout_plan p ON p.id = o.plan_id
CROSS JOIN LATERAL (
  SELECT approves_at FROM payout_schedule s WHERE s.campaign_id = o.campaign_id ORDER BY attempt DESC LIMIT 1
) t WHERE true AND ${..(state === undefined ? [] : [sql`o.state = ${state}`])} AND ${..(before === undefined ? [] : [sql`o.id < ${before}::uuid`])} ORDER BY o.id DESC LIMIT ${limit + 1}

-- operator/console/objection-decisions.repository.ts: ObjectionDecisionsRepository.get
SELECT ${columns(OBJECTION_COLUMNS, 'o')}, p.project_id, p.version, t.approves_at
FROM payout_objection o JOIN payout_plan p ON p.id = o.plan_id
CROSS JOIN LATERAL (
  SELECT approves_at FROM payout_schedule s WHERE s.campaign_id = o.campaign_id ORDER BY attempt DESC LIMIT 1
) t WHERE o.id = ${id}

-- operator/console/objection-decisions.repository.ts: ObjectionDecisionsRepository.propose
UPDATE payout_objection SET proposal_id = ${newId()}, proposed_decision = ${decision},
      proposed_reason = ${reason}, proposed_by = ${adminId}, proposed_at = clock_timestamp()
    WHERE id = ${id} AND state = 'open' AND (proposed_at > clock_timestamp() - make_interval(mins => ${RELEASE_MINUTES}) AND proposed_decision = ${decision}) IS NOT TRUE
      AND ${createdAt(adminId)} < greatest(objected_at, clock_timestamp() - make_interval(hours => ${NEW_HOURS})) AND ${adminIds.length}::integer = (
SELECT count(*) FROM identity.published_operator_v1
WHERE admin_id IN (${join(adminIds)}) AND coalesce(changed_by_others_at < clock_timestamp() - make_interval(hours => ${NEW_HOURS}), changed_by_others_at IS NULL))

-- operator/console/objection-decisions.repository.ts: ObjectionDecisionsRepository.confirm
UPDATE payout_objection SET confirmed_by = ${adminId}, decided_at = clock_timestamp(),
      state = CASE proposed_decision WHEN 'uphold' THEN 'upheld' ELSE 'dismissed' END
    WHERE id = ${id} AND state = 'open' AND proposal_id = ${proposalId} AND proposed_at > clock_timestamp() - make_interval(mins => ${RELEASE_MINUTES}) AND proposed_by <> ${adminId}
      AND ${createdAt(adminId)} < greatest(objected_at, clock_timestamp() - make_interval(hours => ${NEW_HOURS})) AND ${adminIds.length}::integer = (
SELECT count(*) FROM identity.published_operator_v1
WHERE admin_id IN (${join(adminIds)}) AND coalesce(changed_by_others_at < clock_timestamp() - make_interval(hours => ${NEW_HOURS}), changed_by_others_at IS NULL))
      AND EXISTS (
SELECT FROM operator WHERE admin_id = proposed_by AND status = 'active' AND role = ANY (${MANAGERS}::text[]))

-- operator/console/pauses.repository.ts: PausesRepository.dueChains
SELECT a.chain_id FROM escrow_intervention i JOIN escrow_attempt a USING (campaign_id, attempt)
WHERE i.kind = 'pause' AND i.ended_at IS NULL AND i.next_try_at <= clock_timestamp()
UNION SELECT chain_id FROM signed_transaction WHERE key = 'escrow_pauser' AND outcome IS NULL

-- operator/console/pauses.repository.ts: PausesRepository.due
SELECT i.id, i.campaign_id, i.attempt, a.project_id, a.factory, i.pause_until,
  i.applied_at IS NOT NULL AS is_applied, i.released_at IS NOT NULL AS is_released,
  EXISTS (
    SELECT FROM signed_transaction t WHERE t.campaign_id = i.campaign_id AND t.action = 'unpause'
      AND t.outcome = 'succeeded' AND t.signed_at > i.released_at) AS is_lifted
FROM escrow_intervention i JOIN escrow_attempt a USING (campaign_id, attempt)
WHERE i.kind = 'pause' AND i.ended_at IS NULL AND i.next_try_at <= clock_timestamp() AND a.chain_id = ${chainId}
ORDER BY i.started_at

-- operator/console/pauses.repository.ts: PausesRepository.apply
UPDATE escrow_intervention
SET applied_at = COALESCE(applied_at, clock_timestamp()), last_error = NULL, next_try_at = clock_timestamp() + make_interval(secs => ${seconds}::float8)
WHERE id = ${id} AND ended_at IS NULL AND released_at IS NULL

-- operator/console/pauses.repository.ts: PausesRepository.end
UPDATE escrow_intervention SET ended_at = clock_timestamp() WHERE id = ${id} AND ended_at IS NULL

-- operator/console/pauses.repository.ts: PausesRepository.postpone
UPDATE escrow_intervention SET last_error = ${error.slice(0, MAX_ERROR_CHARACTERS)}, next_try_at = clock_timestamp() + make_interval(secs => ${seconds}::float8)
WHERE id = ${id} AND ended_at IS NULL AND (released_at IS NOT NULL) = ${isReleased}

-- operator/console/transactions.repository.ts: TransactionsRepository.list
SELECT id::text, hash, campaign_id, chain_id, key, signer, contract, action, sequence::text, gas_limit::text,
  fee_denom, fee_amount::text, timeout_height::float8, signed_at, refusal, COALESCE(outcome, 'open') AS outcome,
  height::float8, code, gas_used::text, error, decided_at
FROM signed_transaction
WHERE true
  /* before === undefined ? */  /* : */ AND id < ${before}::bigint /* . */
  /* campaignId === undefined ? */  /* : */ AND campaign_id = ${campaignId} /* . */
  /* chainId === undefined ? */  /* : */ AND chain_id = ${chainId} /* . */
  /* key === undefined ? */  /* : */ AND key = ${key} /* . */
  /* outcome === undefined ? */  /* : */ AND outcome IS NOT DISTINCT FROM NULLIF(${outcome}::text, 'open') /* . */
  /* action === undefined ? */  /* : */ AND action = ${action} /* . */
ORDER BY id DESC LIMIT ${limit + 1}

-- operator/console/withdrawals.repository.ts: WithdrawalsRepository.plan
SELECT id, campaign_id, (pool ->> 'attempt')::integer AS attempt FROM payout_plan
WHERE id = ${planId} AND campaign_id = ${campaignId} AND status = 'approved' AND voided_at IS NULL
  AND pool ->> 'attempt' IS NOT NULL

-- operator/console/withdrawals.repository.ts: WithdrawalsRepository.request
INSERT INTO approval_withdrawal AS w (id, campaign_id, plan_id, reason, requested_by)
    SELECT ${newId()}, ${campaignId}, p.id, ${reason}, ${adminId} FROM payout_plan p
    WHERE p.id = ${planId} AND ${createdAt(adminId)} < greatest(p.approved_at, clock_timestamp() - make_interval(hours => ${NEW_HOURS})) AND ${adminIds.length}::integer = (
SELECT count(*) FROM identity.published_operator_v1
WHERE admin_id IN (${join(adminIds)}) AND coalesce(changed_by_others_at < clock_timestamp() - make_interval(hours => ${NEW_HOURS}), changed_by_others_at IS NULL))
    ON CONFLICT (plan_id) DO UPDATE SET id = excluded.id, reason = excluded.reason,
      requested_by = excluded.requested_by, requested_at = clock_timestamp()
    WHERE w.confirmed_at IS NULL AND NOT (w.requested_at > clock_timestamp() - make_interval(mins => ${RELEASE_MINUTES}))
    RETURNING ${columns(COLUMNS, 'w')}

-- operator/console/withdrawals.repository.ts: WithdrawalsRepository.confirm
UPDATE approval_withdrawal w SET confirmed_by = ${adminId}, confirmed_at = clock_timestamp()
    FROM payout_plan p
    WHERE w.id = ${id} AND w.campaign_id = ${campaignId} AND w.confirmed_at IS NULL AND w.requested_at > clock_timestamp() - make_interval(mins => ${RELEASE_MINUTES})
      AND p.id = w.plan_id AND w.requested_by <> ${adminId} AND ${createdAt(adminId)} < greatest(p.approved_at, clock_timestamp() - make_interval(hours => ${NEW_HOURS}))
      AND ${adminIds.length}::integer = (
SELECT count(*) FROM identity.published_operator_v1
WHERE admin_id IN (${join(adminIds)}) AND coalesce(changed_by_others_at < clock_timestamp() - make_interval(hours => ${NEW_HOURS}), changed_by_others_at IS NULL)) AND EXISTS (
SELECT FROM operator WHERE admin_id = w.requested_by AND status = 'active' AND role = ANY (${MANAGERS}::text[]))
    RETURNING ${columns(COLUMNS, 'w')}

-- operator/console/withdrawals.repository.ts: WithdrawalsRepository.ofId
SELECT ${columns(COLUMNS)} FROM approval_withdrawal WHERE id = ${id} AND campaign_id = ${campaignId}

-- operator/console/withdrawals.repository.ts: WithdrawalsRepository.ofPlan
SELECT ${columns(COLUMNS)} FROM approval_withdrawal WHERE plan_id = ${planId}

-- operator/console/withdrawals.repository.ts: WithdrawalsRepository.latest
SELECT ${columns(COLUMNS, 'w')} FROM approval_withdrawal w
WHERE campaign_id = ${campaignId} AND (confirmed_at IS NOT NULL OR w.requested_at > clock_timestamp() - make_interval(mins => ${RELEASE_MINUTES}))
ORDER BY requested_at DESC LIMIT 1

-- operator/decisions/operations.repository.ts: OperationsRepository.open
INSERT INTO escrow_operation (campaign_id, attempt, chain_id)
SELECT campaign_id, attempt, a.chain_id FROM escrow_state s JOIN escrow_attempt a USING (campaign_id, attempt)
WHERE NOT EXISTS (
  SELECT FROM escrow_operation o WHERE o.campaign_id = s.campaign_id AND o.attempt = s.attempt)
ON CONFLICT DO NOTHING

-- operator/decisions/operations.repository.ts: OperationsRepository.get
SELECT o.campaign_id, o.attempt, a.project_id, o.chain_id, o.state, o.code, o.reason, o.until, o.decided_at,
o.since, o.next_look_at, o.last_error, o.last_error_at, o.memory, o.comparison,
o.recording FROM escrow_operation o JOIN escrow_attempt a USING (campaign_id, attempt) WHERE o.campaign_id = ${campaignId} AND o.attempt = ${attempt}

-- operator/decisions/operations.repository.ts: OperationsRepository.ofContract
SELECT o.campaign_id, o.attempt, a.project_id, o.chain_id, o.state, o.code, o.reason, o.until, o.decided_at,
o.since, o.next_look_at, o.last_error, o.last_error_at, o.memory, o.comparison,
o.recording FROM escrow_operation o JOIN escrow_attempt a USING (campaign_id, attempt) JOIN escrow_state s USING (campaign_id, attempt)
    WHERE s.address = ${address}

-- operator/decisions/operations.repository.ts: OperationsRepository.claim
UPDATE escrow_operation o SET lease = gen_random_uuid(), next_look_at = now() + make_interval(secs => ${LEASE_SECONDS})
    FROM escrow_attempt a
    WHERE a.campaign_id = o.campaign_id AND a.attempt = o.attempt AND (o.campaign_id, o.attempt) IN (
      SELECT campaign_id, attempt FROM escrow_operation WHERE next_look_at <= now()
      ORDER BY next_look_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING o.campaign_id, o.attempt, a.project_id, o.chain_id, o.state, o.code, o.reason, o.until, o.decided_at,
o.since, o.next_look_at, o.last_error, o.last_error_at, o.memory, o.comparison,
o.recording, o.lease

-- operator/decisions/operations.repository.ts: OperationsRepository.finish
UPDATE escrow_operation o SET lease = NULL, next_look_at = now() + make_interval(secs => ${seconds}::float8)
WHERE o.campaign_id = ${campaignId} AND o.attempt = ${attempt} AND lease = ${claimed.lease}

-- operator/decisions/operations.repository.ts: OperationsRepository.chainsAtWork
SELECT chain_id FROM escrow_operation WHERE state = 'send'
UNION SELECT chain_id FROM signed_transaction WHERE key = 'escrow_operator' AND outcome IS NULL

-- operator/decisions/operations.repository.ts: OperationsRepository.ready
SELECT campaign_id, attempt FROM escrow_operation WHERE chain_id = ${chainId} AND state = 'send'
ORDER BY turn_at LIMIT ${limit}

-- operator/decisions/operations.repository.ts: OperationsRepository.record
UPDATE escrow_operation o
SET state = ${state}, code = ${code}, reason = ${why.slice(0, MAX_REASON_CHARACTERS)}, until = ${until}, decided_at = now(),
  since = CASE WHEN state = ${state} AND code = ${code} THEN since ELSE now() END
WHERE o.campaign_id = ${campaignId} AND o.attempt = ${attempt}

-- operator/decisions/operations.repository.ts: OperationsRepository.takeTurn
UPDATE escrow_operation o SET turn_at = clock_timestamp() WHERE o.campaign_id = ${campaignId} AND o.attempt = ${attempt}

-- operator/decisions/operations.repository.ts: OperationsRepository.remember
UPDATE escrow_operation o SET memory = memory || ${JSON.stringify(memory)}::jsonb WHERE o.campaign_id = ${campaignId} AND o.attempt = ${attempt}

-- operator/decisions/operations.repository.ts: OperationsRepository.compared
UPDATE escrow_operation o SET comparison = ${JSON.stringify(comparison)}::jsonb WHERE o.campaign_id = ${campaignId} AND o.attempt = ${attempt}

-- operator/decisions/operations.repository.ts: OperationsRepository.recorded
UPDATE escrow_operation o SET recording = coalesce(o.recording, '{}') || ${JSON.stringify(recording)}::jsonb
WHERE o.campaign_id = ${campaignId} AND o.attempt = ${attempt}

-- operator/decisions/operations.repository.ts: OperationsRepository.isFinalizeSent
SELECT FROM payout_plan WHERE id = ${planId} FOR UPDATE

-- operator/decisions/operations.repository.ts: OperationsRepository.isFinalizeSent
SELECT FROM escrow_operation o WHERE o.campaign_id = ${campaignId} AND o.attempt = ${attempt} AND memory #>> '{finalized,planId}' = ${planId}

-- operator/decisions/operations.repository.ts: OperationsRepository.wake
UPDATE escrow_operation o SET next_look_at = now() WHERE o.campaign_id = ${campaignId} AND o.attempt = ${attempt} AND lease IS NULL

-- operator/decisions/operations.repository.ts: OperationsRepository.noteError
UPDATE escrow_operation o SET last_error = ${error.slice(0, MAX_REASON_CHARACTERS)}, last_error_at = now()
WHERE o.campaign_id = ${campaignId} AND o.attempt = ${attempt}

-- operator/decisions/planned-entries.repository.ts: PlannedEntriesRepository.prefix
SELECT count(*)::int AS entries, coalesce(sum(amount), 0)::text AS total, max(address) AS last_address FROM payout
WHERE plan_id = ${planId} AND amount IS NOT NULL AND address <= ${lastAddress ?? ''}

-- operator/decisions/planned-entries.repository.ts: PlannedEntriesRepository.failed
SELECT address FROM payout
WHERE plan_id = ${planId} AND status = 'failed' AND address > ${after} ORDER BY address LIMIT ${MAX_RETRIED}

-- operator/reconciler/open-payouts.repository.ts: OpenPayoutsRepository.before
SELECT coalesce((
  SELECT max(address) FROM payout e WHERE e.plan_id = ${planId} AND e.amount IS NOT NULL AND e.address < o.address
), '') AS before
FROM payout o
WHERE o.plan_id = ${planId} AND o.amount IS NOT NULL AND o.status IN ('pending', 'committed', 'failed')
  AND o.address > ${after}
ORDER BY o.address LIMIT 1

-- operator/reconciler/open-payouts.repository.ts: OpenPayoutsRepository.open
SELECT address FROM payout
WHERE plan_id = ${planId} AND amount IS NOT NULL AND status IN ('pending', 'committed', 'failed')
  AND address = ANY (${[...addresses]}::text[])

-- plans/allocations.repository.ts: AllocationsRepository.get
SELECT id, version, status, finalized_at, allocation_sha256, entries, total, approved_at FROM payout_plan
WHERE campaign_id = ${campaignId} AND kind = 'final' AND allocation_sha256 IS NOT NULL AND pool ->> 'attempt' IS NOT NULL AND /* version === undefined ? */ status IN ('ready', 'approved') /* : */ version = ${version} /* . */

-- plans/allocations.repository.ts: AllocationsRepository.approved
SELECT id, version, encode(allocation_sha256, 'hex') AS sha256, entries, total, pool, finalized_at
FROM payout_plan
WHERE campaign_id = ${campaignId} AND status = 'approved' AND pool ->> 'attempt' = ${`${attempt}`}

-- plans/allocations.repository.ts: AllocationsRepository.noteFinalized
UPDATE payout_plan SET finalized_at = now() WHERE id = ${planId} AND finalized_at IS NULL

-- plans/allocations.repository.ts: AllocationsRepository.keepApproved
SELECT FROM payout_plan WHERE id = ${planId} AND status = 'approved' FOR SHARE

-- plans/allocations.repository.ts: AllocationsRepository.pays
SELECT FROM payout
WHERE plan_id = ${planId} AND amount IS NOT NULL AND address = ANY (${[...addresses]}::text[]) LIMIT 1

-- plans/allocations.repository.ts: AllocationsRepository.entries
SELECT address, amount AS weight, points FROM payout
WHERE plan_id = ${planId} AND amount IS NOT NULL AND address > ${after} ORDER BY address LIMIT ${BATCH}

-- plans/allocations.repository.ts: AllocationsRepository.list
SELECT id, version, status, finalized_at, allocation_sha256, entries, total, approved_at FROM payout_plan
WHERE campaign_id = ${campaignId} AND kind = 'final' AND allocation_sha256 IS NOT NULL AND pool ->> 'attempt' IS NOT NULL /* before === undefined ? */  /* : */ AND version < ${before} /* . */
ORDER BY version DESC LIMIT ${limit + 1}

-- plans/campaigns.repository.ts: CampaignsRepository.get
SELECT id, project_id, ended_at, reward_pool FROM quests.published_campaign_v2 WHERE id = ${campaignId}

-- plans/due-plans.repository.ts: DuePlansRepository.campaigns
SELECT campaign_id, project_id, current_id, reason, attempt, commit_deadline, is_replacement
FROM (
  SELECT c.id AS campaign_id, c.project_id, p.id AS current_id, t.attempt, t.commit_deadline,
    p.id IS NULL AND 'rejected' = (
      SELECT r.status FROM payout_plan r
      WHERE r.campaign_id = c.id AND r.kind = 'final' AND coalesce((r.pool ->> 'attempt')::integer, 0) = t.attempt
      ORDER BY r.version DESC LIMIT 1) IS TRUE AS is_replacement,
    CASE
      WHEN t.attempt > 0 AND coalesce(s.status ->> 'phase', '') <> ALL (${COMMIT_PHASES}::text[]) THEN NULL
      WHEN p.id IS NULL OR coalesce((p.pool ->> 'attempt')::integer, 0) <> t.attempt THEN 'frozen'
      WHEN p.finalized_at IS NOT NULL AND (s.status ->> 'version')::integer > (p.pool ->> 'allocationVersion')::integer
        THEN 'rejected'
      WHEN t.attempt > 0 AND least((s.status ->> 'funded_total')::numeric, (s.status ->> 'balance')::numeric)
        <> (p.pool ->> 'gross')::numeric THEN 'pool_changed'
      WHEN p.status <> 'ready' THEN NULL
      WHEN p.as_of <> t.freezes_at THEN 'frozen'
      WHEN p.list_read_at < t.operators_until THEN 'corrected'
      WHEN t.approves_at <= now()
        AND (p.list_read_at < t.approves_at OR p.list_read_at < now() - interval '10 minutes') THEN 'approval'
    END AS reason
  FROM payout_schedule t
  JOIN quests.published_campaign_v2 c ON c.id = t.campaign_id
  LEFT JOIN payout_plan p ON p.campaign_id = c.id AND p.kind = 'final' AND p.status IN ('ready', 'approved')
  LEFT JOIN escrow_state s ON s.campaign_id = t.campaign_id AND s.attempt = t.attempt
  WHERE t.freezes_at <= now() AND c.reward_pool IS NOT NULL
    AND NOT EXISTS (SELECT FROM payout_schedule l WHERE l.campaign_id = t.campaign_id AND l.attempt > t.attempt)
    AND NOT EXISTS (SELECT FROM escrow_state l WHERE l.campaign_id = t.campaign_id AND l.attempt > t.attempt)
    AND NOT EXISTS (SELECT FROM payout_plan r WHERE r.campaign_id = c.id AND r.status = 'requested')
) due
WHERE reason IS NOT NULL LIMIT ${BATCH}

-- plans/due-plans.repository.ts: DuePlansRepository.campaign
SELECT campaign_id, project_id, current_id, reason, attempt, commit_deadline, is_replacement
FROM (
  SELECT c.id AS campaign_id, c.project_id, p.id AS current_id, t.attempt, t.commit_deadline,
    p.id IS NULL AND 'rejected' = (
      SELECT r.status FROM payout_plan r
      WHERE r.campaign_id = c.id AND r.kind = 'final' AND coalesce((r.pool ->> 'attempt')::integer, 0) = t.attempt
      ORDER BY r.version DESC LIMIT 1) IS TRUE AS is_replacement,
    CASE
      WHEN t.attempt > 0 AND coalesce(s.status ->> 'phase', '') <> ALL (${COMMIT_PHASES}::text[]) THEN NULL
      WHEN p.id IS NULL OR coalesce((p.pool ->> 'attempt')::integer, 0) <> t.attempt THEN 'frozen'
      WHEN p.finalized_at IS NOT NULL AND (s.status ->> 'version')::integer > (p.pool ->> 'allocationVersion')::integer
        THEN 'rejected'
      WHEN t.attempt > 0 AND least((s.status ->> 'funded_total')::numeric, (s.status ->> 'balance')::numeric)
        <> (p.pool ->> 'gross')::numeric THEN 'pool_changed'
      WHEN p.status <> 'ready' THEN NULL
      WHEN p.as_of <> t.freezes_at THEN 'frozen'
      WHEN p.list_read_at < t.operators_until THEN 'corrected'
      WHEN t.approves_at <= now()
        AND (p.list_read_at < t.approves_at OR p.list_read_at < now() - interval '10 minutes') THEN 'approval'
    END AS reason
  FROM payout_schedule t
  JOIN quests.published_campaign_v2 c ON c.id = t.campaign_id
  LEFT JOIN payout_plan p ON p.campaign_id = c.id AND p.kind = 'final' AND p.status IN ('ready', 'approved')
  LEFT JOIN escrow_state s ON s.campaign_id = t.campaign_id AND s.attempt = t.attempt
  WHERE t.freezes_at <= now() AND c.reward_pool IS NOT NULL AND c.id = ${campaignId}
    AND NOT EXISTS (SELECT FROM payout_schedule l WHERE l.campaign_id = t.campaign_id AND l.attempt > t.attempt)
    AND NOT EXISTS (SELECT FROM escrow_state l WHERE l.campaign_id = t.campaign_id AND l.attempt > t.attempt)
    AND NOT EXISTS (SELECT FROM payout_plan r WHERE r.campaign_id = c.id AND r.status = 'requested')
) due
WHERE reason IS NOT NULL

-- plans/due-plans.repository.ts: DuePlansRepository.unprojected
SELECT c.id AS campaign_id, c.project_id FROM quests.published_campaign_v2 c
WHERE c.reward_pool IS NOT NULL
  AND (c.status = 'active' OR c.id IN (SELECT campaign_id FROM payout_schedule WHERE freezes_at > now()))
  AND NOT EXISTS (
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

-- plans/earners.repository.ts: EarnersRepository.counting
SELECT u.user_id, c.credited, e.primary_wallet, coalesce(e.wallets, '[]') AS wallets, a.address AS chosen,
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
    FROM quests.published_ledger_v5
    WHERE user_id = u.user_id AND campaign_id = ${id}
    GROUP BY submission_id, credit_no
    HAVING bool_or(kind = 'credit'
        AND (credited_at < ${creditedBefore} OR is_by_operator AND credited_at < ${creditedByOperatorsBefore})
        AND submitted_at < coalesce(${submittedBefore}::timestamptz, 'infinity'))
      AND NOT bool_or(kind = 'reversal' AND (is_of_merge OR created_at < ${reversedBefore}))
  ) credits
) c
LEFT JOIN quests.published_earner_v2 e ON e.user_id = u.user_id
LEFT JOIN identity.published_payout_address_v1 a ON a.user_id = u.user_id AND a.chain_id = ${chainId}
ORDER BY u.user_id

-- plans/objections.repository.ts: ObjectionsRepository.admit
UPDATE payout_plan p SET status = p.status
FROM payout_schedule t
WHERE p.id = ${planId} AND p.kind = 'final' AND p.status = 'ready' AND p.voided_at IS NULL
  AND t.campaign_id = p.campaign_id AND t.attempt = coalesce((p.pool ->> 'attempt')::integer, 0)
  AND p.as_of = t.freezes_at AND t.approves_at > clock_timestamp()

-- plans/objections.repository.ts: ObjectionsRepository.add
INSERT INTO payout_objection (id, plan_id, campaign_id, objected_by, reason, submission_ids)
VALUES (${newId()}, ${planId}, ${campaignId}, ${objectedBy}, ${reason}, ${submissionIds}::uuid[])
RETURNING ${columns(OBJECTION_COLUMNS)}

-- plans/objections.repository.ts: ObjectionsRepository.ofPlan
SELECT ${columns(OBJECTION_COLUMNS)} FROM payout_objection WHERE plan_id = ${planId}

-- plans/objections.repository.ts: ObjectionsRepository.areOfCampaign
SELECT count(*)::integer AS count FROM quests.published_submission_v1
WHERE id = ANY (${submissionIds}::uuid[]) AND campaign_id = ${campaignId}

-- plans/objections.repository.ts: ObjectionsRepository.close
UPDATE payout_objection o SET state = 'dismissed', decided_at = now()
FROM payout_plan p
WHERE o.campaign_id = ${campaignId} AND o.state = 'open' AND p.id = o.plan_id
RETURNING o.id AS objection_id, o.plan_id, p.project_id, p.version

-- plans/payout-plans.repository.ts: PayoutPlansRepository.lock
SELECT exclusive_lock('payout plans of ' || ${campaignId}::text)

-- plans/payout-plans.repository.ts: PayoutPlansRepository.request
INSERT INTO payout_plan (${..plan}, campaign_id, id, status, version) VALUES (${..plan}, ${campaignId}, ${id}, ${'requested'}, (SELECT coalesce(max(version), 0) + 1 FROM payout_plan WHERE campaign_id = ${campaignId}))

-- plans/payout-plans.repository.ts: PayoutPlansRepository.allRequested
SELECT id FROM payout_plan WHERE status = 'requested' ORDER BY requested_at LIMIT 100

-- plans/payout-plans.repository.ts: PayoutPlansRepository.beginMaking
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ

-- plans/payout-plans.repository.ts: PayoutPlansRepository.beginMaking
SET LOCAL statement_timeout = '5min'

-- plans/payout-plans.repository.ts: PayoutPlansRepository.now
SELECT now()

-- plans/payout-plans.repository.ts: PayoutPlansRepository.claim
SELECT ${columns(PLAN_COLUMNS, 'p')}, t.freezes_at, t.approves_at, t.commit_deadline, t.freeze_moved_at, (
  SELECT jsonb_build_object('id', o.id, 'reason', o.reason, 'submissionIds', o.submission_ids,
    'objectedBy', o.objected_by, 'objectedAt', o.objected_at, 'state', o.state, 'decidedAt', o.decided_at,
    'decisionReason', CASE WHEN o.confirmed_by IS NOT NULL THEN o.proposed_reason END)
  FROM payout_objection o WHERE o.plan_id = p.id
) AS objection
FROM payout_plan p LEFT JOIN LATERAL (
  SELECT freezes_at, approves_at, commit_deadline, freeze_moved_at FROM payout_schedule s
  WHERE s.campaign_id = p.campaign_id ORDER BY attempt DESC LIMIT 1
) t ON true WHERE p.id = ${id} AND p.status = 'requested' FOR UPDATE OF p SKIP LOCKED

-- plans/payout-plans.repository.ts: PayoutPlansRepository.byId
SELECT ${columns(PLAN_COLUMNS, 'p')}, t.freezes_at, t.approves_at, t.commit_deadline, t.freeze_moved_at, (
  SELECT jsonb_build_object('id', o.id, 'reason', o.reason, 'submissionIds', o.submission_ids,
    'objectedBy', o.objected_by, 'objectedAt', o.objected_at, 'state', o.state, 'decidedAt', o.decided_at,
    'decisionReason', CASE WHEN o.confirmed_by IS NOT NULL THEN o.proposed_reason END)
  FROM payout_objection o WHERE o.plan_id = p.id
) AS objection
FROM payout_plan p LEFT JOIN LATERAL (
  SELECT freezes_at, approves_at, commit_deadline, freeze_moved_at FROM payout_schedule s
  WHERE s.campaign_id = p.campaign_id ORDER BY attempt DESC LIMIT 1
) t ON true WHERE p.id = ${id}

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
SELECT ${columns(PLAN_COLUMNS, 'p')}, t.freezes_at, t.approves_at, t.commit_deadline, t.freeze_moved_at, (
  SELECT jsonb_build_object('id', o.id, 'reason', o.reason, 'submissionIds', o.submission_ids,
    'objectedBy', o.objected_by, 'objectedAt', o.objected_at, 'state', o.state, 'decidedAt', o.decided_at,
    'decisionReason', CASE WHEN o.confirmed_by IS NOT NULL THEN o.proposed_reason END)
  FROM payout_objection o WHERE o.plan_id = p.id
) AS objection
FROM payout_plan p LEFT JOIN LATERAL (
  SELECT freezes_at, approves_at, commit_deadline, freeze_moved_at FROM payout_schedule s
  WHERE s.campaign_id = p.campaign_id ORDER BY attempt DESC LIMIT 1
) t ON true WHERE p.campaign_id = ${campaignId} AND p.status = 'requested'

-- plans/payout-plans.repository.ts: PayoutPlansRepository.unfreeze
UPDATE payout_plan SET kind = 'preview', list_of = NULL
WHERE campaign_id = ${campaignId} AND status = 'requested' AND kind = 'final'

-- plans/payout-plans.repository.ts: PayoutPlansRepository.current
SELECT ${columns(PLAN_COLUMNS, 'p')}, t.freezes_at, t.approves_at, t.commit_deadline, t.freeze_moved_at, (
  SELECT jsonb_build_object('id', o.id, 'reason', o.reason, 'submissionIds', o.submission_ids,
    'objectedBy', o.objected_by, 'objectedAt', o.objected_at, 'state', o.state, 'decidedAt', o.decided_at,
    'decisionReason', CASE WHEN o.confirmed_by IS NOT NULL THEN o.proposed_reason END)
  FROM payout_objection o WHERE o.plan_id = p.id
) AS objection
FROM payout_plan p LEFT JOIN LATERAL (
  SELECT freezes_at, approves_at, commit_deadline, freeze_moved_at FROM payout_schedule s
  WHERE s.campaign_id = p.campaign_id ORDER BY attempt DESC LIMIT 1
) t ON true WHERE p.campaign_id = ${campaignId} AND p.status IN ('ready', 'approved')

-- plans/payout-plans.repository.ts: PayoutPlansRepository.approve
UPDATE payout_plan SET status = 'approved', approved_by = ${userId}, approved_at = now() WHERE id = ${id}

-- plans/payout-plans.repository.ts: PayoutPlansRepository.approveAsPlatform
UPDATE payout_plan p SET status = 'approved', approved_at = now()
FROM payout_schedule t
WHERE p.id = ${id} AND p.kind = 'final' AND p.status = 'ready' AND p.voided_at IS NULL AND p.entries > 0
  AND (p.is_exact OR p.pool ->> 'attempt' IS NULL)
  AND t.campaign_id = p.campaign_id AND t.attempt = coalesce((p.pool ->> 'attempt')::integer, 0)
  AND p.as_of = t.freezes_at AND p.list_read_at >= t.approves_at AND t.approves_at <= now()
  AND p.list_read_at >= coalesce(t.operators_until, '-infinity')

-- plans/payout-plans.repository.ts: PayoutPlansRepository.paysInactive
SELECT FROM payout r LEFT JOIN quests.published_earner_v2 e ON e.user_id = r.user_id
WHERE r.plan_id = ${id} AND r.amount IS NOT NULL AND e.status IS DISTINCT FROM 'active' LIMIT 1

-- plans/payout-plans.repository.ts: PayoutPlansRepository.confirmList
UPDATE payout_plan SET list_read_at = now() WHERE id = ${id}

-- plans/payout-plans.repository.ts: PayoutPlansRepository.drop
DELETE FROM payout_plan WHERE id = ${id}

-- plans/payout-plans.repository.ts: PayoutPlansRepository.update
UPDATE payout_plan SET ${..changes} WHERE id = ${id}

-- plans/payout-plans.repository.ts: PayoutPlansRepository.get
SELECT ${columns(PLAN_COLUMNS, 'p')}, t.freezes_at, t.approves_at, t.commit_deadline, t.freeze_moved_at, (
  SELECT jsonb_build_object('id', o.id, 'reason', o.reason, 'submissionIds', o.submission_ids,
    'objectedBy', o.objected_by, 'objectedAt', o.objected_at, 'state', o.state, 'decidedAt', o.decided_at,
    'decisionReason', CASE WHEN o.confirmed_by IS NOT NULL THEN o.proposed_reason END)
  FROM payout_objection o WHERE o.plan_id = p.id
) AS objection
FROM payout_plan p LEFT JOIN LATERAL (
  SELECT freezes_at, approves_at, commit_deadline, freeze_moved_at FROM payout_schedule s
  WHERE s.campaign_id = p.campaign_id ORDER BY attempt DESC LIMIT 1
) t ON true WHERE p.id = ${planId} AND p.campaign_id = ${campaignId} AND p.project_id = ${projectId}

-- plans/payout-plans.repository.ts: PayoutPlansRepository.list
SELECT FROM quests.published_campaign_v2 WHERE id = ${campaignId} AND project_id = ${projectId}

-- plans/payout-plans.repository.ts: PayoutPlansRepository.list
p.campaign_id = ${campaignId}

-- plans/payout-plans.repository.ts: PayoutPlansRepository.list
p.kind = ${kind}

-- plans/payout-plans.repository.ts: PayoutPlansRepository.list
p.version < ${before}

-- plans/payout-plans.repository.ts: PayoutPlansRepository.list
SELECT ${columns(PLAN_COLUMNS, 'p')}, t.freezes_at, t.approves_at, t.commit_deadline, t.freeze_moved_at, (
  SELECT jsonb_build_object('id', o.id, 'reason', o.reason, 'submissionIds', o.submission_ids,
    'objectedBy', o.objected_by, 'objectedAt', o.objected_at, 'state', o.state, 'decidedAt', o.decided_at,
    'decisionReason', CASE WHEN o.confirmed_by IS NOT NULL THEN o.proposed_reason END)
  FROM payout_objection o WHERE o.plan_id = p.id
) AS objection
FROM payout_plan p LEFT JOIN LATERAL (
  SELECT freezes_at, approves_at, commit_deadline, freeze_moved_at FROM payout_schedule s
  WHERE s.campaign_id = p.campaign_id ORDER BY attempt DESC LIMIT 1
) t ON true WHERE ${join(conditions, ' AND ')} ORDER BY p.version DESC LIMIT ${limit + 1}

-- plans/payout-schedules.repository.ts: PayoutSchedulesRepository.unscheduled
SELECT due.campaign_id, due.attempt, due.project_id, due.ended_at, due.commit_deadline, t.campaign_id IS NULL AS is_new
FROM (
  SELECT c.id AS campaign_id, c.project_id, 0 AS attempt, date_trunc('milliseconds', c.ended_at) AS ended_at,
    NULL::timestamptz AS commit_deadline
  FROM quests.published_campaign_v2 c
  WHERE c.ended_at IS NOT NULL AND c.reward_pool ->> 'mode' = 'manual'
    AND NOT EXISTS (SELECT FROM payout_schedule m WHERE m.campaign_id = c.id)
    AND NOT EXISTS (SELECT FROM payout_plan p WHERE p.campaign_id = c.id AND p.status = 'approved')
  UNION ALL
  SELECT c.id, c.project_id, s.attempt, date_trunc('milliseconds', to_timestamp((s.status #>> '{deadlines,ends_at}')::numeric / 1000000000)),
    date_trunc('milliseconds', to_timestamp((s.status #>> '{deadlines,commit_deadline}')::numeric / 1000000000))
  FROM quests.published_campaign_v2 c
  CROSS JOIN LATERAL (
    SELECT attempt, status FROM escrow_state e WHERE e.campaign_id = c.id ORDER BY attempt DESC LIMIT 1
  ) s
  WHERE c.ended_at IS NOT NULL AND c.reward_pool ->> 'mode' <> 'manual'
    AND s.status ->> 'phase' = ANY (${COMMIT_PHASES}::text[])
) due
LEFT JOIN payout_schedule t USING (campaign_id, attempt)
WHERE t.campaign_id IS NULL OR t.commit_deadline <> due.commit_deadline LIMIT ${BATCH}

-- plans/payout-schedules.repository.ts: PayoutSchedulesRepository.unscheduledCampaign
SELECT due.campaign_id, due.attempt, due.project_id, due.ended_at, due.commit_deadline, t.campaign_id IS NULL AS is_new
FROM (
  SELECT c.id AS campaign_id, c.project_id, 0 AS attempt, date_trunc('milliseconds', c.ended_at) AS ended_at,
    NULL::timestamptz AS commit_deadline
  FROM quests.published_campaign_v2 c
  WHERE c.ended_at IS NOT NULL AND c.reward_pool ->> 'mode' = 'manual' AND c.id = ${campaignId}
    AND NOT EXISTS (SELECT FROM payout_schedule m WHERE m.campaign_id = c.id)
    AND NOT EXISTS (SELECT FROM payout_plan p WHERE p.campaign_id = c.id AND p.status = 'approved')
  UNION ALL
  SELECT c.id, c.project_id, s.attempt, date_trunc('milliseconds', to_timestamp((s.status #>> '{deadlines,ends_at}')::numeric / 1000000000)),
    date_trunc('milliseconds', to_timestamp((s.status #>> '{deadlines,commit_deadline}')::numeric / 1000000000))
  FROM quests.published_campaign_v2 c
  CROSS JOIN LATERAL (
    SELECT attempt, status FROM escrow_state e WHERE e.campaign_id = c.id ORDER BY attempt DESC LIMIT 1
  ) s
  WHERE c.ended_at IS NOT NULL AND c.reward_pool ->> 'mode' <> 'manual' AND c.id = ${campaignId}
    AND s.status ->> 'phase' = ANY (${COMMIT_PHASES}::text[])
) due
LEFT JOIN payout_schedule t USING (campaign_id, attempt)
WHERE t.campaign_id IS NULL OR t.commit_deadline <> due.commit_deadline

-- plans/payout-schedules.repository.ts: PayoutSchedulesRepository.add
INSERT INTO payout_schedule (${..schedule}) VALUES (${..schedule})

-- plans/payout-schedules.repository.ts: PayoutSchedulesRepository.move
UPDATE payout_schedule SET moderators_from = CASE WHEN moderators_from > now() THEN moderators_from + (${commitDeadline}::timestamptz - commit_deadline) ELSE moderators_from END, freezes_at = CASE WHEN freezes_at > now() THEN freezes_at + (${commitDeadline}::timestamptz - commit_deadline) ELSE freezes_at END,
  approves_at = CASE WHEN approves_at > now() THEN approves_at + (${commitDeadline}::timestamptz - commit_deadline) ELSE approves_at END, commit_deadline = ${commitDeadline}
WHERE campaign_id = ${campaignId} AND attempt = ${attempt}

-- plans/payout-schedules.repository.ts: PayoutSchedulesRepository.approveNextAt
UPDATE payout_schedule SET approves_at = ${at}, corrected_until = ${at}
WHERE campaign_id = ${campaignId} AND attempt = ${attempt}

-- plans/payout-schedules.repository.ts: PayoutSchedulesRepository.moveFreeze
UPDATE payout_schedule t SET freezes_at = ${freezesAt}, freeze_moved_by = ${adminId}, freeze_moved_at = now()
    WHERE campaign_id = ${campaignId} AND attempt = ${attempt} AND freeze_moved_by IS NULL
      AND ${freezesAt}::timestamptz > greatest(freezes_at, now()) AND ${freezesAt}::timestamptz <= ${latest}
      AND NOT EXISTS (
SELECT FROM payout_plan p
WHERE p.campaign_id = t.campaign_id AND p.kind = 'final' AND coalesce((p.pool ->> 'attempt')::integer, 0) = t.attempt
  AND (p.approved_at IS NOT NULL OR p.voided_at IS NOT NULL))

-- plans/payout-schedules.repository.ts: PayoutSchedulesRepository.correct
UPDATE payout_schedule SET operators_until = clock_timestamp(),
  corrected_until = greatest(corrected_until, clock_timestamp())
WHERE campaign_id = ${campaignId} AND attempt = ${attempt}

-- plans/payout-schedules.repository.ts: PayoutSchedulesRepository.isDecided
SELECT EXISTS (
SELECT FROM payout_plan p
WHERE p.campaign_id = t.campaign_id AND p.kind = 'final' AND coalesce((p.pool ->> 'attempt')::integer, 0) = t.attempt
  AND (p.approved_at IS NOT NULL OR p.voided_at IS NOT NULL)) AS is_decided FROM payout_schedule t
    WHERE campaign_id = ${campaignId} AND attempt = ${attempt}

-- plans/payout-schedules.repository.ts: PayoutSchedulesRepository.current
SELECT campaign_id, attempt, project_id, ended_at, commit_deadline, moderators_from, freezes_at, approves_at,
  corrected_until, operators_until, freeze_moved_by, freeze_moved_at
FROM payout_schedule WHERE campaign_id = ${campaignId} ORDER BY attempt DESC LIMIT 1

-- plans/payout-schedules.repository.ts: PayoutSchedulesRepository.keep
SELECT campaign_id, attempt, project_id, ended_at, commit_deadline, moderators_from, freezes_at, approves_at,
  corrected_until, operators_until, freeze_moved_by, freeze_moved_at
FROM payout_schedule WHERE campaign_id = ${campaignId} ORDER BY attempt DESC LIMIT 1 FOR SHARE

-- plans/payout-schedules.repository.ts: PayoutSchedulesRepository.lock
SELECT campaign_id, attempt, project_id, ended_at, commit_deadline, moderators_from, freezes_at, approves_at,
  corrected_until, operators_until, freeze_moved_by, freeze_moved_at
FROM payout_schedule WHERE campaign_id = ${campaignId} ORDER BY attempt DESC LIMIT 1 FOR UPDATE

-- plans/payout-schedules.repository.ts: PayoutSchedulesRepository.progress
SELECT submitted, undecided FROM quests.published_review_progress_v1 WHERE campaign_id = ${campaignId}

-- plans/payouts.repository.ts: PayoutsRepository.after
SELECT ${columns(PAYOUT_COLUMNS)} FROM payout WHERE plan_id = ${planId} AND rank > ${rank}
ORDER BY rank LIMIT ${BATCH}

-- plans/payouts.repository.ts: PayoutsRepository.own
SELECT ${columns(PAYOUT_COLUMNS, 'r')}, p.pool, p.approved_at
    FROM payout_plan p JOIN payout r ON r.plan_id = p.id
    WHERE p.campaign_id = ${campaignId} AND p.status IN ('ready', 'approved') AND r.user_id IN (
WITH RECURSIVE own AS (
  SELECT ${userId}::text COLLATE "C" AS id
  UNION
  SELECT m.absorbed_id FROM own JOIN identity.published_account_merge_v1 m ON m.survivor_id = own.id)
SELECT id FROM own LIMIT ${MAX_ACCOUNTS})
    ORDER BY (r.user_id = ${userId}) DESC, r.rank LIMIT ${1 + MAX_MERGED_PAYOUTS}

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
  'batch', b.batch, 'payer', b.payer, 'paidAt', b.paid_at) END AS before, CASE WHEN a.user_id IS NOT NULL THEN jsonb_build_object(
  'rank', a.rank, 'userId', a.user_id, 'points', a.points::text,
  'address', a.address, 'addressSource', a.address_source, 'amount', a.amount::text,
  'excludedReason', a.excluded_reason, 'status', a.status, 'txHash', a.tx_hash,
  'batch', a.batch, 'payer', a.payer, 'paidAt', a.paid_at) END AS after
FROM (SELECT ${columns(PAYOUT_COLUMNS, 'r')} FROM payout r WHERE r.user_id > ${after} AND r.plan_id = ${since}) b FULL JOIN (SELECT ${columns(PAYOUT_COLUMNS, 'r')} FROM payout r WHERE r.user_id > ${after} AND r.plan_id = ${planId}) a USING (user_id)
WHERE (b.points, b.address, b.amount, b.excluded_reason)
  IS DISTINCT FROM (a.points, a.address, a.amount, a.excluded_reason)
ORDER BY user_id LIMIT ${limit + 1}

-- plans/payouts.repository.ts: PayoutsRepository.requirePlan
SELECT FROM payout_plan
WHERE id = ${planId} AND campaign_id = ${of.campaignId} AND project_id = ${of.projectId}

-- plans/plan-announcements.repository.ts: PlanAnnouncementsRepository.begin
INSERT INTO payout_announcement (plan_id)
SELECT id FROM payout_plan p WHERE id = ${planId} AND (
  kind = 'final' OR EXISTS (SELECT FROM payout_schedule t WHERE t.campaign_id = p.campaign_id))

-- plans/plan-announcements.repository.ts: PlanAnnouncementsRepository.begin
UPDATE payout new SET announced = old.announced
    FROM payout old JOIN payout_plan o ON o.id = old.plan_id, payout_plan n
    WHERE n.id = ${planId} AND o.id = ${previousId} AND o.kind = n.kind AND new.plan_id = n.id
      AND old.user_id = new.user_id AND (old.announced IN ('interim', 'listed') AND new.amount IS NOT NULL
OR old.announced IN ('address_missing', 'unlisted') AND new.excluded_reason = old.excluded_reason)

-- plans/plan-announcements.repository.ts: PlanAnnouncementsRepository.resume
INSERT INTO payout_announcement (plan_id) VALUES (${planId})
ON CONFLICT (plan_id) DO UPDATE SET due_at = now(), announced_at = now()

-- plans/plan-lists.repository.ts: PlanListsRepository.add
INSERT INTO listed_earner (plan_id, user_id, points, last_credit_at, address, address_source, excluded_reason)
SELECT ${planId}, * FROM unnest(
  ${listed.map(({ userId }) => userId)}::text[], ${listed.map(({ points }) => `${points}`)}::bigint[],
  ${earners.map(({ lastCreditAt }) => lastCreditAt)}::timestamptz[],
  ${listed.map(({ payout }) => payout?.address ?? null)}::text[],
  ${listed.map(({ payout }) => payout?.source ?? null)}::text[],
  ${listed.map(({ excludedReason }) => excludedReason)}::text[])

-- plans/plan-lists.repository.ts: PlanListsRepository.of
SELECT rank, user_id, points, address, address_source,
  CASE WHEN excluded_reason IS NULL AND row_number() OVER (
    PARTITION BY address, excluded_reason IS NULL
    ORDER BY array_position(ARRAY['manual', 'wallet', 'derived'], address_source), rank
  ) > 1 THEN 'duplicate_address' ELSE excluded_reason END AS excluded_reason
FROM (
  SELECT user_id, points, address, address_source, excluded_reason,
    row_number() OVER (ORDER BY points DESC, last_credit_at, user_id) AS rank
  FROM listed_earner WHERE plan_id = ${planId}
) ranked

-- plans/plan-lists.repository.ts: PlanListsRepository.kept
SELECT rank, user_id, points, address, address_source, nullif(excluded_reason, 'below_min') AS excluded_reason
FROM payout WHERE plan_id = ${planId}

-- plans/plan-lists.repository.ts: PlanListsRepository.groups
SELECT points, count(*)::integer AS count FROM (${list}) l
WHERE excluded_reason IS NULL GROUP BY points ORDER BY points DESC

-- plans/plan-lists.repository.ts: PlanListsRepository.divide
INSERT INTO payout (plan_id, rank, user_id, points, address, address_source, amount, excluded_reason, status)
SELECT ${planId}, l.rank, l.user_id, l.points, l.address, l.address_source,
  CASE WHEN l.place <= s.extra THEN s.amount + 1 ELSE s.amount END,
  CASE WHEN l.excluded_reason IS NULL AND s.points IS NULL THEN 'below_min' ELSE l.excluded_reason END,
  CASE WHEN s.points IS NULL THEN 'excluded' ELSE ${included} END
FROM (
  SELECT *, row_number() OVER (PARTITION BY points, excluded_reason IS NULL ORDER BY address) AS place
  FROM (${list}) list
) l
LEFT JOIN unnest(${shares.map(({ points }) => `${points}`)}::bigint[],
  ${shares.map(({ amount }) => `${amount}`)}::numeric[], ${shares.map(({ extra }) => extra)}::integer[])
  AS s (points, amount, extra) ON s.points = l.points AND l.excluded_reason IS NULL

-- plans/plan-lists.repository.ts: PlanListsRepository.divide
DELETE FROM listed_earner WHERE plan_id = ${planId}

-- pools/tickets.repository.ts: TicketsRepository.usable
SELECT ${COLUMNS}, false AS expired FROM ticket
WHERE campaign_id = ${campaignId} AND attempt = ${attempt} AND project_id = ${projectId}
  AND live AND voided_at IS NULL AND expires_at > now()

-- pools/tickets.repository.ts: TicketsRepository.latest
SELECT ${COLUMNS}, expires_at <= now() AS expired FROM ticket
WHERE campaign_id = ${campaignId} AND project_id = ${projectId}
ORDER BY attempt DESC, issued_at DESC, id DESC LIMIT 1

-- pools/tickets.repository.ts: TicketsRepository.ofAttempt
SELECT ${COLUMNS} FROM ticket WHERE campaign_id = ${campaignId} AND attempt = ${attempt}
ORDER BY issued_at DESC, id DESC

-- pools/tickets.repository.ts: TicketsRepository.insert
UPDATE ticket SET live = false
WHERE campaign_id = ${campaignId} AND attempt = ${attempt} AND live
  AND (voided_at IS NOT NULL OR expires_at <= now())

-- pools/tickets.repository.ts: TicketsRepository.insert
INSERT INTO ticket (${..ticket}, id) VALUES (${..ticket}, ${newId()})
ON CONFLICT (campaign_id, attempt) WHERE live DO NOTHING RETURNING ${COLUMNS}

-- pools/tickets.repository.ts: TicketsRepository.allUsable
SELECT ${COLUMNS} FROM ticket t WHERE live AND voided_at IS NULL AND expires_at > now()
  AND NOT EXISTS (SELECT FROM escrow_state s WHERE s.campaign_id = t.campaign_id AND s.attempt = t.attempt)
ORDER BY expires_at LIMIT ${limit}

-- pools/tickets.repository.ts: TicketsRepository.void
UPDATE ticket SET voided_at = now(), void_reason = ${reason},
  reissue_at = CASE WHEN reissues < ${MAX_REISSUES}::integer THEN now() END
WHERE id = ${id} AND voided_at IS NULL

-- pools/tickets.repository.ts: TicketsRepository.takeVoid
UPDATE ticket SET reissue_at = now() + make_interval(secs => ${REISSUE_PAUSE_SECONDS})
WHERE id IN (
  SELECT id FROM ticket WHERE live AND reissue_at <= now() AND expires_at > now()
  ORDER BY reissue_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
RETURNING ${COLUMNS}

-- pools/tickets.repository.ts: TicketsRepository.endReissue
UPDATE ticket SET reissue_at = NULL WHERE id = ${id}
