import { createCampaign } from '@questp/contract-proof';
import { HostChain } from '@questp/contract-proof/host-node';
import { newId, sql } from '@questp/postgres';
import { startTestService } from '@questp/service-kit/testing';
import { escrowOps } from '../../service.js';
import { FollowerStage } from '../../testing/follower.fixture.js';
import { EscrowAttemptsRepository } from './escrow-attempts.repository.js';
import { FollowEscrows } from './follow-escrows.js';

const earners = (stage: FollowerStage) =>
  ['a', 'b', 'c'].map((name, index) => [stage.chain.backend.recipient(name), BigInt(index + 1) * 100n] as const);

const ANOTHER_HASH = (hash: string) => hash.replace(/^./, (first) => (first === '0' ? '1' : '0'));

describe('the state of an escrow', () => {
  let stage: FollowerStage;
  beforeAll(async () => (stage = await FollowerStage.open(1)));
  afterAll(() => stage.close());

  it('returns NOT_FOUND until the escrow is created', async () => {
    const id = newId();
    await expect(stage.show(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await stage.follow(id);
    await stage.read();
    await expect(stage.show(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('equals the answers of the contracts at one height', async () => {
    const campaign = await stage.campaign({ startsIn: 60, endsIn: 120 });
    await stage.read();
    const { current, attempts } = await stage.show(campaign.id);
    expect(current).toMatchObject({
      ...{ attempt: 1, chainId: stage.chain.chainId, factory: stage.chain.world.factory, address: campaign.escrow },
      ...{ asset: { kind: 'native', id: 'uquest' }, phase: 'upcoming', fundedTotal: '1000000', balance: '1000000' },
      ...{ paused: false, pausedUntil: null, finalized: null, dispute: null, missingSince: null, version: 1 },
      ownership: { owner: campaign.owner, pendingOwner: null, pendingUntil: null },
      height: stage.chain.height,
      blockTime: stage.chain.block(stage.chain.height)?.time.toISOString(),
    });
    expect(attempts).toMatchObject([{ attempt: 1, phase: 'upcoming', address: campaign.escrow }]);
    expect(await stage.events('escrow.funded', campaign.id)).toMatchObject([
      { campaignId: campaign.id, projectId: stage.projectId, escrow: { phase: 'upcoming' } },
    ]);
  });

  it('publishes one event for each change of an escrow', async () => {
    const { roles } = stage.chain.world;
    const campaign = await stage.campaign({ startsIn: 60, endsIn: 120 });
    const seen = async () => {
      const before = (await stage.eventTypes(campaign.id)).length;
      await stage.read();
      await stage.read();
      return (await stage.eventTypes(campaign.id)).slice(before).map((type) => type.replace('escrow.', ''));
    };
    expect(await seen()).toEqual(['funded']);
    await campaign.topUp(campaign.owner, 5n);
    expect(await seen()).toEqual(['topped_up']);
    const other = await stage.chain.backend.account('another owner');
    await campaign.execute(campaign.owner, { transfer_ownership: { new_owner: other } });
    expect(await seen()).toEqual(['owner_changed']);
    await campaign.untilActive();
    expect(await seen()).toEqual(['phase_changed']);
    await campaign.execute(roles.pauser, {
      pause: { until: `${(await stage.chain.backend.now()) + 10_000_000_000n}` },
    });
    expect(await seen()).toEqual(['paused']);
    expect((await stage.show(campaign.id)).current.paused).toBe(true);
    await campaign.execute(roles.guardian, { unpause: {} });
    expect(await seen()).toEqual(['resumed']);
    await campaign.untilEnded();
    await campaign.commit(earners(stage));
    expect(await seen()).toEqual(['phase_changed']);
    await campaign.finalize(earners(stage));
    expect(await seen()).toEqual(['finalized', 'phase_changed']);
    await campaign.execute(campaign.owner, { dispute: { reason: 'nul \0 in it' } });
    expect(await seen()).toEqual(['disputed', 'phase_changed']);
    expect((await stage.show(campaign.id)).current.dispute?.reason).toBe('nul \ufffd in it');
    await campaign.execute(roles.guardian, { resolve_dispute: { decision: 'reject_allocation' } });
    expect(await seen()).toEqual(['rejected', 'phase_changed']);
    await campaign.commit(earners(stage));
    await campaign.finalize(earners(stage));
    await campaign.untilDistributing();
    expect(await seen()).toEqual(['finalized', 'phase_changed']);
    await campaign.execute(roles.operator, { distribute: { limit: 2 } });
    expect(await seen()).toEqual(['payouts_changed']);
    await campaign.distributeAll(20);
    expect(await seen()).toEqual(['phase_changed', 'payouts_changed', 'refunded']);
    const { current } = await stage.show(campaign.id);
    expect(current).toMatchObject({ phase: 'completed', version: 2, payouts: { entries: 3, examined: 3, paid: 3 } });
  });

  it('publishes every event of the changes between two readings', async () => {
    const campaign = await stage.campaign();
    await campaign.untilEnded();
    await campaign.commit(earners(stage));
    await campaign.finalize(earners(stage));
    await campaign.untilDistributing();
    await campaign.distributeAll(20);
    stage.chain.mine(50);
    await stage.read();
    expect(await stage.eventTypes(campaign.id)).toEqual(
      ['funded', 'finalized', 'phase_changed', 'payouts_changed', 'refunded'].map((name) => `escrow.${name}`),
    );
    expect((await stage.events('escrow.phase_changed', campaign.id))[0]).toMatchObject({ previousPhase: 'upcoming' });
  });

  it('reports the amount that a cancelled escrow returned to its owner', async () => {
    const campaign = await stage.campaign({ startsIn: 60, endsIn: 120 });
    await stage.read();
    await campaign.execute(campaign.owner, { cancel: {} });
    await stage.read();
    expect((await stage.eventTypes(campaign.id)).slice(1)).toEqual(
      ['phase_changed', 'payouts_changed', 'refunded'].map((name) => `escrow.${name}`),
    );
    const [{ escrow } = { escrow: undefined }] = await stage.events('escrow.refunded', campaign.id);
    expect(escrow?.payouts.refundedTotal).toBe(escrow?.fundedTotal);
  });

  it('lists all attempts of a campaign that was funded again', async () => {
    const first = await stage.campaign({ startsIn: 60, endsIn: 120 });
    await first.execute(first.owner, { cancel: {} });
    await stage.read();
    await stage.campaign({ id: first.id, attempt: 2 });
    await stage.read();
    const { current, attempts } = await stage.show(first.id);
    expect(current.attempt).toBe(2);
    expect(attempts.map(({ attempt, phase }) => [attempt, phase])).toEqual([
      [2, 'active'],
      [1, 'cancelled'],
    ]);
  });

  const pauseOf = async (campaignId: string) => {
    await stage.read();
    const row = await stage.service.db.row<{ seconds: number }>(sql`
      SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM escrow_attempt WHERE campaign_id = ${campaignId}`);
    return row?.seconds;
  };

  it('reads an escrow in a final phase rarely', async () => {
    const campaign = await stage.campaign({ startsIn: 60, endsIn: 120 });
    expect(await pauseOf(campaign.id)).toBeLessThan(6);
    await campaign.execute(campaign.owner, { cancel: {} });
    expect(await pauseOf(campaign.id)).toBeGreaterThan(500);
  });

  it('looks for the escrow of an unused ticket less and less often, until a new ticket is issued', async () => {
    const id = newId();
    await stage.follow(id);
    expect(await pauseOf(id)).toBeLessThan(6);
    await stage.service.asOwner().execute(sql`UPDATE escrow_attempt SET opened_at = now() - interval '2 hours'`);
    expect(await pauseOf(id)).toBeGreaterThan(50);
    await stage.follow(id);
    expect(await pauseOf(id)).toBeLessThan(6);
  });

  it('stops looking for an escrow a week after its ticket expired on the chain, until a new ticket is issued', async () => {
    await stage.renew();
    const id = newId();
    await stage.follow(id);
    const expired = (ago: string) =>
      stage.service.asOwner().execute(sql`
        UPDATE escrow_attempt SET opened_at = now() - interval '9 days', expires_at = now() - ${ago}::interval
        WHERE campaign_id = ${id}`);
    await expired('-1 minute');
    expect(await pauseOf(id)).toBeLessThanOrEqual(660);
    await expired('1 minute');
    expect(await pauseOf(id)).toBeLessThanOrEqual(660);
    await expired('1 day');
    expect(await pauseOf(id)).toBeGreaterThan(6_000);
    await expired('8 days');
    expect(await pauseOf(id)).toBe(Infinity);
    await stage.follow(id);
    expect(await pauseOf(id)).toBeLessThan(6);
  });

  it('finds the escrow of a ticket of any age that has not expired', async () => {
    await stage.renew();
    const id = newId();
    await stage.follow(id);
    await stage.service.asOwner().execute(sql`UPDATE escrow_attempt SET opened_at = now() - interval '9 days'`);
    await stage.read();
    await createCampaign(stage.chain.world, { id });
    await stage.read();
    expect(await stage.show(id)).toMatchObject({ current: { attempt: 1 } });
  });
});

describe('nodes of a chain', () => {
  let stage: FollowerStage;
  beforeAll(async () => (stage = await FollowerStage.open(3)));
  beforeEach(() => stage.renew());
  afterAll(() => stage.close());

  const funded = async (campaignId: string) => (await stage.show(campaignId)).current.fundedTotal;

  const FAULTS: [what: string, fault: string, behaviour: Parameters<FollowerStage['nodes'][0]['behave']>[0]][] = [
    ['is of another chain', 'other_chain', { chainId: 'another-1' }],
    ['has an old block', 'behind', { ageMs: 120_000, lag: 3 }],
    ['synchronises', 'behind', { isSynchronising: true }],
    ['has a block of the future', 'invalid', { ageMs: -120_000 }],
    ['answers garbage', 'invalid', { garbage: { body: '<html>' } }],
    ['answers nothing', 'invalid', { garbage: { body: '' } }],
    ['answers with an error', 'unreachable', { garbage: { status: 502, body: '{}' } }],
    ['answers more than the size limit', 'unreachable', { garbage: { body: `"${'x'.repeat(5_000_000)}"` } }],
    ['hangs', 'unreachable', { delayMs: 3_000 }],
    ['has another block', 'deviating', { hash: ANOTHER_HASH }],
    [
      'lies about one value',
      'deviating',
      { lie: (answer: object) => ('funded_total' in answer ? { ...answer, funded_total: '9000000' } : answer) },
    ],
    ['denies the escrow', 'deviating', { lie: (answer: object) => ('attempts' in answer ? { attempts: [] } : answer) }],
    ['answers in another form', 'invalid', { lie: (answer: object) => ({ ...answer, more: 1 }) }],
    [
      'answers with a number that is none',
      'invalid',
      { lie: (answer: object) => ('phase' in answer ? { ...answer, paid_total: '1e9' } : answer) },
    ],
    [
      'answers with a long text',
      'invalid',
      { lie: (answer: object) => ('attempts' in answer ? answer : { ...answer, campaign_id: 'x'.repeat(50_000) }) },
    ],
    [
      'answers with the state of another escrow',
      'invalid',
      { lie: (answer: object) => ('phase' in answer ? { ...answer, campaign_id: 'x' } : answer) },
    ],
  ];

  it.each(FAULTS)('are excluded and reported: one that %s', async (_, fault, behaviour) => {
    const campaign = await stage.campaign({ startsIn: 60, endsIn: 120 });
    stage.nodes[1]?.behave(behaviour);
    await stage.read();
    expect(await funded(campaign.id)).toBe('1000000');
    expect(await stage.faults()).toEqual({ 2: fault });
  });

  it.each(FAULTS)(
    'leave the state as it is when two of three are unusable: one that %s',
    async (_what, _fault, behaviour) => {
      const campaign = await stage.campaign({ startsIn: 60, endsIn: 120 });
      await stage.read();
      await campaign.topUp(campaign.owner, 5n);
      stage.nodes[0]?.behave(behaviour);
      // The two faulty answers differ from each other as well.
      stage.nodes[1]?.behave({ garbage: { body: 'null' } });
      await stage.read();
      expect(await funded(campaign.id)).toBe('1000000');
      expect(await stage.faults()).toMatchObject({ all: 'disagreement' });
      for (const node of stage.nodes) node.behave();
      await stage.read();
      expect(await funded(campaign.id)).toBe('1000005');
    },
  );

  it('reads at a height that two nodes have', async () => {
    const campaign = await stage.campaign({ startsIn: 60, endsIn: 120 });
    stage.nodes[0]?.behave({ lag: 2 });
    stage.nodes[1]?.behave({ lag: 1 });
    stage.chain.mine(3);
    await stage.read();
    expect((await stage.show(campaign.id)).current.height).toBe(stage.chain.height - 1);
    expect(await stage.faults()).toEqual({});
  });

  it('a single node cannot raise the height', async () => {
    const campaign = await stage.campaign({ startsIn: 60, endsIn: 120 });
    stage.nodes[0]?.behave({ lag: -1_000 });
    stage.nodes[1]?.behave({ lag: 1 });
    await stage.read();
    expect((await stage.show(campaign.id)).current.height).toBe(stage.chain.height);
    stage.chain.mine(3);
    stage.nodes[0]?.behave({ lag: -1_000, hash: ANOTHER_HASH });
    await stage.read();
    expect((await stage.show(campaign.id)).current.height).toBe(stage.chain.height - 1);
    expect(await stage.faults()).toEqual({ 1: 'deviating' });
  });

  it('nodes at a lower height never take the state back', async () => {
    const campaign = await stage.campaign({ startsIn: 60, endsIn: 120 });
    await campaign.topUp(campaign.owner, 5n);
    await stage.read();
    const { height } = (await stage.show(campaign.id)).current;
    for (const node of stage.nodes) node.behave({ lag: 2 });
    await stage.read({ mine: false });
    expect((await stage.show(campaign.id)).current).toMatchObject({ height, fundedTotal: '1000005' });
    expect(await stage.faults()).toEqual({ all: 'disagreement' });
  });

  it('nodes agree although they pruned the block that was read last', async () => {
    const campaign = await stage.campaign({ startsIn: 60, endsIn: 120 });
    await stage.read();
    stage.chain.mine(5);
    for (const node of stage.nodes) node.behave({ pruned: stage.chain.height - 1 });
    await stage.read();
    expect((await stage.show(campaign.id)).current.height).toBe(stage.chain.height);
  });

  it('failing nodes are queried less often', async () => {
    const campaign = await stage.campaign({ startsIn: 60, endsIn: 120 });
    for (const node of stage.nodes) node.behave({ garbage: { body: '' } });
    const pauses: number[] = [];
    for (let failure = 0; failure < 5; failure += 1) {
      await stage.read();
      const row = await stage.service.db.row<{ seconds: number }>(sql`
        SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM escrow_attempt WHERE campaign_id = ${campaign.id}`);
      pauses.push(row?.seconds ?? 0);
    }
    for (const [failure, seconds] of pauses.entries()) {
      expect(seconds).toBeGreaterThan(5 * 2 ** failure * 0.45);
      expect(seconds).toBeLessThanOrEqual(5 * 2 ** failure);
    }
  });
});

it('reads from REST APIs where a chain has no RPC', async () => {
  const stage = await FollowerStage.open(2, 'restUrls');
  const campaign = await stage.campaign({ startsIn: 60, endsIn: 120 });
  await stage.read();
  expect((await stage.show(campaign.id)).current).toMatchObject({ fundedTotal: '1000000', height: stage.chain.height });
  stage.nodes[0]?.behave({ lie: (answer: object) => ('phase' in answer ? { ...answer, phase: 'expired' } : answer) });
  await stage.read();
  expect(await stage.faults()).toEqual({ all: 'disagreement' });
  await stage.close();
});

it('continues after a reset of the chain', async () => {
  const stage = await FollowerStage.open(2);
  const [lost, kept] = [await stage.campaign({ startsIn: 60, endsIn: 120 }), await stage.campaign()];
  await stage.read();
  stage.chain.mine(100);
  await stage.read();
  const before = stage.chain.height;

  stage.chain = await HostChain.open('another genesis');
  for (const node of stage.nodes) node.chain = stage.chain;
  // The factory of the new chain has the same address: everything there happens in the same order.
  await createCampaign(stage.chain.world, { id: kept.id });
  stage.chain.mine();
  await stage.read();

  expect(await stage.service.events('chain.reset')).toMatchObject([
    { chainId: stage.chain.chainId, heightBefore: before, height: stage.chain.height },
  ]);
  expect((await stage.show(lost.id)).current).toMatchObject({ missingSince: expect.any(String) as unknown });
  expect((await stage.show(kept.id)).current).toMatchObject({ missingSince: null, height: stage.chain.height });
  expect(await stage.events('escrow.missing', lost.id)).toHaveLength(1);
  expect(await stage.events('escrow.missing', kept.id)).toEqual([]);
  await stage.read();
  expect(await stage.service.events('chain.reset')).toHaveLength(1);
  expect(await stage.events('escrow.missing', lost.id)).toHaveLength(1);
  await stage.close();
});

it('one replica at a time reads an escrow', async () => {
  const stage = await FollowerStage.open(1);
  const replica = await startTestService(escrowOps, {
    beside: stage.service,
    env: { EGRESS_NETWORKS: '127.0.0.1/32' },
  });
  for (let index = 0; index < 6; index += 1) await stage.campaign({ startsIn: 60, endsIn: 120 });
  await stage.makeDue();
  const rounds = await Promise.all([stage.service, replica].map((one) => one.get(FollowEscrows).round()));
  expect(rounds[0]! + rounds[1]!).toBe(6);

  // A replica that stalls until its lease ends stores nothing; the other replica has read the escrow.
  const [claimed] = await stage.makeDue().then(() => stage.service.get(EscrowAttemptsRepository).claim(1));
  await stage.makeDue();
  await replica.get(FollowEscrows).round();
  const finished = await stage.service.db.transaction((tx) =>
    stage.service.get(EscrowAttemptsRepository).finish(tx, claimed!, 5),
  );
  expect(finished).toBe(false);
  await replica.stop();
  await stage.close();
});
