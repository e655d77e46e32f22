import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { listProjectSpend, listSpend, type Spend } from '@questp/messages/integrations';
import type { AppError, Page } from '@questp/messages/language';
import { insertInto, sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { integrations } from '../service.js';
import { NONE } from './charges.repository.js';

const [OWN, OTHER] = [randomUUID(), randomUUID()].toSorted() as [string, string];
const [FIRST, SECOND, THEIRS] = [randomUUID(), randomUUID(), randomUUID()];
const MAX_BIGINT = '9223372036854775807';

interface Row {
  projectId: string;
  day: string;
  provider: string;
  campaignId: string;
  requests: string;
  spentMicros: string;
}

const row = (day: string, more: Partial<Row> = {}): Row => ({
  ...{ projectId: OWN, day, provider: 'microblog', campaignId: FIRST, requests: '1', spentMicros: '10000' },
  ...more,
});

describe('the lists of spend', () => {
  let service: TestService<object>;
  beforeAll(async () => {
    service = await startTestService(integrations, { env: { FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('k1') } });
  }, 60_000);
  afterAll(() => service.stop());

  const store = async (...rows: Row[]) => {
    await service.db.execute(sql`DELETE FROM platform_spend`);
    for (const one of rows) await service.db.execute(insertInto('platform_spend', one));
  };
  const ofProject = (query: object = {}) =>
    service.call(listProjectSpend, { projectId: OWN, period: 'day', limit: 30, ...query });
  const ofAll = (query: object = {}) => service.call(listSpend, { period: 'day', limit: 30, ...query });
  const codeOf = (list: Promise<unknown>) =>
    list.then(
      () => 'listed',
      (error: unknown) => (error as AppError).code,
    );
  const days = ({ items }: Page<Spend>) => items.map(({ periodStart }) => periodStart.slice(0, 10));

  it('sum up the requests of a day or a month, newest first, by project, platform and campaign', async () => {
    await store(
      row('2026-04-30'),
      row('2026-05-01', { requests: '2', spentMicros: '0' }),
      row('2026-05-31', { requests: '3', spentMicros: '1234567' }),
      row('2026-05-31', { provider: 'codehost', campaignId: NONE, spentMicros: '0' }),
      row('2026-05-31', { projectId: NONE, campaignId: NONE }),
    );
    const of = (start: string, requests: string, spentUsd: string, more: object = {}) => ({
      ...{ periodStart: `${start}T00:00:00.000Z`, projectId: OWN, campaignId: FIRST, provider: 'microblog' },
      ...{ requests, spentUsd },
      ...more,
    });
    const settings = { provider: 'codehost', campaignId: null };
    expect(await ofProject()).toEqual({
      items: [
        of('2026-05-31', '3', '1.234567'),
        of('2026-05-31', '1', '0.000000', settings),
        of('2026-05-01', '2', '0.000000'),
        of('2026-04-30', '1', '0.010000'),
      ],
      nextCursor: null,
    });
    expect((await ofProject({ period: 'month' })).items).toEqual([
      of('2026-05-01', '5', '1.234567'),
      of('2026-05-01', '1', '0.000000', settings),
      of('2026-04-01', '1', '0.010000'),
    ]);
    expect((await ofAll({ period: 'month' })).items).toContainEqual(
      of('2026-05-01', '1', '0.010000', { projectId: null, campaignId: null }),
    );
  });

  it('the lists of spend are filtered by platform, campaign, project and time, in UTC whatever the offset', async () => {
    await store(
      row('2026-05-01'),
      row('2026-05-02', { provider: 'videosite' }),
      row('2026-05-03', { campaignId: SECOND }),
      row('2026-05-04', { projectId: OTHER, campaignId: THEIRS }),
    );
    const listed = async (query: object) => days(await ofAll(query));
    expect(await listed({ provider: 'videosite' })).toEqual(['2026-05-02']);
    expect(await listed({ provider: 'launchsite' })).toEqual([]);
    expect(await listed({ campaignId: SECOND })).toEqual(['2026-05-03']);
    expect(await listed({ projectId: OTHER })).toEqual(['2026-05-04']);
    expect(await listed({ from: '2026-05-03T00:00:00Z' })).toEqual(['2026-05-04', '2026-05-03']);
    expect(await listed({ from: '2026-05-03T00:00:00.000001Z' })).toEqual(['2026-05-04']);
    expect(await listed({ to: '2026-05-02T00:00:00Z' })).toEqual(['2026-05-01']);
    expect(await listed({ from: '2026-05-02T02:00:00+02:00', to: '2026-05-03T02:00:00+02:00' })).toEqual([
      '2026-05-02',
    ]);
    expect(await listed({ from: '2026-05-03T00:00:00Z', to: '2026-05-02T00:00:00Z' })).toEqual([]);
    expect(await listed({ period: 'month', from: '2026-05-02T00:00:00Z' })).toEqual([]);
    expect(await listed({ from: '2000-01-01T00:00:00Z', to: '2999-12-31T23:59:59.999999999Z' })).toHaveLength(4);
  });

  it('never show a project items of another, with any filter or cursor', async () => {
    await store(
      row('2026-05-05', { projectId: OTHER, campaignId: THEIRS }),
      row('2026-05-04'),
      row('2026-05-03', { projectId: OTHER, campaignId: THEIRS }),
      row('2026-05-02', { projectId: NONE, campaignId: NONE }),
      row('2026-05-01'),
    );
    expect((await ofProject({ campaignId: THEIRS })).items).toEqual([]);
    expect(days(await ofProject())).toEqual(['2026-05-04', '2026-05-01']);
    for (let limit = 1; limit <= 4; limit += 1) {
      const { nextCursor: cursor } = await ofAll({ limit });
      const { items } = await ofProject({ cursor });
      expect(items.every(({ projectId }) => projectId === OWN)).toBe(true);
    }
    expect(await codeOf(ofProject({ projectId: [OWN, OTHER] }))).toBe('VALIDATION_FAILED');
  });

  const anyRow = fc.record({
    projectId: fc.constantFrom(OWN, OTHER, NONE),
    day: fc.constantFrom('2026-03-31', '2026-04-01', '2026-04-02', '2026-05-01'),
    provider: fc.constantFrom('microblog', 'codehost', 'videosite'),
    campaignId: fc.constantFrom(FIRST, SECOND, NONE),
    requests: fc.nat(1_000).map(String),
    spentMicros: fc.nat(1_000_000).map(String),
  });
  const keyOf = ({ projectId, day, provider, campaignId }: Row) => `${projectId} ${day} ${provider} ${campaignId}`;

  it('return each item once in pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyRow, { maxLength: 40, selector: keyOf }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('day', 'month'),
        async (rows, limit, period) => {
          await store(...rows);
          for (const list of [ofProject, ofAll]) {
            const { items: all } = await list({ period, limit: 100 });
            const paged: Spend[] = [];
            let cursor: string | null | undefined;
            while (cursor !== null) {
              const page: Page<Spend> = await list({ period, limit, ...(cursor !== undefined && { cursor }) });
              expect(page.items.length).toBeLessThanOrEqual(limit);
              paged.push(...page.items);
              cursor = page.nextCursor;
            }
            expect(paged).toEqual(all);
            expect(all.map(({ periodStart }) => periodStart)).toEqual(
              all.map(({ periodStart }) => periodStart).toSorted((one, other) => (one < other ? 1 : -1)),
            );
            const own = rows.filter(({ projectId }) => list === ofAll || projectId === OWN);
            const sum = own.reduce((total, { requests }) => total + BigInt(requests), 0n);
            expect(all.reduce((total, { requests }) => total + BigInt(requests), 0n)).toBe(sum);
          }
        },
      ),
      { numRuns: 25 },
    );
  }, 30_000);

  it('the lists of spend are exact up to the largest number that is stored', async () => {
    await store(
      row('2026-05-01', { requests: MAX_BIGINT, spentMicros: MAX_BIGINT }),
      row('2026-05-02', { requests: MAX_BIGINT, spentMicros: '0' }),
    );
    expect((await ofProject()).items[1]).toMatchObject({ requests: MAX_BIGINT, spentUsd: '9223372036854.775807' });
    expect((await ofProject({ period: 'month' })).items).toMatchObject([{ requests: '18446744073709551614' }]);
  });

  const OUT_OF_BOUNDS: readonly object[] = [
    ...[{ limit: 0 }, { limit: -1 }, { limit: 101 }, { limit: 1.5 }, { limit: '10' }, { limit: null }],
    ...[{ period: 'year' }, { period: '' }, { period: "day'); DROP TABLE platform_spend;--" }, { period: ['day'] }],
    ...[{ provider: 'escrow' }, { provider: '' }, { provider: 'MICROBLOG' }, { provider: { $ne: '' } }],
    ...[{ campaignId: 'x' }, { campaignId: '' }, { campaignId: `${FIRST}0` }, { campaignId: `${FIRST}' OR '1'='1` }],
    ...[{ from: '' }, { from: '2026-05-01' }, { from: '2026-02-30T00:00:00Z' }, { from: '1999-12-31T23:59:59Z' }],
    ...[{ to: '3000-01-01T00:00:00Z' }, { to: 'infinity' }, { to: '2026-05-01T24:00:00Z' }, { to: 1_777_593_600 }],
    ...[{ to: '2026-05-01T00:00:00+24:00' }, { cursor: '' }, { cursor: 'x'.repeat(501) }],
  ];

  it('the lists of spend refuse values outside of their bounds', async () => {
    for (const query of OUT_OF_BOUNDS) {
      expect([query, await codeOf(ofProject(query))]).toEqual([query, 'VALIDATION_FAILED']);
      expect([query, await codeOf(ofAll(query))]).toEqual([query, 'VALIDATION_FAILED']);
    }
  });

  const KEY = ['newest', 0, OWN, 'microblog', FIRST];
  const changed = (index: number, value: unknown) => KEY.map((part, at) => (at === index ? value : part));

  const WRONG_CURSORS: readonly string[] = [
    ...['x', 'null', '{}', '[]', '"newest"'],
    ...[KEY.slice(0, 4), [...KEY, 0], changed(0, 'oldest'), changed(1, '0'), changed(1, 2 ** 53), changed(1, 0.5)].map(
      (key) => JSON.stringify(key),
    ),
    ...[changed(1, null), changed(2, 'x'), changed(2, `${OWN}'`), changed(3, 'a\0'), changed(3, 7), changed(4, '')].map(
      (key) => JSON.stringify(key),
    ),
  ];

  it('the lists of spend refuse forged cursors', async () => {
    for (const text of WRONG_CURSORS) {
      const cursor = Buffer.from(text).toString('base64url');
      expect([text, await codeOf(ofProject({ cursor }))]).toEqual([text, 'INVALID_CURSOR']);
      expect([text, await codeOf(ofAll({ cursor }))]).toEqual([text, 'INVALID_CURSOR']);
    }
  });

  it('continue at the position of a cursor whose row is gone', async () => {
    await store(row('2026-05-02'), row('2026-05-01'));
    const cursorAt = (milliseconds: number, provider = 'microblog') =>
      Buffer.from(JSON.stringify(['newest', milliseconds, NONE, provider, NONE])).toString('base64url');
    expect(days(await ofProject({ cursor: cursorAt(Date.parse('2026-05-02')) }))).toEqual(['2026-05-01']);
    expect(days(await ofProject({ cursor: cursorAt(Number.MAX_SAFE_INTEGER, "'; --") }))).toHaveLength(2);
    expect(days(await ofProject({ cursor: cursorAt(Number.MIN_SAFE_INTEGER) }))).toEqual([]);
  });
});
