import { isDeepStrictEqual } from 'node:util';
import { startEmulators, type Emulators } from '@questp/emulators';
import { findLinkedGrant } from '@questp/messages/identity';
import { readMicroblogSpace, readMicroblogStage } from '@questp/messages/integrations';
import { newId, sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { spaces as microblogSpaces } from './spaces.js';
import { integrations } from '../../service.js';
import { Browser, type Call } from '../../testing/browser.fixture.js';
import { SampleSpaces } from './sample-spaces.js';
import { SpacesRepository } from './spaces.repository.js';

const PUBLIC_URL = 'https://api.example.org';
const userId = `svcuser_${'a'.repeat(32)}`;
const EARNER = '1800000000000000006';
const BRAND = '1700000000000000001';
const NO_PLAN = 'Reading Spaces is unavailable on the current plan.';

describe('Spaces of the microblog', () => {
  let emulators: Emulators;
  let service: TestService<object>;
  let grantId: string | null = null;
  let projectId: string;
  let number = 0;

  const start = (env: NodeJS.ProcessEnv) =>
    startTestService(integrations, {
      env: { ...emulators.environment, FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('k1'), PUBLIC_URL, ...env },
    });
  const put = (space: object) => emulators.put('microblog', 'spaces', { creator: BRAND, ...space });
  const newSpace = (space: object = {}) => {
    number += 1;
    const id = `1Space${number}`;
    put({ id, state: 'live', title: 'Orbit', startedAt: '2026-05-01T12:00:00Z', ...space });
    return id;
  };
  const read = (spaceId: string) => service.call(readMicroblogSpace, { projectId, spaceId });
  const stage = (spaceId: string, isSubmitted = false) =>
    service.call(readMicroblogStage, { projectId, spaceId, isSubmitted, userId });
  const sample = () => service.get(SampleSpaces).execute();
  const requests = () => emulators.journal({ platform: 'microblog', route: 'spaces' });
  /** A minute passes. */
  const later = () =>
    service.db.execute(sql`
      UPDATE microblog_space SET due_at = now() - interval '1 second', read_at = read_at - interval '1 minute',
        leased_until = '-infinity'
      WHERE due_at IS NOT NULL`);
  const anewPace = () => service.db.execute(sql`UPDATE microblog_space_pace SET next_at = '-infinity'`);
  const anew = () =>
    service.db.execute(sql`
      WITH spaces AS (DELETE FROM microblog_space) UPDATE microblog_space_pace SET next_at = '-infinity'`);

  beforeAll(async () => {
    emulators = await startEmulators();
    emulators.allowRedirect('microblog', `${PUBLIC_URL}/v1/auth/oauth/callback/microblog`);
    service = await start({});
    service.bus.answer(findLinkedGrant, () => ({ grantId, accountId: grantId && EARNER, relinkNeeded: false }));
    const call: Call = (contract, request) =>
      service.call(contract, request, { operation: contract.http[0]?.id ?? '', principal: null });
    const browser = new Browser(call, 'microblog');
    const code = (await browser.through('earner-1')).searchParams.get('code') ?? '';
    ({ grantId } = await browser.redeem(code));
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await emulators.stop();
  });
  beforeEach(async () => {
    projectId = newId();
    emulators.clearFaults();
    emulators.resetState();
    await anew();
    emulators.clearJournal();
  });

  it('include the state that the platform shows and the role of the linked account', async () => {
    expect(await read('1LiveSpace001')).toMatchObject({
      status: 'found',
      value: {
        reason: null,
        space: { state: 'live', title: 'Orbit weekly', creatorId: BRAND, hostIds: [BRAND], participants: 120 },
      },
    });
    expect(await stage('1LiveSpace001')).toMatchObject({
      value: { accountId: EARNER, isHost: false, isSpeaker: true },
    });
    expect(await stage('1LiveSpace002', true)).toMatchObject({
      value: { isHost: true, isSpeaker: false, space: { participants: null } },
    });
    expect(await read('1SoonSpace001')).toMatchObject({ value: { space: { state: 'scheduled', startedAt: null } } });
    for (const id of ['1EndedSpace01', '1Unknown']) {
      expect(await read(id)).toMatchObject({ status: 'found', value: { space: null, reason: null } });
    }
  });

  it('list everybody on the stage, and are incomplete if more were there than are stored', async () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, n) => String(1_700_000_001_000_000_000n + BigInt(n)));
    const id = newSpace({ speakers: [...others(120), EARNER] });
    expect(await stage(id)).toMatchObject({ value: { isSpeaker: true, isComplete: true } });
    const full = newSpace({ speakers: [...others(1_000), EARNER] });
    expect(await stage(full)).toMatchObject({ value: { isSpeaker: false, isComplete: false } });
    const hosted = newSpace({ hosts: others(60) });
    expect(await stage(hosted)).toMatchObject({
      value: { isHost: false, isComplete: false, space: { hostIds: { length: 50 } } },
    });
  });

  it('Spaces of the microblog have a failure if an entry of the stage is invalid, with the valid entries, and are unread if another member is invalid', async () => {
    const others = [null, true, -1, 'x', '', [], [7], {}];
    const space = {
      ...{ id: '1Odd', state: 'live', title: 'Orbit', creator_id: BRAND, host_ids: [BRAND], speaker_ids: [EARNER] },
      ...{ scheduled_start: '2026-05-01T12:00:00Z', started_at: '2026-05-01T12:00:00Z', participant_count: 7 },
    };
    const answerOf = async (data: readonly unknown[]) => {
      const get = () => Promise.resolve({ status: 200, headers: {}, json: { data } });
      const { seen, missing } = (await microblogSpaces.read(
        { accountId: '', connectedId: '', get, post: get },
        { spaceIds: ['1Odd', '1Other'] },
      )) ?? { seen: [], missing: [] };
      expect(missing).toEqual([]);
      return seen;
    };
    const [before] = await answerOf([space]);
    const different = [];
    for (const [name, value] of Object.entries(space)) {
      for (const other of others.filter(
        (one) => typeof one !== typeof value || Array.isArray(one) !== Array.isArray(value),
      )) {
        const [after, another] = await answerOf([{ ...space, [name]: other }, null, { ...space, id: '1Other' }]);
        // The other Space of the answer is read.
        if (another === undefined && after?.spaceId !== '1Other') different.push([name, other, after]);
        if (another !== undefined && after?.failure === null && !isDeepStrictEqual(after, before))
          different.push([name, other]);
      }
    }
    expect(different).toEqual([]);
    const odd = await answerOf([{ ...space, host_ids: [null, BRAND], speaker_ids: [EARNER, 'another-form', 7] }]);
    expect(odd).toMatchObject([
      { hostIds: [BRAND], speakerIds: [EARNER], failure: expect.stringMatching(/form/) as string },
    ]);
    expect(await answerOf([{ ...space, speaker_ids: ['another-form'] }])).toMatchObject([
      { speakerIds: [], failure: null },
    ]);
  });

  it('Spaces of the microblog require a linked account if its role is requested', async () => {
    const linked = grantId;
    grantId = null;
    expect(await stage('1LiveSpace001')).toMatchObject({ status: 'not_linked', value: null });
    grantId = linked;
  });

  it('Spaces of the microblog keep the people who were seen while they were live after they ended', async () => {
    const id = newSpace({ participants: 7, hosts: [EARNER] });
    await read(id);
    put({ id, state: 'live', title: 'Orbit, continued', participants: 90, hosts: [BRAND], speakers: [EARNER] });
    await later();
    await stage(id);
    put({ id, state: 'live', participants: 3, title: 'The end' });
    await later();
    await stage(id);
    put({ id, state: 'ended' });
    await later();
    const { value } = await stage(id);
    expect(value).toMatchObject({
      ...{ reason: null, isHost: true, isSpeaker: true },
      space: {
        ...{ state: 'ended', title: 'The end', startedAt: '2026-05-01T12:00:00.000Z', participants: 90 },
        hostIds: [EARNER, BRAND],
      },
    });
    expect(Math.abs(Date.parse(value?.space?.endedAt ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('Spaces of the microblog are sampled without requests while they are live, and not after they ended', async () => {
    const id = newSpace();
    await read(id);
    put({ id, state: 'live', speakers: [EARNER] });
    await later();
    const seen = () =>
      service.db.row<{ speakers: number; misses: number; due: boolean }>(sql`
        SELECT cardinality(speaker_ids) AS speakers, misses, due_at IS NOT NULL AS due
        FROM microblog_space WHERE space_id = ${id}`);
    await sample();
    expect(await seen()).toEqual({ speakers: 1, misses: 0, due: true });
    put({ id, state: 'ended' });
    for (const misses of [1, 2, 3]) {
      await later();
      await sample();
      expect(await seen()).toEqual({ speakers: 1, misses, due: misses < 3 });
    }
    await later();
    expect(await sample()).toBe(false);
  });

  it('Spaces of the microblog are live again after the platform omitted them once', async () => {
    const id = newSpace();
    await read(id);
    put({ id, state: 'ended' });
    await later();
    expect(await read(id)).toMatchObject({ value: { space: { state: 'ended' } } });
    put({ id, state: 'live' });
    await later();
    expect(await read(id)).toMatchObject({ value: { space: { state: 'live', endedAt: null } } });
  });

  it('Spaces of the microblog are read in one request for all checks and replicas', async () => {
    const ids = Array.from({ length: 10 }, () => newSpace());
    for (const spaceId of ids) await service.get(SpacesRepository).ask({ projectId, spaceId, isSubmitted: false });
    await service.db.execute(sql`UPDATE microblog_space_pace SET next_at = now() + interval '0.3 seconds'`);
    const spaces = await Promise.all([...ids, ...ids].map((id) => read(id)));
    expect(new Set(spaces.map(({ value }) => value?.space?.state))).toEqual(new Set(['live']));
    expect(requests()).toHaveLength(1);
    await Promise.all(ids.map((id) => read(id)));
    expect(requests()).toHaveLength(1);
  });

  it('Spaces of the microblog are read although others of the request are deleted or refused', async () => {
    const ids = [newSpace(), newSpace({ state: 'malformed' }), newSpace({ state: 'ended' }), newSpace()];
    ids.push(newSpace({ state: 'malformed' }));
    await service.db.execute(sql`UPDATE microblog_space_pace SET next_at = 'infinity'`);
    for (const spaceId of ids) await service.get(SpacesRepository).ask({ projectId, spaceId, isSubmitted: true });
    await anewPace();
    for (const status of [400, 400, 200]) {
      expect(await sample()).toBe(true);
      expect(requests().at(-1)?.status).toBe(status);
    }
    expect(await sample()).toBe(false);
    const spaces = await Promise.all(ids.map((id) => read(id)));
    const [live, none] = [
      { space: { state: 'live' }, reason: null },
      { space: null, reason: null },
    ];
    expect(spaces.map(({ value }) => value)).toMatchObject([live, none, none, live, none]);
    expect(requests()).toHaveLength(3);
  });

  it('Spaces of the microblog that were seen before are read first, in a request without those that never were', async () => {
    const known = newSpace();
    await read(known);
    await later();
    const malformed = Array.from({ length: 5 }, () => newSpace({ state: 'malformed' }));
    for (const spaceId of malformed) await service.get(SpacesRepository).ask({ projectId, spaceId, isSubmitted: true });
    emulators.clearJournal();
    await sample();
    expect(requests()).toMatchObject([{ status: 200, path: expect.stringContaining(`ids=${known}&`) as string }]);
    await sample();
    await later();
    await sample();
    expect(requests().map(({ status }) => status)).toEqual([200, 400, 200]);
  });

  it('Spaces of the microblog are read by one replica at a time', async () => {
    const spaces = service.get(SpacesRepository);
    await service.db.execute(sql`UPDATE microblog_space_pace SET next_at = 'infinity'`);
    const ids = Array.from({ length: 5 }, () => newSpace());
    for (const spaceId of ids) await spaces.ask({ projectId, spaceId, isSubmitted: true });
    await anewPace();
    const claims = await Promise.all(Array.from({ length: 8 }, () => spaces.claim()));
    const claimed = claims.flatMap((claim) => claim?.spaceIds ?? []);
    expect(claimed.toSorted()).toEqual([...new Set(claimed)].toSorted());
    // The lease of a replica that died runs out.
    await service.db.execute(sql`UPDATE microblog_space SET leased_until = now() - interval '1 second'`);
    await anewPace();
    for (const id of ids) expect(await read(id)).toMatchObject({ value: { space: { state: 'live' } } });
  });
  it('Spaces of the microblog are requested at most 300 times in 15 minutes', async () => {
    const spaces = service.get(SpacesRepository);
    await service.db.execute(sql`UPDATE microblog_space_pace SET next_at = 'infinity'`);
    await spaces.ask({ projectId, spaceId: newSpace(), isSubmitted: true });
    await anewPace();
    let admitted = 0;
    for (let second = 0; second < 900; second += 1) {
      await service.db.execute(sql`
        WITH pace AS (UPDATE microblog_space_pace SET next_at = next_at - interval '1 second')
        UPDATE microblog_space SET due_at = now(), leased_until = '-infinity'`);
      while ((await spaces.claim()) !== undefined) {
        admitted += 1;
        await service.db.execute(sql`UPDATE microblog_space SET due_at = now(), leased_until = '-infinity'`);
      }
    }
    expect(admitted).toBeLessThanOrEqual(300);
    expect(admitted).toBeGreaterThan(280);
  }, 60_000);

  it.each(['rate_limited', 'outage', 'invalid_json', 'usage_capped'])(
    'Spaces of the microblog say why they cannot be read at %s',
    async (kind) => {
      const id = newSpace();
      emulators.arm('microblog', { kind, route: 'spaces' });
      const { status, value } = await read(id);
      expect([status, value?.space]).toEqual(['found', null]);
      expect(value?.reason).toMatch(/./);
      await later();
      expect(await read(id)).toMatchObject({ value: { space: { state: 'live' }, reason: null } });
    },
  );

  it('wait until a limit ends', async () => {
    const id = newSpace();
    emulators.arm('microblog', { kind: 'rate_limited', route: 'spaces', times: 1 });
    await read(id);
    const row = await service.db.row<{ wait: number }>(sql`
      SELECT extract(epoch FROM due_at - now())::integer AS wait FROM microblog_space WHERE space_id = ${id}`);
    expect(row?.wait).toBeGreaterThan(60);
    expect(await read(id)).toMatchObject({ value: { reason: expect.stringMatching(/limits/) as string } });
    expect(requests()).toHaveLength(1);
  });

  it('Spaces of the microblog are unavailable on a plan without them', async () => {
    emulators.arm('microblog', { kind: 'forbidden', route: 'spaces' });
    expect(await stage(newSpace())).toMatchObject({ status: 'found', value: { space: null, reason: NO_PLAN } });
  });

  it('Spaces of the microblog are unavailable without a bearer token', async () => {
    const without = await start({ MICROBLOG_BEARER_TOKEN: '' });
    expect(await without.call(readMicroblogSpace, { projectId, spaceId: '1LiveSpace001' })).toMatchObject({
      status: 'found',
      value: { space: null, reason: NO_PLAN },
    });
    await without.stop();
  }, 30_000);

  it('Spaces of the microblog that earners submit use no part of the limit of teams and other projects', async () => {
    await service.db.execute(sql`
      INSERT INTO microblog_space (space_id, project_id, is_submitted, due_at)
      SELECT '1Full' || n, ${projectId}, true, now() + interval '1 day' FROM generate_series(1, 500) AS n`);
    const id = newSpace();
    expect(await stage(id, true)).toMatchObject({
      value: { space: null, reason: expect.stringMatching(/^Too many/) as string },
    });
    expect(await stage('1Full7', true)).toMatchObject({ value: { space: null, reason: null } });
    expect(await read(id)).toMatchObject({ value: { space: { state: 'live' } } });
    const other = { userId, projectId: newId(), spaceId: newSpace(), isSubmitted: true };
    expect(await service.call(readMicroblogStage, other)).toMatchObject({ value: { space: { state: 'live' } } });
  });

  it('Spaces of the microblog are admitted in turn up to the limit of a project', async () => {
    await service.db.execute(sql`
      INSERT INTO microblog_space (space_id, project_id, is_submitted, due_at)
      SELECT '1Full' || n, ${projectId}, false, now() + interval '1 day' FROM generate_series(1, 45) AS n`);
    const spaces = service.get(SpacesRepository);
    const asked = Array.from({ length: 20 }, (_, n) =>
      spaces.ask({ projectId, spaceId: `1More${n}`, isSubmitted: false }),
    );
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(5);
  });

  it('Spaces of the microblog are deleted after a time without checks', async () => {
    await read('1LiveSpace001');
    await read('1Unknown');
    await service.db.execute(sql`UPDATE microblog_space SET asked_at = now() - interval '2 days'`);
    expect(await service.get(SpacesRepository).purge()).toBe(1);
    await service.db.execute(sql`UPDATE microblog_space SET asked_at = now() - interval '61 days'`);
    expect(await service.get(SpacesRepository).purge()).toBe(1);
  });
});
