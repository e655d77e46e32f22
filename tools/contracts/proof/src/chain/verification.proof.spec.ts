/** @jest-environment ./jest.cosmjs-environment.js */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chainMissing } from '@questp/chain';
import { contractWasm } from '@questp/contract-build';
import { predictEscrowAddress } from '@questp/escrow-client';
import { type AllocationsResponse, type EscrowStatusResponse, type CampaignEntry } from '@questp/message-schema';
import { describeUnless } from '@questp/testing';
import { type Campaign, createCampaign } from '../scenario/campaign.js';
import { SECOND, World } from '../scenario/world.js';
import { type ChainBackend } from './chain-backend.js';
import { cosmjs } from '../testing/cosmjs.fixture.js';
import { type OpenChain, openChain, storeContracts } from './open-chain.js';
import { Rest } from '../testing/rest.fixture.js';

const STORY = 'verification';
const ENTRIES = 130;

// The steps of one campaign, in order: each test looks at what the ones before it left on the chain.
describeUnless(await chainMissing(), 'verification of an escrow from a chain node (specification 4.5)', () => {
  let open: OpenChain;
  let backend: ChainBackend;
  let world: World;
  let campaign: Campaign;
  let rest: Rest;
  let points: [address: string, points: bigint][];

  const status = () => rest.smart<EscrowStatusResponse>(campaign.escrow, { status: {} });

  beforeAll(async () => {
    open = await openChain(cosmjs, [STORY]);
    rest = new Rest(open.chain.rest);
    backend = await open.backend(STORY, await storeContracts(open));
    world = await World.open(backend, STORY);
    campaign = await createCampaign(world, { endsIn: 12, challengeSecs: 5 });
    points = Array.from({ length: ENTRIES }, (_, index) => [backend.recipient(`earner-${index}`), BigInt(index + 1)]);
  }, 120_000);
  afterAll(() => open.chain.stop());

  it('shows the factory as creator, the label of the attempt and no admin', async () => {
    expect(await rest.contractInfo(campaign.escrow)).toMatchObject({
      creator: world.factory,
      code_id: `${backend.contracts.escrowCodeId}`,
      admin: '',
      label: `questp campaign-escrow ${campaign.id}:1`,
    });
  });

  it('shows the checksum of the Wasm that was built', async () => {
    const { code_id } = await rest.contractInfo(campaign.escrow);
    const checksum = createHash('sha256')
      .update(await contractWasm('escrow'))
      .digest('hex');
    expect(await rest.dataHash(code_id)).toBe(checksum);
  });

  it('finds the escrow and attempt in the registry, at the predicted address', async () => {
    const entry = await rest.smart<CampaignEntry>(world.factory, { campaign: { campaign_id: campaign.id } });
    expect(entry).toMatchObject({ escrow: campaign.escrow, funding_attempt: 1, owner: campaign.owner });
    const checksum = backend.contracts.escrowChecksum;
    const source = { campaignId: campaign.id, fundingAttempt: 1, factory: world.factory, checksum };
    expect(campaign.escrow).toBe(predictEscrowAddress(source));
  });

  it('refuses an escrow that is not created by a factory', async () => {
    const { parameters, limits, asset } = await rest.smart<Record<string, object>>(campaign.escrow, { config: {} });
    const { escrowCodeId } = backend.contracts;
    const message = { campaign_id: 'own', funding_attempt: 1, owner: campaign.owner, asset, parameters, limits };
    await expect(
      backend.instantiate(campaign.owner, escrowCodeId, message, 'questp campaign-escrow own:1'),
    ).rejects.toThrow('factory_unreadable');
    await expect(rest.smart(world.factory, { campaign: { campaign_id: 'own' } })).rejects.toThrow('campaign_not_found');
  });

  it('shows top-ups in funded_total and everything in the live balance', async () => {
    await campaign.topUp(campaign.owner, 5n);
    await backend.send(campaign.owner, campaign.escrow, [{ denom: backend.denom, amount: '7' }]);
    expect(await status()).toMatchObject({ phase: 'active', funded_total: '1000005', balance: '1000012' });
  });

  it('shows a pause and moves the deadlines by it', async () => {
    const before = await status();
    const until = `${(await backend.now()) + 30n * SECOND}`;
    await campaign.execute(world.roles.guardian, { pause: { until } });
    expect(await status()).toMatchObject({ paused: true, paused_until: until });
    await campaign.execute(world.roles.guardian, { unpause: {} });
    const after = await status();
    expect(after.paused).toBe(false);
    expect(BigInt(after.deadlines.ends_at)).toBeGreaterThan(BigInt(before.deadlines.ends_at));
  });

  it('returns the allocation by pages, with the finalized hash', async () => {
    await campaign.untilEnded();
    const sorted = [...points].sort(([a], [b]) => (a < b ? -1 : 1));
    for (let start = 0; start < ENTRIES; start += 50) {
      const entries = sorted.slice(start, start + 50).map(([address, value]) => ({ address, points: `${value}` }));
      await campaign.execute(world.roles.operator, { commit_allocations: { version: 1, entries } });
    }
    await campaign.finalize(points);

    const lines: string[] = [];
    let after: string | undefined;
    for (;;) {
      const query = { allocations: { limit: 100, ...(after === undefined ? {} : { start_after: after }) } };
      const { allocations } = await rest.smart<AllocationsResponse>(campaign.escrow, query);
      lines.push(...allocations.map((entry) => `${entry.address},${entry.points}`));
      if (allocations.length < 100) break;
      after = allocations.at(-1)?.address;
    }
    expect(lines).toHaveLength(ENTRIES);
    // As the specification has it done by hand: LC_ALL=C sort, sha256sum.
    const text = execFileSync('sort', { input: `${lines.join('\n')}\n`, env: { ...process.env, LC_ALL: 'C' } });
    expect(text.toString()).toBe(`${lines.join('\n')}\n`);
    const { finalized, phase } = await status();
    expect(phase).toBe('challenge');
    expect(createHash('sha256').update(text).digest('hex')).toBe(finalized?.allocation_sha256);
  }, 60_000);

  it('shows payouts as one bank transfer from the escrow for each earner, in batches', async () => {
    await campaign.untilDistributing();
    await campaign.distributeAll(20);
    const transfers = await rest.transfersFrom(campaign.escrow);
    const { finalized } = await status();
    const total = points.reduce((sum, [, value]) => sum + value, 0n);
    const planned = points.map(([recipient, value]) => ({
      recipient,
      amount: `${(value * BigInt(finalized?.distributable ?? 0)) / total}${backend.denom}`,
    }));
    expect(transfers).toEqual(expect.arrayContaining(planned));
    // Besides the earners: the fee and the owner's leftover.
    expect(transfers).toHaveLength(ENTRIES + 2);
    expect(new Set(transfers.map(({ recipient }) => recipient)).size).toBe(ENTRIES + 2);
    expect(await status()).toMatchObject({ phase: 'completed', paid_count: ENTRIES, balance: '0' });
  }, 60_000);

  it('shows the admin of escrows that can be upgraded', async () => {
    const admin = await backend.account('upgrade-admin');
    const { roles, factory } = world;
    await world.execute(roles.admin, factory, { update_config: { escrow_admin: { set: admin } } });
    await expect(createCampaign(world, { id: 'stale' })).rejects.toThrow('stale_escrow_code');
    const { escrow } = await createCampaign(world, { escrowAdmin: admin });
    expect(await rest.contractInfo(escrow)).toMatchObject({ creator: factory, admin });
  });
});
