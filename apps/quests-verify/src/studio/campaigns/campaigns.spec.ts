import { versionOf, type RequestOf } from '@questp/messages/language';
import {
  CAMPAIGN_ORDERS,
  getCampaign,
  getCampaignTotals,
  getProjectTotals,
  listCampaigns,
  moveCampaign,
  moveQuest,
  updateCampaign,
  type Campaign,
  type CampaignOrder,
  type CampaignStep,
} from '@questp/messages/quests';
import { newId, sql } from '@questp/postgres';
import { started, waitFor } from '@questp/testing';
import {
  aKey,
  allPages,
  aSlug,
  expectOneWins,
  aUserId,
  inOrder,
  outcomes,
  refusal,
  startStudio,
} from '../../testing/studio.fixture.js';
import { campaignShareLock } from '../../shared/campaign-locks.js';
import { EndDueCampaigns } from './end-due-campaigns.js';
import { StartDueCampaigns } from './start-due-campaigns.js';

const PAST = '2020-01-01T00:00:00.000Z';
const SOON = new Date(Date.now() + 3_600_000).toISOString();
const LATER = new Date(Date.now() + 7_200_000).toISOString();
const POOL = {
  mode: 'manual',
  chainId: 'cosmoshub-4',
  denom: 'uatom',
  symbol: 'ATOM',
  decimals: 6,
  totalAmount: '340282366920938463463374607431768211455',
  minPayout: '1',
  maxPayout: null,
} as const;

describe('campaigns', () => {
  const studio = started(startStudio);

  const move = ({ projectId, id }: Campaign, step: CampaignStep) =>
    studio.call(moveCampaign, { projectId, campaignId: id, step });
  const update = ({ projectId, id }: Campaign, change: object) =>
    studio.call(updateCampaign, { projectId, campaignId: id, ...change });
  const endedEvents = async ({ id }: Campaign) =>
    (await studio.events('campaign.ended')).filter(({ campaignId }) => campaignId === id).length;

  const startedEvents = async ({ id }: Campaign) =>
    (await studio.events('campaign.started')).filter(({ campaignId }) => campaignId === id).length;
  /** As if it had gone live two days ago, to start `ago`. */
  const startAgo = ({ id }: Campaign, ago: string) =>
    studio.db.execute(sql`
      UPDATE campaign SET activated_at = now() - interval '2 days', starts_at = now() - ${ago}::interval
      WHERE id = ${id}`);

  /** Runs so many that note something in the audit log, all of which are at work before the first of them may. */
  const together = async <T>(count: number, work: () => Promise<T>): Promise<T[]> => {
    let running: Promise<T[]> | undefined;
    await studio.asOwner().transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE project_audit_log IN SHARE MODE`);
      running = Promise.all(Array.from({ length: count }, work));
      await waitFor(async () => {
        const locks = await tx.row<{ awaited: number }>(sql`
          SELECT count(*)::int AS awaited FROM pg_locks
          WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
        return locks?.awaited === count;
      });
    });
    return running as Promise<T[]>;
  };

  it('creates a draft that is read back as it was given', async () => {
    const project = await studio.newProject();
    const given = { startsAt: '2030-01-01T02:00:00+02:00', endsAt: '2030-02-01T00:00:00Z', rewardPool: POOL };
    const campaign = await studio.newCampaign(project.id, { ...given, title: 'Launch' });
    expect(campaign).toMatchObject({
      projectId: project.id,
      status: 'draft',
      title: 'Launch',
      description: null,
      startsAt: '2030-01-01T00:00:00.000Z',
      endsAt: '2030-02-01T00:00:00.000Z',
      rewardPool: POOL,
      activatedAt: null,
      endedAt: null,
    });
    expect(await studio.call(getCampaign, { projectId: project.id, campaignId: campaign.id })).toEqual(campaign);
  });

  it.each([
    ['an end before the start', { startsAt: LATER, endsAt: SOON }, '/endsAt'],
    ['an end at the start', { startsAt: SOON, endsAt: SOON }, '/endsAt'],
    ['a day without a time', { startsAt: '2030-01-01' }, '/startsAt'],
    ['a time without an offset', { startsAt: '2030-01-01T00:00:00' }, '/startsAt'],
    ['the 30th of February', { startsAt: '2030-02-30T00:00:00Z' }, '/startsAt'],
    ['a leap second', { startsAt: '2016-12-31T23:59:60Z' }, '/startsAt'],
    ['the year 99999', { endsAt: '+99999-01-01T00:00:00Z' }, '/endsAt'],
    ['the year 0', { startsAt: '0000-01-01T00:00:00Z' }, '/startsAt'],
    ['a payout above the pool', { rewardPool: { ...POOL, totalAmount: '1', minPayout: '2' } }, '/rewardPool/minPayout'],
    [
      'a pool without a chain',
      { rewardPool: { ...POOL, chainId: undefined as unknown as string } },
      '/rewardPool/chainId',
    ],
    ['a pool on an unknown chain', { rewardPool: { ...POOL, chainId: 'nowhere-1' } }, '/rewardPool/chainId'],
    ['a script as an image', { imageUrl: 'javascript:1' }, '/imageUrl'],
    ['a status', { status: 'active' }, '/status'],
  ])('refuses %s, when created and when changed', async (_, change, pointer) => {
    const refused = { code: 'VALIDATION_FAILED', pointers: [pointer] };
    const project = await studio.newProject();
    expect(await refusal(studio.newCampaign(project.id, change as object))).toEqual(refused);
    expect(await refusal(update(await studio.newCampaign(project.id), change))).toEqual(refused);
  });

  it('needs a slug of its own in the project, not beyond', async () => {
    const [one, two] = [await studio.newProject(), await studio.newProject()];
    const slug = aSlug();
    const codes = await outcomes([1, 2, 3].map(() => studio.newCampaign(one.id, { slug })));
    expect(codes.sort()).toEqual(['SLUG_TAKEN', 'SLUG_TAKEN', 'ok']);
    expect(await studio.newCampaign(two.id, { slug })).toMatchObject({ slug });
    const other = await studio.newCampaign(one.id);
    expect(await refusal(update(other, { slug }))).toEqual({ code: 'SLUG_TAKEN' });
  });

  it('creates once per Idempotency-Key (A-21)', async () => {
    const project = await studio.newProject();
    const request = { slug: aSlug(), idempotency: aKey() };
    const first = await studio.newCampaign(project.id, request);
    expect(await studio.newCampaign(project.id, request)).toEqual(first);
  });

  it('belongs to one project', async () => {
    const campaign = await studio.newCampaign((await studio.newProject()).id);
    const foreign = { ...campaign, projectId: (await studio.newProject()).id };
    const request = { projectId: foreign.projectId, campaignId: campaign.id };
    for (const attempt of [
      () => studio.call(getCampaign, request),
      () => studio.call(getCampaignTotals, request),
      () => studio.call(updateCampaign, { ...request, title: 'Mine' }),
      () => move(foreign, 'archive'),
    ]) {
      expect(await refusal(attempt())).toEqual({ code: 'NOT_FOUND' });
    }
  });

  it('starts once it has a published quest, from then on', async () => {
    const draft = await studio.newCampaign((await studio.newProject()).id, { endsAt: LATER });
    expect(await refusal(move(draft, 'activate'))).toEqual({ code: 'CAMPAIGN_NOT_READY' });
    const quest = await studio.newQuest(draft);
    expect(await refusal(move(draft, 'activate'))).toEqual({ code: 'CAMPAIGN_NOT_READY' });
    await studio.publish(quest);
    const active = await move(draft, 'activate');
    expect(active.status).toBe('active');
    expect(active.startsAt).toBe(active.activatedAt);
    expect(active.startsAt).not.toBeNull();
  });

  it('does not start after its end', async () => {
    const draft = await studio.newCampaign((await studio.newProject()).id, {
      startsAt: '2019-01-01T00:00:00Z',
      endsAt: PAST,
    });
    await studio.publish(await studio.newQuest(draft));
    expect(await refusal(move(draft, 'activate'))).toEqual({ code: 'CAMPAIGN_NOT_READY' });
  });

  it('starts once when asked many times at once', async () => {
    const draft = await studio.newCampaign((await studio.newProject()).id);
    await studio.publish(await studio.newQuest(draft));
    expect(new Set(await outcomes(Array.from({ length: 10 }, () => move(draft, 'activate'))))).toEqual(new Set(['ok']));
    const events = await studio.events('campaign.activated');
    expect(events.filter(({ campaignId }) => campaignId === draft.id)).toHaveLength(1);
  });

  const NO = 'INVALID_TRANSITION';
  it.each<['draft' | CampaignStep, Record<CampaignStep, string>]>([
    ['draft', { activate: 'active', deactivate: 'draft', end: NO, archive: 'archived' }],
    ['activate', { activate: 'active', deactivate: 'draft', end: 'ended', archive: NO }],
    ['end', { activate: NO, deactivate: NO, end: 'ended', archive: 'archived' }],
    ['archive', { activate: NO, deactivate: NO, end: NO, archive: 'archived' }],
    ['deactivate', { activate: 'active', deactivate: 'draft', end: NO, archive: 'archived' }],
  ])('moves after %s as the table says', async (reached, table) => {
    const path: CampaignStep[] = {
      draft: [],
      activate: ['activate'],
      deactivate: ['activate', 'deactivate'],
      end: ['activate', 'end'],
      archive: ['archive'],
    }[reached] as CampaignStep[];
    for (const [step, result] of Object.entries(table) as [CampaignStep, string][]) {
      const campaign = await studio.newCampaign((await studio.newProject()).id);
      await studio.publish(await studio.newQuest(campaign));
      for (const before of path) await move(campaign, before);
      const answer = await move(campaign, step).then(
        ({ status }) => status,
        ({ code }: { code: string }) => code,
      );
      expect([step, answer]).toEqual([step, result]);
    }
  });

  it('fixes start and pool when it is active, the end when it has ended, everything when archived', async () => {
    const { campaign } = await studio.running({ rewardPool: POOL, startsAt: PAST, endsAt: LATER });
    const same = { title: 'New', startsAt: PAST, rewardPool: { ...POOL }, endsAt: SOON };
    expect(await update(campaign, same)).toMatchObject({ title: 'New', endsAt: SOON });
    const refused = { code: 'INVALID_TRANSITION' };
    expect(await refusal(update(campaign, { startsAt: null }))).toEqual(refused);
    expect(await refusal(update(campaign, { rewardPool: { ...POOL, totalAmount: '7' } }))).toEqual(refused);
    expect(await refusal(update(campaign, { rewardPool: null }))).toEqual(refused);
    const over = { code: 'VALIDATION_FAILED', pointers: ['/endsAt'] };
    expect(await refusal(update(campaign, { endsAt: '2020-01-02T00:00:00Z' }))).toEqual(over);
    expect(await update(campaign, { endsAt: null })).toMatchObject({ endsAt: null });
    await move(campaign, 'end');
    expect(await refusal(update(campaign, { endsAt: LATER }))).toEqual(refused);
    expect(await update(campaign, { title: 'Thanks' })).toMatchObject({ title: 'Thanks' });
    const { projectId, id: campaignId } = campaign;
    await studio.call(moveCampaign, { projectId, campaignId, step: 'archive', by: 'platform' });
    expect(await refusal(update(campaign, { title: 'Late' }))).toEqual(refused);
  });

  it('ends once at its end time with several replicas', async () => {
    const { campaign } = await studio.running({ startsAt: '2019-01-01T00:00:00Z', endsAt: LATER });
    const { campaign: other } = await studio.running({ endsAt: LATER });
    await studio.db.execute(sql`UPDATE campaign SET ends_at = ${PAST}::timestamptz WHERE id = ${campaign.id}`);
    const job = studio.get(EndDueCampaigns);
    const ended = await Promise.all(Array.from({ length: 8 }, () => job.endSome()));
    expect(ended.reduce((sum, count) => sum + count)).toBe(1);
    const after = await studio.call(getCampaign, { projectId: campaign.projectId, campaignId: campaign.id });
    expect(after).toMatchObject({ status: 'ended', endedAt: PAST });
    expect(await endedEvents(campaign)).toBe(1);
    expect(await endedEvents(other)).toBe(0);
  });

  it('announces its start once, at activation or at the start time, with several replicas', async () => {
    const job = studio.get(StartDueCampaigns);
    const { campaign: atOnce } = await studio.running();
    const { campaign: begun } = await studio.running({ startsAt: PAST });
    const { campaign: ahead } = await studio.running({ startsAt: SOON });
    const { campaign: old } = await studio.running({ startsAt: SOON });
    await startAgo(old, '25 hours');
    expect(await job.startSome()).toBe(0);
    await startAgo(ahead, '0');
    const started = await together(4, () => job.startSome());
    expect(started.reduce((sum, count) => sum + count)).toBe(1);
    expect(await job.startSome()).toBe(0);
    expect(await Promise.all([atOnce, begun, ahead, old].map(startedEvents))).toEqual([1, 1, 1, 0]);
  });

  it('can start again after it was deactivated, and never after it ended', async () => {
    const job = studio.get(StartDueCampaigns);
    const { campaign } = await studio.running({ startsAt: SOON });
    await startAgo(campaign, '1 hour');
    expect(await job.startSome()).toBe(1);
    await move(campaign, 'deactivate');
    await move(campaign, 'activate');
    expect([await job.startSome(), await startedEvents(campaign)]).toEqual([0, 2]);
    const { campaign: ended } = await studio.running({ startsAt: SOON });
    await startAgo(ended, '1 hour');
    const [, ...noticed] = await Promise.all([move(ended, 'end'), ...Array.from({ length: 4 }, () => job.startSome())]);
    expect(await startedEvents(ended)).toBe(noticed.reduce((sum, count) => sum + count));
    expect(await job.startSome()).toBe(0);
  });

  it('is changed and ended by its team while there is always a credit that share-locks it', async () => {
    const { campaign } = await studio.running();
    let over = false;
    const credits = Array.from({ length: 16 }, async () => {
      while (!over) {
        await studio.db.transaction(async (tx) => {
          await tx.execute(sql`SELECT ${campaignShareLock(sql`${campaign.id}`)}`);
          await tx.execute(sql`SELECT 1 FROM campaign WHERE id = ${campaign.id} FOR SHARE`);
          await tx.execute(sql`SELECT pg_sleep(0.01 + random() * 0.03)`);
        });
      }
    });
    try {
      expect(await update(campaign, { title: 'Busy' })).toMatchObject({ title: 'Busy' });
      expect(await move(campaign, 'end')).toMatchObject({ status: 'ended' });
    } finally {
      over = true;
      await Promise.all(credits);
    }
  });

  it('is ended once by an operator and the clock together', async () => {
    const { campaign } = await studio.running({ startsAt: '2019-01-01T00:00:00Z', endsAt: LATER });
    await studio.db.execute(sql`UPDATE campaign SET ends_at = ${PAST}::timestamptz WHERE id = ${campaign.id}`);
    const job = studio.get(EndDueCampaigns);
    await Promise.all([move(campaign, 'end'), job.endSome(), move(campaign, 'end'), job.endSome()]);
    expect(await endedEvents(campaign)).toBe(1);
  });

  it('does not start without a quest when its last one is archived at that moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const draft = await studio.newCampaign((await studio.newProject()).id);
      const quest = await studio.publish(await studio.newQuest(draft));
      const place = { projectId: quest.projectId, campaignId: quest.campaignId, questId: quest.id };
      const [activated] = await outcomes([
        move(draft, 'activate'),
        studio.call(moveQuest, { ...place, step: 'archive' }),
      ]);
      const events = await studio.events('campaign.activated');
      const started = events.some(({ campaignId }) => campaignId === draft.id);
      expect(activated).toBe(started ? 'ok' : 'CAMPAIGN_NOT_READY');
    }
  });

  it('counts participants and submissions, and sums ledger and standings', async () => {
    const { campaign, quest } = await studio.running();
    const request = { projectId: campaign.projectId, campaignId: campaign.id };
    expect(await studio.call(getCampaignTotals, request)).toEqual({
      participants: 0,
      submissions: { pending: 0, in_review: 0, claimed: 0, rejected: 0, reversed: 0 },
      pointsLedger: '0',
      pointsStandings: '0',
      xp: '0',
    });
    const [one, two] = [aUserId(), aUserId()];
    for (const [userId, status, key] of [
      [one, 'claimed', '2026-01-01'],
      [one, 'claimed', '2026-01-02'],
      [two, 'rejected', '2026-01-01'],
      [two, 'in_review', '2026-01-02'],
    ] as const) {
      const submissionId = await studio.submit(quest, userId, status, key);
      if (status !== 'claimed') continue;
      await studio.db.execute(sql`
        INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
          period_key, points, xp)
        VALUES (${newId()}, 'credit', ${submissionId}, 1, ${campaign.projectId}, ${campaign.id}, ${quest.id}, ${userId},
          ${key}, 10, 3)`);
    }
    await studio.db.execute(sql`
      INSERT INTO standing (scope_id, user_id, points, xp, completions, last_credit_at)
      VALUES (${campaign.id}, ${one}, 20, 6, 2, now())`);
    expect(await studio.call(getCampaignTotals, request)).toEqual({
      participants: 2,
      submissions: { pending: 0, in_review: 1, claimed: 2, rejected: 1, reversed: 0 },
      pointsLedger: '20',
      pointsStandings: '20',
      xp: '6',
    });
  });

  it('lists the campaigns of a project newest first, page by page, by statuses and words', async () => {
    const { id: projectId } = await studio.newProject();
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push((await studio.newCampaign(projectId, { title: `Wave ${i}` })).id);
    const all = await allPages((cursor) =>
      studio.call(listCampaigns, { projectId, order: 'newest', limit: 2, cursor }),
    );
    expect(all.map(({ id }) => id)).toEqual(ids.toReversed());
    await studio.call(moveCampaign, { projectId, campaignId: ids[0] as string, step: 'archive' });
    const found = async (filter: Partial<RequestOf<typeof listCampaigns>>) =>
      (await studio.call(listCampaigns, { projectId, order: 'newest', limit: 10, ...filter })).items.map(
        ({ id }) => id,
      );
    expect(await found({ status: ['active'] })).toEqual([]);
    expect(await found({ status: ['archived'] })).toEqual([ids[0]]);
    expect(await found({ status: ['archived', 'draft'] })).toEqual(ids.toReversed());
    expect(await found({ search: 'wave 3' })).toEqual([ids[3]]);
    expect(await found({ search: all[0]?.slug ?? '' })).toEqual([ids[4]]);
    expect(await found({ search: 'wave %' })).toEqual([]);
  });

  it('takes one of eight changes of the same version, and none of a version that is gone', async () => {
    const { projectId, id: campaignId, updatedAt } = await studio.newCampaign((await studio.newProject()).id);
    const ifMatch = [versionOf(new Date(updatedAt))];
    const change = (title: string) => studio.call(updateCampaign, { projectId, campaignId, title, ifMatch });
    await expectOneWins((racer) => change(`Racer ${racer}`));
    expect(await refusal(change('Late'))).toEqual({ code: 'PRECONDITION_FAILED' });
  });

  it('lists them oldest first or by title, in any case and whatever it is written with', async () => {
    const { id: projectId } = await studio.newProject();
    const long = '😀'.repeat(155);
    const ids: string[] = [];
    for (const title of ['b', 'B', `${long} 2`, 'İ', 'a', `${long} 1`, '"\\'.repeat(80)]) {
      ids.push((await studio.newCampaign(projectId, { title })).id);
    }
    const list = async (order: CampaignOrder) => {
      const items = await inOrder(CAMPAIGN_ORDERS, order, (page) => studio.call(listCampaigns, { projectId, ...page }));
      return items.map(({ id }) => id);
    };
    expect(await list('newest')).toEqual(ids.toReversed());
    expect(await list('oldest')).toEqual(ids);
    expect(await list('title')).toEqual([6, 4, 0, 1, 3, 2, 5].map((index) => ids[index]));
  });

  it('sums up a project over its campaigns', async () => {
    const { project, quest } = await studio.running();
    const later = await studio.newQuest(await studio.newCampaign(project.id));
    const [one, two] = [aUserId(), aUserId()];
    await studio.submit(quest, one, 'claimed', '2026-01-01');
    await studio.submit(later, two, 'rejected', '2026-01-01');
    await studio.submit(later, two, 'in_review', '2026-01-02');
    await studio.submit((await studio.running()).quest, two, 'claimed');
    await studio.db.execute(sql`
      INSERT INTO standing (scope_id, user_id, points, xp, completions, last_credit_at)
      VALUES (${project.id}, ${one}, 20, 4, 2, now()), (${project.id}, ${two}, 0, 0, 0, now()),
        (${quest.campaignId}, ${one}, 20, 4, 2, now())`);
    expect(await studio.call(getProjectTotals, { projectId: project.id })).toEqual({
      campaigns: { draft: 1, active: 1, ended: 0, archived: 0 },
      quests: { draft: 1, active: 1, archived: 0 },
      submissions: { pending: 0, in_review: 1, claimed: 1, rejected: 1, reversed: 0 },
      earners: 1,
      completions: 2,
      points: '20',
      xp: '4',
    });
    const empty = await studio.call(getProjectTotals, { projectId: (await studio.newProject()).id });
    expect(empty).toMatchObject({ earners: 0, points: '0', submissions: { claimed: 0 } });
  });
});
