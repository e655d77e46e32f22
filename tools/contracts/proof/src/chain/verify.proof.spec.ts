/** @jest-environment ./jest.cosmjs-environment.js */
import { chainMissing } from '@questp/chain';
import { sortAllocation } from '@questp/escrow-client';
import { describeUnless } from '@questp/testing';
import { type EscrowClaim, verifyAllocation, verifyEscrow } from '@questp/verify';
import { type Campaign, createCampaign } from '../scenario/campaign.js';
import { SCENARIO_LIMITS, World } from '../scenario/world.js';
import { type ChainBackend } from './chain-backend.js';
import { cosmjs } from './cosmjs.fixture.js';
import { type OpenChain, openChain, storeContracts } from './open-chain.js';

const STORY = 'verify';
const ENTRIES = 130;

// The steps of one campaign, in order. Apart from verification.proof.spec.ts, so that its record outlives a change of libs/verify.
describeUnless(await chainMissing(), 'the checks of libs/verify on a real chain', () => {
  let open: OpenChain;
  let backend: ChainBackend;
  let world: World;
  let campaign: Campaign;

  const failing = async (claimed: Partial<EscrowClaim> = {}) => {
    const checksum = backend.contracts.escrowChecksum;
    const { escrow } = campaign;
    const claim = { rest: open.chain.rest, escrow, factory: world.factory, checksum, admin: null };
    return (await verifyEscrow({ ...claim, ...claimed })).filter(({ ok }) => !ok).map(({ name }) => name);
  };

  beforeAll(async () => {
    open = await openChain(cosmjs, [STORY]);
    backend = await open.backend(STORY, await storeContracts(open));
    world = await World.open(backend, STORY);
    campaign = await createCampaign(world, { endsIn: 12, challengeSecs: 5 });
  }, 120_000);
  afterAll(() => open.chain.stop());

  it('pass for an escrow and fail for a wrong claim', async () => {
    expect(await failing()).toEqual([]);
    expect(await failing({ admin: campaign.owner })).toEqual(['admin']);
    expect(await failing({ checksum: '0'.repeat(64) })).toContain('data_hash is the published checksum');
  });

  it('compare the allocation with the published one, page by page', async () => {
    await campaign.untilEnded();
    const points = Array.from(
      { length: ENTRIES },
      (_, index) => [backend.recipient(`earner-${index}`), BigInt(index + 1)] as const,
    );
    const planned = sortAllocation(points.map(([address, weight]) => ({ address, weight })));
    for (let start = 0; start < ENTRIES; start += SCENARIO_LIMITS.max_commit_batch) {
      const batch = planned.slice(start, start + SCENARIO_LIMITS.max_commit_batch);
      const entries = batch.map(({ address, weight }) => ({ address, points: `${weight}` }));
      await campaign.execute(world.roles.operator, { commit_allocations: { version: 1, entries } });
    }
    await campaign.finalize(points);
    const allocation = await verifyAllocation(open.chain.rest, campaign.escrow, planned);
    expect(allocation.map(({ ok }) => ok)).toEqual([true, true]);
    const forged = await verifyAllocation(open.chain.rest, campaign.escrow, planned.slice(1));
    expect(forged.map(({ ok }) => ok)).toEqual([true, false]);
  }, 60_000);

  it('pass for escrows that can be upgraded by the published admin', async () => {
    const admin = await backend.account('upgrade-admin');
    await world.execute(world.roles.admin, world.factory, { update_config: { escrow_admin: { set: admin } } });
    const { escrow } = await createCampaign(world, { escrowAdmin: admin });
    expect(await failing({ escrow, admin })).toEqual([]);
  });
});
