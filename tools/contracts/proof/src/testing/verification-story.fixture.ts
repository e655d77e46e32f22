import { allocationFile, sortAllocation } from '@questp/escrow-client';
import { type Check, type Claim, fetchBundle, readBundle, verdict, verify } from '@questp/verify';
import { type Asset, type ScenarioBackend } from '../scenario/backend.js';
import { type Campaign, createCampaign } from '../scenario/campaign.js';
import { SCENARIO_LIMITS, SECOND, World } from '../scenario/world.js';

/** A chain to verify, and its REST endpoint. */
export interface VerifiedChain {
  backend: ScenarioBackend;
  rest: string;
}

const ENTRIES = 130;
/** Of a pool of 1,000,000 with a fee of 5 %. */
const DISTRIBUTABLE = 950_000n;

const LONG = 120_000;

/** The steps of a campaign, in order: after each the checks of libs/verify agree, and they detect a wrong claim. */
export function verificationStory(open: () => Promise<VerifiedChain>): void {
  let chain: VerifiedChain;
  let world: World;
  let campaign: Campaign;
  let planned: { address: string; weight: bigint; dp: bigint }[];

  const bundle = (claimed: Partial<Claim> = {}, entries = planned) => {
    const { escrow, id: campaignId } = campaign;
    const claim = { ...{ escrow, factory: world.factory, campaignId, admin: null }, ...published(), ...claimed };
    return fetchBundle({ node: chain.rest, claim, file: { content: allocationFile(entries ?? []) } });
  };
  const published = () => ({ checksum: chain.backend.contracts.escrowChecksum, chainId: chain.backend.chainId });
  const differing = (checks: readonly Check[]) => checks.filter(({ outcome }) => outcome === 'differs');
  const namesOf = (checks: readonly Check[]) => checks.map(({ name }) => name);
  /** Everything is checked and agrees. */
  const expectAgreement = async (claimed: Partial<Claim> = {}) => {
    const checks = verify(await bundle(claimed));
    expect(checks.filter(({ outcome }) => outcome === 'differs' || outcome === 'unchecked')).toEqual([]);
    expect(verdict(checks)).toBe('agrees');
  };
  const inBatches = async (of: Campaign, entries: typeof planned) => {
    for (let start = 0; start < entries.length; start += SCENARIO_LIMITS.max_commit_batch) {
      const batch = entries.slice(start, start + SCENARIO_LIMITS.max_commit_batch);
      const committed = batch.map(({ address, weight }) => ({ address, points: `${weight}` }));
      await of.execute(world.roles.operator, { commit_allocations: { version: 1, entries: committed } });
    }
    await of.finalize(entries.map(({ address, weight }) => [address, weight]));
  };
  /** Weights that sum to `distributable`; one recipient cannot receive. */
  const plan = async (entries: number, distributable: bigint) => {
    const { backend } = chain;
    const recipients = Array.from({ length: entries - 1 }, (_, index) => backend.recipient(`earner-${index}`));
    const weights = recipients.map((address, index) => ({ address, weight: BigInt(index + 1), dp: 1n }));
    const rest = distributable - weights.reduce((sum, { weight }) => sum + weight, 0n);
    return sortAllocation([...weights, { address: await backend.blockedRecipient(), weight: rest, dp: 1n }]);
  };

  beforeAll(async () => {
    chain = await open();
    world = await World.open(chain.backend, 'verification');
    campaign = await createCampaign(world, { endsIn: 20, challengeSecs: 5 });
  }, LONG);

  it('agree on a funded escrow, and detect a wrong claim', async () => {
    planned = [];
    await campaign.topUp(campaign.owner, 5n);
    await expectAgreement();
    const wrong = { admin: campaign.owner, checksum: '0'.repeat(64), chainId: 'another-1' };
    expect(namesOf(differing(verify(await bundle(wrong))))).toEqual([
      'chain id',
      'data_hash is the published checksum',
      'admin',
    ]);
    const otherFactory = await bundle({ factory: campaign.escrow });
    expect(namesOf(differing(verify(otherFactory)))).toEqual([
      'creator is the factory',
      'the escrow names the factory',
      'data_hash of the factory is that of a released factory',
    ]);
    expect(verdict(verify(await bundle({ escrow: world.factory })))).toBe('differs');
  });

  it('agree while it is paused, by its guardian and for all, and afterwards', async () => {
    const pause = async () => ({ pause: { until: `${(await chain.backend.now()) + 30n * SECOND}` } });
    const { guardian } = world.roles;
    await campaign.execute(guardian, await pause());
    await expectAgreement();
    await world.execute(guardian, world.factory, await pause());
    await expectAgreement();
    await world.execute(guardian, world.factory, { unpause: {} });
    await campaign.execute(guardian, { unpause: {} });
    await expectAgreement();
  });

  it(
    'agree on the committed allocation in the challenge, and detect a file that pays other addresses',
    async () => {
      await campaign.untilEnded();
      // The fee on the top-up of 5 is rounded down.
      planned = await plan(ENTRIES, DISTRIBUTABLE + 5n);
      await inBatches(campaign, planned);
      await expectAgreement();
      const forged = await bundle({}, planned.slice(1));
      expect(namesOf(differing(verify(forged)))).toEqual(['allocation_sha256 is that of the published file']);
    },
    LONG,
  );

  it(
    'agree during the payouts, and find each transfer',
    async () => {
      await campaign.untilDistributing();
      await campaign.execute(world.roles.operator, { distribute: { limit: 20 } });
      await expectAgreement();
      const found = await bundle();
      if (!('value' in found.transfers)) throw new Error(found.transfers.error);
      expect(found.transfers.value.length).toBeGreaterThanOrEqual(19);
      found.transfers.value.pop();
      expect(namesOf(differing(verify(found)))).toEqual([
        'each payout is one transfer',
        'transfers sum to paid_total, fee_paid and refunded_total',
      ]);
    },
    LONG,
  );

  it(
    'agree on the completed campaign with its failed payout, also from a saved bundle',
    async () => {
      await campaign.distributeAll(20);
      expect(await campaign.status()).toMatchObject({ phase: 'completed', paid_count: ENTRIES - 1, failed_count: 1 });
      await expectAgreement();
      const saved = JSON.stringify(await bundle());
      expect(verdict(verify(readBundle(JSON.parse(saved))))).toBe('agrees');
    },
    LONG,
  );

  it(
    'agree on a CW20 pool',
    async () => {
      const owner = await chain.backend.account('owner');
      const asset: Asset = await world.approvedToken([owner]);
      campaign = await createCampaign(world, { asset, endsIn: 8, challengeSecs: 1 });
      planned = sortAllocation(
        ['one', 'two'].map((name, index) => ({
          ...{ address: chain.backend.recipient(name), weight: [1n, DISTRIBUTABLE - 1n][index] ?? 0n, dp: 1n },
        })),
      );
      await campaign.untilEnded();
      await inBatches(campaign, planned);
      await campaign.untilDistributing();
      await campaign.distributeAll(20);
      await expectAgreement();
    },
    LONG,
  );

  it(
    'agree on a cancelled campaign, and on one that can be upgraded by the published admin',
    async () => {
      campaign = await createCampaign(world, { startsIn: 60, endsIn: 90 });
      planned = [];
      await campaign.execute(campaign.owner, { cancel: {} });
      await expectAgreement();
      const admin = await chain.backend.account('upgrade-admin');
      await world.execute(world.roles.admin, world.factory, { update_config: { escrow_admin: { set: admin } } });
      campaign = await createCampaign(world, { escrowAdmin: admin });
      await expectAgreement({ admin });
    },
    LONG,
  );
}
