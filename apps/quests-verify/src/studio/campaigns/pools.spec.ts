import { listWallets } from '@questp/messages/identity';
import { checkPool, type EscrowPhase, type EscrowState, type PoolProblem } from '@questp/messages/escrow';
import { AppError, type ErrorCode } from '@questp/messages/language';
import {
  archiveProject,
  createCampaign,
  deleteCampaign,
  duplicateCampaign,
  getCampaign,
  getPoolAudience,
  listProjectAuditLog,
  lockPool,
  moveCampaign,
  moveQuest,
  updateCampaign,
  type Campaign,
  type CampaignStep,
} from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { putChain } from '@questp/service-kit/testing';
import { aSlug, aUserId, outcomes, placeOf, refusal, startStudio, type Studio } from '../../testing/studio.fixture.js';
import { PoolEvents } from './pool-events.js';
import { PoolLocksRepository } from './pool-locks.repository.js';

const DAY_MS = 86_400_000;
const later = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const POOL = {
  mode: 'automatic',
  chainId: 'neutron-1',
  denom: 'untrn',
  symbol: 'NTRN',
  decimals: 6,
  totalAmount: '1000000',
  minPayout: '10',
  maxPayout: null,
  challengeSeconds: 86_400,
  commitWindowSeconds: 1_209_600,
  claimWindowSeconds: 7_776_000,
} as const;
const ESCROW = 'neutron1qg5ega6dykkxc307y25pecuufrjkxkaggkkxh7nad0vhyhtuhw3sk3ugrm';
const DEPLOYMENT = {
  factory: ESCROW,
  codeId: 2,
  checksum: 'ab'.repeat(32),
  admin: null,
  contractVersion: '0.1.0',
  ticketSigner: 'Anm+Zn753LusVaBilc6HCwcCm/zbLc4o2VnygVsW+BeY',
  feeBps: 300,
  released: false,
};
const WALLET = 'neutron1m9l358xunhhwds0568za49mzhvuxx9ux8xafx2';

const AT = '2026-05-01T12:00:00.000Z';
const anEscrow = (attempt: number, phase: EscrowPhase): EscrowState => ({
  ...{ attempt, phase, chainId: 'neutron-1', factory: ESCROW, address: ESCROW, createdAt: AT, version: 1 },
  asset: { kind: 'native', id: 'untrn' },
  deadlines: { startsAt: AT, endsAt: AT, commitDeadline: AT, challengeEndsAt: null, claimDeadline: null },
  ownership: { owner: WALLET, pendingOwner: null, pendingUntil: null },
  ...{ paused: false, pausedUntil: null, fundedTotal: '1000000', balance: '1000000', finalized: null, dispute: null },
  payouts: {
    ...{ entries: 0, examined: 0, paid: 0, paidTotal: '0', failed: 0, failedTotal: '0', skipped: 0, skippedTotal: '0' },
    ...{ feePaid: '0', refundedTotal: '0' },
  },
  ...{ completedAt: null, cancelledAt: null, missingSince: null, height: 1, blockTime: AT, readAt: AT },
});

describe('a reward pool in automatic mode', () => {
  let studio: Studio;
  let answer: { feeBps: number; problems: PoolProblem[] } | ErrorCode;
  beforeAll(async () => {
    studio = await startStudio();
    studio.bus.answer(checkPool, () => {
      if (typeof answer === 'string') throw new AppError(answer);
      return answer;
    });
    const wallet = {
      id: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2c01',
      isPrimary: true,
      linkedAt: '2026-01-01T00:00:00.000Z',
    };
    studio.bus.answer(listWallets, () => ({
      items: [
        { ...wallet, chainId: 'cosmoshub-4', address: 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud' },
        { ...wallet, chainId: 'neutron-1', address: WALLET },
      ],
      nextCursor: null,
    }));
    await putChain(studio, 'neutron-1', { bech32Prefix: 'neutron', network: 'testnet', escrow: DEPLOYMENT });
  }, 60_000);
  afterAll(() => studio.stop());
  beforeEach(() => {
    answer = { feeBps: 250, problems: [] };
    studio.bus.calls.length = 0;
  });

  const owner = aUserId();
  const draft = async (change: object = {}) => {
    const { id } = await studio.newProject({ userId: owner });
    return studio.newCampaign(id, { rewardPool: POOL, startsAt: later(1), endsAt: later(30), ...change });
  };
  const place = ({ projectId, id }: Campaign) => ({ projectId, campaignId: id });
  const update = (campaign: Campaign, change: object) => studio.call(updateCampaign, { ...place(campaign), ...change });
  const get = (campaign: Campaign) => studio.call(getCampaign, place(campaign));
  const move = (campaign: Campaign, step: CampaignStep) => studio.call(moveCampaign, { ...place(campaign), step });
  const activate = async (campaign: Campaign) => {
    await studio.publish(await studio.newQuest(campaign));
    return move(campaign, 'activate');
  };
  const lock = (campaign: Campaign, fundingAttempt = 1, change: object = {}) =>
    studio.call(lockPool, {
      ...{ ...place(campaign), userId: owner, fundingAttempt, seconds: 3600 },
      ...change,
    });
  const happens = (campaign: Campaign, what: 'funded' | 'cancelled', attempt = 1) => {
    const data = { ...place(campaign), escrow: anEscrow(attempt, what === 'funded' ? 'upcoming' : 'cancelled') };
    return what === 'funded'
      ? studio.deliver(PoolEvents, 'escrow.funded', data)
      : studio.deliver(PoolEvents, 'escrow.phase_changed', { ...data, previousPhase: 'upcoming' });
  };
  /** The list of its payouts is frozen. */
  const listed = ({ id }: Campaign) =>
    studio.db.execute(sql`UPDATE campaign SET review_freezes_at = now() WHERE id = ${id}`);
  const lapse = ({ id }: Campaign) =>
    studio.db.execute(sql`UPDATE campaign SET pool_locked_until = now() WHERE id = ${id}`);
  const checks = () => studio.bus.calls.filter(({ subject }) => subject === checkPool.subject).length;

  describe('the check against the chain', () => {
    it('is made when the pool is set, and the answer has the fee and the terms', async () => {
      const campaign = await draft();
      expect(campaign).toMatchObject({
        rewardPool: { ...POOL, assetKind: 'native', maxShareBps: 10_000, forbiddenAddresses: [] },
        rewardTerms: {
          feeBps: 250,
          leastPayout: '10',
          mostPayout: '975000',
          rounding: 'largest_remainder',
          ties: 'more_points_then_lower_address',
          exclusions: expect.arrayContaining(['project_member', 'suspended']) as string[],
          lockedUntil: null,
          funded: false,
        },
      });
      expect(await get(campaign)).toEqual(campaign);
    });

    it.each(['CHAIN_NOT_CONFIGURED', 'ESCROW_NOT_RELEASED', 'CHAIN_UNAVAILABLE'] as const)(
      'and refused with %s, when it is set, changed or activated',
      async (code) => {
        const campaign = await draft();
        await studio.publish(await studio.newQuest(campaign));
        answer = code;
        const { projectId } = campaign;
        const create = { projectId, slug: aSlug(), title: 'T', rewardPool: POOL };
        expect(await refusal(studio.call(createCampaign, create))).toEqual({ code });
        expect(await refusal(update(campaign, { rewardPool: { ...POOL, totalAmount: '2000000' } }))).toEqual({ code });
        expect(await refusal(move(campaign, 'activate'))).toEqual({ code });
        expect(await get(campaign)).toMatchObject({ status: 'draft', rewardPool: { totalAmount: '1000000' } });
      },
    );

    it('reports the members that the factory refuses', async () => {
      answer = { feeBps: 250, problems: [{ member: 'claimWindowSeconds', detail: 'At least 30 days.' }] };
      expect(await refusal(draft())).toEqual({
        code: 'VALIDATION_FAILED',
        pointers: ['/rewardPool/claimWindowSeconds'],
      });
    });

    it('is not made in manual mode, nor for an unchanged pool', async () => {
      const manual = { ...POOL, mode: 'manual' };
      const campaign = await draft({ rewardPool: manual });
      expect(campaign.rewardTerms?.feeBps).toBeNull();
      await activate(campaign);
      expect(checks()).toBe(0);
      const automatic = await draft();
      answer = 'CHAIN_UNAVAILABLE';
      const same = { title: 'New', rewardPool: automatic.rewardPool };
      expect(await update(automatic, same)).toMatchObject({ title: 'New', rewardTerms: { feeBps: 250 } });
      expect(checks()).toBe(1);
    });

    it('refuses a pool whose payouts are all below the minimum after the fee of the chain', async () => {
      const pool = { ...POOL, maxShareBps: 5_000 };
      const pointers = ['/rewardPool/minPayout'];
      expect(await refusal(draft({ rewardPool: { ...pool, minPayout: '487501' } }))).toEqual({
        ...{ code: 'VALIDATION_FAILED', pointers },
      });
      const { rewardTerms } = await draft({ rewardPool: { ...pool, minPayout: '487500' } });
      expect(rewardTerms).toMatchObject({ leastPayout: '487500', mostPayout: '487500' });
    });

    it('is made only after the rules that need no chain', async () => {
      expect(await refusal(draft({ rewardPool: { ...POOL, minPayout: '1000001' } }))).toMatchObject({
        code: 'VALIDATION_FAILED',
      });
      expect(checks()).toBe(0);
    });
  });

  describe('the lock for a ticket', () => {
    it('fixes the dates, and returns the wallets on the chain', async () => {
      const campaign = await draft();
      const before = Date.now();
      const locked = await lock(campaign);
      expect(locked).toMatchObject({
        rewardPool: campaign.rewardPool,
        startsAt: campaign.startsAt,
        endsAt: campaign.endsAt,
        wallets: [WALLET],
        feeBps: 300,
      });
      expect(Date.parse(locked.lockedUntil) - Date.parse(locked.lockedAt)).toBe(3_600_000);
      expect(Math.abs(Date.parse(locked.lockedAt) - before)).toBeLessThan(60_000);
      expect(await get(campaign)).toMatchObject({
        rewardTerms: { feeBps: 300, lockedUntil: locked.lockedUntil, funded: false },
      });
    });

    it.each([
      ['the pool', { rewardPool: { ...POOL, totalAmount: '2000000' } }],
      ['no pool', { rewardPool: null }],
      ['the start', { startsAt: later(2) }],
      ['the end', { endsAt: later(31) }],
      ['no end', { endsAt: null }],
    ])('refuses a change of %s until the ticket lapses', async (_, change) => {
      const campaign = await draft();
      await lock(campaign);
      expect(await refusal(update(campaign, change))).toEqual({ code: 'POOL_LOCKED' });
      const { startsAt, endsAt, rewardPool } = campaign;
      expect(await update(campaign, { title: 'New', startsAt, endsAt, rewardPool })).toMatchObject({ title: 'New' });
      await lapse(campaign);
      expect(await update(campaign, change)).toMatchObject(change);
    });

    it('prevents deletion, and keeps the start that the activation set', async () => {
      const campaign = await draft();
      await lock(campaign);
      expect(await refusal(studio.call(deleteCampaign, place(campaign)))).toEqual({ code: 'POOL_LOCKED' });
      const started = await activate(await draft({ startsAt: null }));
      await lock(started);
      expect(await refusal(move(started, 'deactivate'))).toEqual({ code: 'POOL_LOCKED' });
      const planned = await activate(campaign);
      expect(await move(planned, 'deactivate')).toMatchObject({ status: 'draft', startsAt: campaign.startsAt });
    });

    it('allows activation while the chain does not answer', async () => {
      const campaign = await draft();
      await lock(campaign);
      answer = 'CHAIN_UNAVAILABLE';
      expect(await activate(campaign)).toMatchObject({ status: 'active' });
    });

    it('is never shortened by a repeated lock', async () => {
      const campaign = await draft();
      const { lockedUntil } = await lock(campaign);
      expect((await lock(campaign, 1, { seconds: 1 })).lockedUntil).toBe(lockedUntil);
    });

    it.each([
      ['a user outside the team', 'NOT_FOUND'],
      ['a member who may not change campaigns', 'FORBIDDEN'],
    ] as const)('is refused to %s', async (who, code) => {
      const campaign = await draft();
      const userId =
        who === 'a user outside the team'
          ? aUserId()
          : await studio.joins(campaign.projectId, owner, 'project_moderator');
      expect(await refusal(lock(campaign, 1, { userId }))).toEqual({ code });
      expect(await get(campaign)).toEqual(campaign);
    });

    it('is refused for a campaign of another project', async () => {
      const campaign = await draft();
      const { id: projectId } = await studio.newProject({ userId: owner });
      expect(await refusal(lock(campaign, 1, { projectId }))).toEqual({ code: 'NOT_FOUND' });
    });

    it.each<[string, object, ErrorCode]>([
      ['without a pool', { rewardPool: null }, 'CAMPAIGN_NOT_READY'],
      ['in manual mode', { rewardPool: { ...POOL, mode: 'manual' } }, 'CAMPAIGN_NOT_READY'],
      ['without a start', { startsAt: null }, 'CAMPAIGN_NOT_READY'],
      ['without an end', { endsAt: null }, 'CAMPAIGN_NOT_READY'],
      ['with a past end', { startsAt: later(-2), endsAt: later(-1) }, 'CAMPAIGN_NOT_READY'],
    ])('is refused for a pool %s', async (_, change, code) => {
      expect(await refusal(lock(await draft(change)))).toEqual({ code });
    });

    it('is refused once the campaign has ended', async () => {
      const campaign = await activate(await draft());
      await move(campaign, 'end');
      expect(await refusal(lock(campaign))).toEqual({ code: 'INVALID_TRANSITION' });
    });

    it('refuses later changes of the pool when changes and locks are concurrent', async () => {
      for (let round = 0; round < 5; round += 1) {
        const campaign = await draft();
        const calls = [
          ...Array.from({ length: 4 }, (_, n) =>
            update(campaign, { rewardPool: { ...POOL, totalAmount: `${n + 1_000_001}` } }),
          ),
          ...Array.from({ length: 4 }, () => lock(campaign)),
        ];
        const codes = (await outcomes(calls)).filter((code) => code !== 'ok');
        expect(codes.filter((code) => code !== 'POOL_LOCKED')).toEqual([]);
        const locks = await Promise.all(calls.slice(4));
        const { rewardPool } = await get(campaign);
        for (const locked of locks) expect(locked).toMatchObject({ rewardPool });
      }
    });
  });

  it('that is not funded is announced to the team at the start', async () => {
    const campaigns = [await draft({ startsAt: null, endsAt: null }), await draft({ startsAt: null, endsAt: null })];
    await happens(campaigns[1] as Campaign, 'funded');
    for (const campaign of campaigns) await activate(campaign);
    const announced = (await studio.events('campaign.pool_unfunded')).map(({ campaignId }) => campaignId);
    expect(campaigns.map(({ id }) => announced.includes(id))).toEqual([true, false]);
    expect((await get(campaigns[0] as Campaign)).rewardTerms).toMatchObject({ funded: false });
  });

  describe('that is funded', () => {
    it('stays as it is, after its ticket lapsed too', async () => {
      const campaign = await draft();
      await lock(campaign);
      await happens(campaign, 'funded');
      await lapse(campaign);
      expect(await get(campaign)).toMatchObject({ rewardTerms: { funded: true, lockedUntil: null } });
      expect(await refusal(update(campaign, { endsAt: later(31) }))).toEqual({ code: 'POOL_LOCKED' });
      expect(await refusal(studio.call(deleteCampaign, place(campaign)))).toEqual({ code: 'POOL_LOCKED' });
      expect(await refusal(lock(campaign))).toEqual({ code: 'INVALID_TRANSITION' });
    });

    describe('is not ended by its team', () => {
      const steps = (campaign: Campaign, by: 'team' | 'platform') => ({
        end: () => studio.call(moveCampaign, { ...place(campaign), step: 'end', by }),
        deactivate: () => studio.call(moveCampaign, { ...place(campaign), step: 'deactivate', by }),
        archive: () => studio.call(archiveProject, { projectId: campaign.projectId, by }),
      });
      const running = async (change: object = {}) => {
        const campaign = await activate(await draft(change));
        await happens(campaign, 'funded');
        return campaign;
      };

      it.each(['end', 'deactivate', 'archive'] as const)('by %s, which operators may do', async (step) => {
        const campaign = await running();
        expect(await refusal(steps(campaign, 'team')[step]())).toEqual({ code: 'POOL_LOCKED' });
        expect(await get(campaign)).toMatchObject({ status: 'active' });
        await steps(campaign, 'platform')[step]();
        expect((await get(campaign)).status).not.toBe('active');
      });

      it('unless the escrow was cancelled', async () => {
        const campaign = await running();
        await happens(campaign, 'cancelled');
        expect(await steps(campaign, 'team').end()).toMatchObject({ status: 'ended' });
      });

      it.each(['automatic', 'manual'])('and not archived before its payouts are listed: %s', async (mode) => {
        const campaign = await running({ rewardPool: { ...POOL, mode } });
        await steps(campaign, 'platform').end();
        const archive = () => studio.call(moveCampaign, { ...place(campaign), step: 'archive', by: 'team' });
        const schedule = (freezesAt: string, minutes: number) => {
          const times = { endedAt: AT, moderatorsFrom: AT, freezesAt, approvesAt: later(9), commitDeadline: null };
          const occurredAt = new Date(Date.now() + minutes * 60_000).toISOString();
          return studio.db.transaction((tx) =>
            studio.get(PoolLocksRepository).schedule(tx, { ...place(campaign), ...times, undecided: 0 }, occurredAt),
          );
        };
        expect(await refusal(archive())).toEqual({ code: 'POOL_LOCKED' });
        await schedule(later(1), 2);
        await schedule(later(-1), 1);
        expect(await refusal(archive())).toEqual({ code: 'POOL_LOCKED' });
        expect(await refusal(steps(campaign, 'team').archive())).toEqual({ code: 'POOL_LOCKED' });
        await schedule(later(-1), 3);
        expect(await archive()).toMatchObject({ status: 'archived' });
      });
    });

    describe('keeps what its quests offer', () => {
      const offer = { points: 10, maxCompletions: 20, endsAt: later(20) };
      const offered = async () => {
        const campaign = await draft();
        const quest = await studio.publish(await studio.newQuest(campaign, offer));
        await move(campaign, 'activate');
        return { campaign, quest };
      };

      it.each<[string, object]>([
        ['fewer points', { points: 9 }],
        ['fewer completions', { maxCompletions: 19 }],
        ['an earlier end', { endsAt: later(19) }],
        ['a later start', { startsAt: later(5) }],
      ])('refuses %s by the team, until its payouts are listed', async (_case, change) => {
        const { campaign, quest } = await offered();
        await happens(campaign, 'funded');
        expect((await refusal(studio.update(quest, change))).code).toBe('POOL_LOCKED');
        await studio.call(moveCampaign, { ...place(campaign), step: 'end', by: 'platform' });
        expect((await refusal(studio.update(quest, change))).code).toBe('POOL_LOCKED');
        await listed(campaign);
        expect(await studio.update(quest, change)).toMatchObject(change);
      });

      it('takes more of each, and other texts', async () => {
        const { campaign, quest } = await offered();
        await happens(campaign, 'funded');
        const more = { points: 11, maxCompletions: null, endsAt: null, title: 'Come by again' };
        expect(await studio.update(quest, more)).toMatchObject(more);
      });

      it.each(['unpublish', 'archive'] as const)('refuses to %s a published one, which operators can', async (step) => {
        const { campaign, quest } = await offered();
        const unpublished = await studio.newQuest(campaign);
        await happens(campaign, 'funded');
        expect((await refusal(studio.move(quest, step))).code).toBe('POOL_LOCKED');
        expect(await studio.move(unpublished, 'archive')).toMatchObject({ status: 'archived' });
        const byOperator = studio.call(moveQuest, { ...placeOf(quest), step: 'archive', by: 'platform' });
        expect(await byOperator).toMatchObject({ status: 'archived' });
      });

      it('and not before it is funded or the campaign is active', async () => {
        const { quest } = await offered();
        expect(await studio.update(quest, { points: 9 })).toMatchObject({ points: 9 });
        const campaign = await draft();
        const waiting = await studio.publish(await studio.newQuest(campaign, offer));
        await happens(campaign, 'funded');
        expect(await studio.update(waiting, { points: 9 })).toMatchObject({ points: 9 });
      });
    });

    it('is free again once its escrow is cancelled, for the next attempt too', async () => {
      const campaign = await draft();
      await lock(campaign);
      await happens(campaign, 'funded');
      await happens(campaign, 'cancelled');
      expect(await update(campaign, { endsAt: later(31) })).toMatchObject({ rewardTerms: { funded: false } });
      expect(await refusal(lock(campaign, 1))).toEqual({ code: 'INVALID_TRANSITION' });
      expect(await lock(campaign, 2)).toMatchObject({ endsAt: expect.any(String) as string });
      expect(await refusal(update(campaign, { endsAt: later(32) }))).toEqual({ code: 'POOL_LOCKED' });
    });

    it('is the same whatever the order and repetition of the events', async () => {
      const campaign = await draft();
      await lock(campaign);
      for (const type of ['cancelled', 'funded', 'cancelled', 'funded'] as const) {
        await happens(campaign, type);
      }
      expect(await get(campaign)).toMatchObject({ rewardTerms: { funded: false, lockedUntil: null } });
      await happens(campaign, 'funded', 2);
      await happens(campaign, 'cancelled', 1);
      expect(await get(campaign)).toMatchObject({ rewardTerms: { funded: true } });
      const { projectId, id: subjectId } = campaign;
      const { items } = await studio.call(listProjectAuditLog, { projectId, subjectId, limit: 100 });
      expect(items.map(({ action }) => action).filter((action) => action.startsWith('campaign.pool_'))).toEqual([
        'campaign.pool_funded',
        'campaign.pool_funded',
        'campaign.pool_cancelled',
      ]);
      expect(items[0]?.actor.type).toBe('system');
    });

    it('stays funded in every other phase', async () => {
      const campaign = await draft();
      await lock(campaign);
      await happens(campaign, 'funded');
      const data = { ...place(campaign), escrow: anEscrow(1, 'active'), previousPhase: 'upcoming' } as const;
      await studio.deliver(PoolEvents, 'escrow.phase_changed', data);
      expect(await get(campaign)).toMatchObject({ rewardTerms: { funded: true } });
    });

    it('is known to the notifier by its asset and the team; without a pool nothing is', async () => {
      const campaign = await draft();
      const member = aUserId();
      await studio.db.execute(sql`
        INSERT INTO project_member (project_id, user_id, role)
        VALUES (${campaign.projectId}, ${member}, 'project_moderator')`);
      const audience = (campaignId: string) => studio.call(getPoolAudience, { campaignId });
      expect(await audience(campaign.id)).toEqual({
        pool: { campaignTitle: campaign.title, symbol: 'NTRN', decimals: 6, userIds: [owner, member].toSorted() },
      });
      await update(campaign, { rewardPool: null });
      expect(await audience(campaign.id)).toEqual({ pool: null });
      expect(await audience('0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2c99')).toEqual({ pool: null });
    });

    it('is no matter of its copy', async () => {
      const campaign = await draft();
      await lock(campaign);
      await happens(campaign, 'funded');
      const copy = await studio.call(duplicateCampaign, { ...place(campaign), slug: aSlug() });
      expect(copy).toMatchObject({
        rewardPool: campaign.rewardPool,
        rewardTerms: { funded: false, lockedUntil: null },
      });
      expect(await update(copy, { rewardPool: null })).toMatchObject({ rewardPool: null, rewardTerms: null });
    });

    it('is unknown of a campaign that does not exist', async () => {
      const campaign = await draft();
      await happens({ ...campaign, id: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2c99' }, 'funded');
      expect(await get(campaign)).toEqual(campaign);
    });
  });
});
