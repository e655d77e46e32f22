/** @jest-environment ./jest.node-environment.js */
import { randomUUID } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { chainMissing, testAccount } from '@questp/chain';
import { readEscrowPublicKey, signWithEscrowKey } from '@questp/messages/integrations';
import { getProjectRole } from '@questp/messages/quests';
import { approvePayoutPlan, listPayoutPlans, listPayouts } from '@questp/messages/escrow';
import { Database, newId, sql } from '@questp/postgres';
import { putChain, startTestService } from '@questp/service-kit/testing';
import { describeUnless, waitFor } from '@questp/testing';
import { EscrowAttemptsRepository } from '../../chain/escrows/escrow-attempts.repository.js';
import { FollowEscrows } from '../../chain/escrows/follow-escrows.js';
import { ChainNodes } from '../../chain/nodes/chain-nodes.js';
import { MakePayoutPlans } from '../../plans/make-payout-plans.js';
import { WatchCampaigns } from '../../plans/watch-campaigns.js';
import { escrowOps } from '../../service.js';
import { DENOM, NodeChain } from '../../testing/node-chain.fixture.js';
import { DriveLanes } from './drive-lanes.js';
import { LookAtEscrows } from './look-at-escrows.js';

const EARNERS = 120;
const chainId = 'questp-proof';
const [projectId, campaignId, userId] = [randomUUID(), newId(), `svcuser_${'a'.repeat(32)}`];
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const start = () => startTestService(escrowOps, { env: { EGRESS_NETWORKS: '127.0.0.1/32' } });

describeUnless(await chainMissing(), 'the operator of escrows on a wasmd node', () => {
  const operator = testAccount('owner');
  const addresses = Array.from({ length: EARNERS }, (_, index) => testAccount(`earner ${index}`).address);
  let node: NodeChain;
  let service: Awaited<ReturnType<typeof start>>;
  let quests: Database;
  beforeAll(async () => {
    [node, service] = [await NodeChain.start(), await start()];
    quests = new Database(service.database?.url ?? '', { schema: 'quests', poolSize: 2 });
    const gasPrices = [{ denom: DENOM, price: '0.025' }];
    await putChain(service, chainId, { bech32Prefix: 'wasm', rpcUrls: [node.chain.rpc], restUrls: [], gasPrices });
    const publicKey = base64(operator.publicKey);
    service.bus.answer(getProjectRole, () => ({ role: 'project_admin' as const }));
    service.bus.answer(readEscrowPublicKey, () => ({ publicKey }));
    service.bus.answer(signWithEscrowKey, ({ bytes }) => ({
      publicKey,
      signature: base64(secp256k1.sign(Buffer.from(bytes, 'base64'), operator.privateKey)),
    }));
  }, 300_000);
  afterAll(async () => {
    await quests.onApplicationShutdown();
    await service.stop();
    await node.chain.stop();
  });

  const setUp = async () => {
    const signed = await node.createCampaign(campaignId, { starts: 2, ends: 12 });
    const [rpc] = service
      .get(ChainNodes)
      .forTransactions({ chainId, rpcUrls: [node.chain.rpc], restUrls: [], configured: [] });
    if (rpc === undefined) throw new Error('The chain has no node for transactions.');
    const { height } = await rpc.tip();
    const query = { campaign: { campaign_id: campaignId } };
    const { escrow } = (await rpc.smart(node.factory, query, height)) as { escrow: string };
    const expiresAt = new Date(Date.now() + 3_600_000);
    await service.db.execute(sql`
      INSERT INTO ticket (id, campaign_id, attempt, project_id, user_id, bytes, signature, public_key, address, expires_at)
      VALUES (${newId()}, ${campaignId}, 1, ${projectId}, ${userId}, ${Buffer.from(signed.ticket, 'base64')}::bytea,
        ${Buffer.from(signed.signature, 'base64')}::bytea, ${Buffer.from(operator.publicKey)}::bytea, ${escrow}, ${expiresAt})`);
    const attempt = { campaignId, attempt: 1, projectId, chainId, factory: node.factory, address: escrow, expiresAt };
    await service.db.transaction((tx) => service.get(EscrowAttemptsRepository).open(tx, attempt));
    const pool = {
      ...{ mode: 'automatic', chainId, assetKind: 'native', denom: DENOM, symbol: 'QUEST', decimals: 6 },
      ...{ totalAmount: '1000000', minPayout: null, maxPayout: null, maxShareBps: 10_000, forbiddenAddresses: [] },
    };
    await quests.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`);
      await tx.execute(sql`INSERT INTO project (id, slug, name) VALUES (${projectId}, 'moon', 'Moon')`);
      await tx.execute(sql`
        INSERT INTO campaign (id, project_id, slug, title, status, reward_pool, ended_at)
        VALUES (${campaignId}, ${projectId}, 'launch', 'Launch', 'ended', ${JSON.stringify(pool)}::jsonb, now())`);
      for (const [index, address] of addresses.entries()) {
        const earner = `svcuser_${randomUUID().replaceAll('-', '')}`;
        await tx.execute(sql`
          INSERT INTO earner (user_id, username, status, primary_wallet, wallets)
          VALUES (${earner}, ${earner.slice(8, 20)}, 'active', ${address}, ${JSON.stringify([{ chainId, address }])}::jsonb)`);
        await tx.execute(sql`
          INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
            period_key, points, xp, created_at)
          VALUES (${newId()}, 'credit', ${newId()}, 1, ${projectId}, ${campaignId}, ${randomUUID()}, ${earner}, 'once',
            ${index + 1}, 0, now() - interval '1 minute')`);
        await tx.execute(sql`
          INSERT INTO standing (scope_id, user_id, points, xp, completions, last_credit_at)
          VALUES (${campaignId}, ${earner}, ${index + 1}, 0, 1, now())`);
      }
    });
    return escrow;
  };
  const round = async () => {
    await service.asOwner().execute(sql`UPDATE escrow_attempt SET due_at = now() - interval '1 second'`);
    await service
      .asOwner()
      .execute(sql`UPDATE escrow_operation SET next_look_at = now() - interval '1 second' WHERE lease IS NULL`);
    await service.get(FollowEscrows).round();
    await service.get(WatchCampaigns).execute();
    await service.get(MakePayoutPlans).execute();
    await service.get(LookAtEscrows).round();
    await service.get(DriveLanes).execute();
    const row = await service.db.row<{ code: string }>(sql`SELECT code FROM escrow_operation`);
    return row?.code;
  };
  const until = (code: string) =>
    waitFor(async () => (await round()) === code, { timeoutMs: 240_000, intervalMs: 300 });

  it('pays a campaign from points to payouts, each earner exactly and with the transaction', async () => {
    await setUp();
    await until('plan_not_approved');
    await waitFor(async () => {
      await round();
      const { items: plans } = await service.call(listPayoutPlans, { projectId, campaignId, limit: 1 });
      return plans[0]?.kind === 'final' && plans[0].status === 'ready';
    });
    const [final] = (await service.call(listPayoutPlans, { projectId, campaignId, limit: 1 })).items;
    await service.call(approvePayoutPlan, { projectId, campaignId, planId: final?.id ?? '', userId });
    await until('paid_out');
    const sent = await service.db.rows<{ action: string; outcome: string }>(
      sql`SELECT action, outcome FROM signed_transaction ORDER BY id`,
    );
    expect(sent.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      ...['commit_allocations succeeded', 'commit_allocations succeeded', 'finalize_allocations succeeded'],
      ...['distribute succeeded', 'distribute succeeded', 'distribute succeeded'],
    ]);
    expect(await service.db.rows(sql`SELECT last_error FROM escrow_operation`)).toEqual([{ lastError: null }]);
    const page = { projectId, campaignId, planId: final?.id ?? '', limit: 100 };
    const first = await service.call(listPayouts, page);
    expect(first.items).toHaveLength(100);
    for (const { address, amount, status, txHash } of first.items) {
      const { amount: balance } = await node.client.getBalance(address ?? '', DENOM);
      expect([balance, status, txHash]).toEqual([amount, 'paid', expect.stringMatching(/^[0-9A-F]{64}$/)]);
    }
    const { sum } = (await service.db.row<{ sum: string }>(
      sql`SELECT sum(amount)::text AS sum FROM payout WHERE plan_id = ${page.planId} AND status = 'paid' AND tx_hash IS NOT NULL`,
    )) ?? { sum: '' };
    expect(sum).toBe('1000000');
  }, 600_000);
});
