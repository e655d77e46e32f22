/** @jest-environment ./jest.node-environment.js */
import { createHash } from 'node:crypto';
import { chainMissing, testAccount } from '@questp/chain';
import { getCampaignEscrow, type EscrowPhase } from '@questp/messages/escrow';
import { newId, sql } from '@questp/postgres';
import { putChain, startTestService } from '@questp/service-kit/testing';
import { describeUnless, freePort, waitFor } from '@questp/testing';
import { escrowOps } from '../../service.js';
import { DENOM, NodeChain } from '../../testing/node-chain.fixture.js';
import { ChainNodes } from '../nodes/chain-nodes.js';
import { EscrowAttemptsRepository } from './escrow-attempts.repository.js';
import { FollowEscrows } from './follow-escrows.js';

const start = () =>
  startTestService(escrowOps, { env: { EGRESS_NETWORKS: '127.0.0.1/32', ESCROW_FOLLOW_SECONDS: '1' } });

describeUnless(await chainMissing(), 'the follower on a wasmd node', () => {
  let ports: { rpcPort: number; restPort: number };
  let node: NodeChain;
  let service: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    ports = { rpcPort: await freePort(), restPort: await freePort() };
    [node, service] = [await NodeChain.start(ports), await start()];
  }, 300_000);
  afterAll(async () => {
    await service.stop();
    await node.chain.stop();
  });

  const chainId = 'questp-proof';
  const follow = (campaignId: string) =>
    service.db.transaction((tx) =>
      service.get(EscrowAttemptsRepository).open(tx, {
        ...{ campaignId, attempt: 1, projectId: newId(), chainId, factory: node.factory, address: 'wasm1predicted' },
        expiresAt: new Date(Date.now() + 3_600_000),
      }),
    );
  const show = (campaignId: string) => service.call(getCampaignEscrow, { campaignId });
  const read = async () => {
    await service.asOwner().execute(sql`UPDATE escrow_attempt SET due_at = now() - interval '1 second'`);
    await service.get(FollowEscrows).round();
  };
  const untilPhase = (campaignId: string, phase: EscrowPhase) =>
    waitFor(
      async () => {
        await read();
        return (await show(campaignId)).current.phase === phase;
      },
      { timeoutMs: 60_000, intervalMs: 500 },
    );

  it.each([
    ['RPC', () => ({ rpcUrls: [node.chain.rpc, node.chain.rpc], restUrls: [] })],
    ['REST', () => ({ rpcUrls: [], restUrls: [node.chain.rest, node.chain.rest] })],
  ])('follows an escrow from funding to completion over %s', async (_, urls) => {
    await putChain(service, chainId, { bech32Prefix: 'wasm', ...urls() });
    const id = newId();
    await follow(id);
    await read();
    await node.createCampaign(id, { starts: 20, ends: 30 });
    await untilPhase(id, 'upcoming');
    const { current } = await show(id);
    expect(current).toMatchObject({ fundedTotal: '1000000', balance: '1000000', ownership: { owner: node.owner } });
    await node.execute(current.address, { top_up: {} }, '7');
    await untilPhase(id, 'active');
    await untilPhase(id, 'ended');
    expect((await show(id)).current.fundedTotal).toBe('1000007');
    const { address } = testAccount('earner');
    await node.execute(current.address, { commit_allocations: { version: 1, entries: [{ address, points: '1' }] } });
    await node.execute(current.address, {
      finalize_allocations: {
        ...{ version: 1, expected_count: 1, expected_total_points: '1', allocation_uri: 'https://example.org/a.json' },
        allocation_sha256: createHash('sha256').update(`${address},1\n`).digest('hex'),
      },
    });
    await untilPhase(id, 'distributing');
    await node.execute(current.address, { distribute: {} });
    await node.execute(current.address, { distribute: {} });
    await untilPhase(id, 'completed');
    expect((await show(id)).current.payouts).toMatchObject({ paid: 1, paidTotal: '1000007' });
    const rows = await service.db.rows<{ type: string }>(
      sql`SELECT type FROM outbox WHERE aggregate_id = ${id} AND type <> 'escrow.phase_changed' ORDER BY seq`,
    );
    expect(rows.map(({ type }) => type)).toEqual(
      ['funded', 'topped_up', 'finalized', 'payouts_changed'].map((name) => `escrow.${name}`),
    );
    expect(await service.db.rows(sql`SELECT * FROM notice`)).toEqual([]);
  });

  it('simulates, broadcasts and finds a signed transaction', async () => {
    const [asked] = service.get(ChainNodes).forTransactions({
      ...{ chainId, rpcUrls: [node.chain.rpc], restUrls: [], configured: [] },
    });
    if (asked === undefined) throw new Error('no node');
    const { height } = await asked.tip();
    const recipient = testAccount(newId()).address;
    expect(await asked.account(recipient, height)).toBeNull();
    const before = await asked.account(node.owner, height);
    const balance = await asked.balance(node.owner, DENOM, height);
    const tx = await node.signedTransfer(recipient);
    expect(await asked.simulate(tx)).toBeGreaterThan(50_000n);
    const hash = createHash('sha256').update(tx).digest('hex').toUpperCase();
    expect(await asked.transaction(hash)).toBeNull();
    expect(await asked.broadcast(tx)).toMatchObject({ code: 0 });
    await waitFor(async () => (await asked.transaction(hash)) !== null, { timeoutMs: 10_000 });
    const included = await asked.transaction(hash);
    expect(included).toMatchObject({ code: 0 });
    const after = included?.height ?? 0;
    expect(await asked.account(node.owner, after)).toEqual({
      accountNumber: before?.accountNumber,
      sequence: (before?.sequence ?? 0n) + 1n,
    });
    expect(await asked.balance(node.owner, DENOM, after)).toBe(balance - 5n);
    // A second time: its sequence is used, and the mempool knows it.
    await expect(asked.simulate(tx)).rejects.toMatchObject({ kind: 'refused' });
    await expect(asked.broadcast(tx)).rejects.toMatchObject({ kind: 'refused', log: 'tx already exists in cache' });
  });

  it('detects that the chain was reset', async () => {
    await putChain(service, chainId, { rpcUrls: [node.chain.rpc], restUrls: [] });
    const id = newId();
    await follow(id);
    await node.createCampaign(id, { starts: 300, ends: 600 });
    await untilPhase(id, 'upcoming');
    await node.chain.stop();
    node = await NodeChain.start(ports);
    await waitFor(
      async () => {
        await read();
        return (await show(id)).current.missingSince !== null;
      },
      { timeoutMs: 60_000, intervalMs: 1_000 },
    );
    expect(await service.events('chain.reset')).toHaveLength(1);
    expect(await service.events('escrow.missing', id)).toHaveLength(1);
  });
});
