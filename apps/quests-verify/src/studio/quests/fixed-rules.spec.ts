import { randomBytes } from 'node:crypto';
import { createQuest, submitQuest, verifySecretCode, type Quest } from '@questp/messages/quests';
import type { Period } from '@questp/messages/shared';
import { sql } from '@questp/postgres';
import fc from 'fast-check';
import { aSlug, aUserId, outcomes, refusal, startStudio, type Studio } from '../../testing/studio.fixture.js';
import { TASK_TYPES } from '../../task-types/index.js';
import { isObject, isShown, type JsonObject, type JsonSchema } from '../../catalog/definition/json-schema.js';
import { NO_FACTS } from '../../catalog/definition/facts.js';
import { changedRules, unusedSince } from './fixed-rules.js';

const ONCE: Period = { kind: 'once' };
const DAILY: Period = { kind: 'daily' };
const HOURS_6: Period = { kind: 'interval', hours: 6 };
const HOURS_9: Period = { kind: 'interval', hours: 9 };
const PERIODS = [ONCE, DAILY, HOURS_6, HOURS_9];
const CONFIG = { code: 'Moonrise', hint: 'In the call.' };

describe('the rules of a quest', () => {
  let studio: Studio;
  let first: Quest;
  beforeAll(async () => {
    studio = await startStudio();
    first = (await studio.running()).quest;
  }, 60_000);
  afterAll(() => studio.stop());

  const newQuest = async (period: Period = ONCE) => {
    const { projectId, campaignId } = first;
    const quest = await studio.call(createQuest, {
      projectId,
      campaignId,
      slug: aSlug(),
      title: 'Enter the code',
      points: 10,
      taskTypeId: 'engagement_secret_code',
      config: CONFIG,
      period,
    });
    return studio.publish(quest);
  };
  const earn = (quest: Quest, userId = aUserId(), code = CONFIG.code) =>
    studio.call(verifySecretCode, { questId: quest.id, userId, code });
  /** Submissions of the quest, and the days of their period, lie some hours back. */
  const letPass = (quest: Quest, hours: number) =>
    studio.db.execute(sql`
      UPDATE submission SET created_at = created_at - make_interval(hours => ${hours}),
        reviewed_at = reviewed_at - make_interval(hours => ${hours}), period_key = ${randomBytes(4).toString('hex')}
      WHERE quest_id = ${quest.id}`);
  const fixed = (member: string) => ({ code: 'QUEST_RULES_FIXED', pointers: [`/${member}`] });

  it('of a draw never change after the first entry, also not in a later period, and it has no other limit', async () => {
    const { projectId, campaignId } = first;
    const config = { closesAt: '2099-01-01T00:00:00.000Z', prizes: [{ id: 'gold', name: 'Gold', quantity: 2 }] };
    const draft = { projectId, campaignId, slug: aSlug(), title: 'Draw', points: 10, period: DAILY, config };
    const request = { ...draft, taskTypeId: 'engagement_lucky_draw' };
    expect(await refusal(studio.call(createQuest, { ...request, maxCompletions: 1 }))).toMatchObject({
      code: 'VALIDATION_FAILED',
      pointers: ['/maxCompletions'],
    });
    const quest = await studio.publish(await studio.call(createQuest, request));
    const fewer = { config: { ...config, prizes: [{ id: 'gold', name: 'Gold', quantity: 1 }] } };
    await studio.call(submitQuest, { questId: quest.id, userId: aUserId(), inputs: {} });
    await letPass(quest, 48);
    expect(await refusal(studio.update(quest, fewer))).toEqual(fixed('config'));
  });

  it('may change before the first participant', async () => {
    const quest = await newQuest();
    for (const period of [DAILY, HOURS_6, ONCE])
      expect(await studio.update(quest, { period })).toMatchObject({ period });
    expect(await studio.update(quest, { prerequisites: [first.id] })).toMatchObject({ prerequisites: [first.id] });
    await studio.update(quest, { prerequisites: [], config: { code: 'Sunset' } });
    expect(await earn(quest, aUserId(), 'sunset')).toMatchObject({ status: 'claimed' });
  });

  it.each<[string, object, string]>([
    ['period', { period: DAILY }, 'period'],
    ['prerequisites', { prerequisites: 'first' }, 'prerequisites'],
    ['code', { config: { ...CONFIG, code: 'Sunset' } }, 'config'],
    ['code, even to the same one, which is never returned', { config: CONFIG }, 'config'],
  ])('keep the %s after the first credit', async (_, change, member) => {
    const quest = await newQuest();
    await earn(quest);
    const filled = 'prerequisites' in change ? { prerequisites: [first.id] } : change;
    expect(await refusal(studio.update(quest, filled))).toEqual(fixed(member));
    await studio.db.execute(sql`UPDATE submission SET status = 'reversed', points_awarded = 0, xp_awarded = 0,
      claimed_at = NULL, verified_at = NULL WHERE quest_id = ${quest.id}`);
    expect(await refusal(studio.update(quest, filled))).toEqual(fixed(member));
  });

  it.each(['in_review', 'pending'])('stay while a submission is %s, which may still be credited', async (status) => {
    const quest = await newQuest();
    await studio.submit(quest, aUserId(), status);
    expect(await refusal(studio.update(quest, { period: DAILY }))).toEqual(fixed('period'));
  });

  it('stay fixed while a rejection can be undone, and no longer', async () => {
    const quest = await newQuest();
    const id = await studio.submit(quest, aUserId(), 'rejected');
    await studio.db.execute(sql`UPDATE submission SET reviewed_at = now() WHERE id = ${id}`);
    expect(await refusal(studio.update(quest, { period: DAILY }))).toEqual(fixed('period'));
    await studio.db.execute(sql`UPDATE submission SET reviewed_at = now() - interval '16 minutes' WHERE id = ${id}`);
    expect(await studio.update(quest, { period: DAILY })).toMatchObject({ period: DAILY });
  });

  it('allow changes of points, texts and windows, and equal values', async () => {
    const quest = await newQuest();
    await earn(quest);
    const change = { points: 20, title: 'Other', period: ONCE, prerequisites: [], method: 'platform_api' };
    expect(await studio.update(quest, { ...change, config: { hint: 'New.' } })).toMatchObject({
      points: 20,
      title: 'Other',
    });
    expect(await earn(quest)).toMatchObject({ pointsAwarded: 20 });
  });

  it('may change for a later period without participants', async () => {
    const quest = await newQuest(DAILY);
    await earn(quest);
    expect(await refusal(studio.update(quest, { config: { code: 'Sunset' } }))).toEqual(fixed('config'));
    await letPass(quest, 24);
    await studio.update(quest, { config: { code: 'Sunset' } });
    expect(await refusal(studio.update(quest, { period: ONCE }))).toEqual(fixed('period'));
    await letPass(quest, 24);
    expect(await studio.update(quest, { period: HOURS_6 })).toMatchObject({ period: HOURS_6 });
  });

  it('never pay an earner twice at one moment after any sequence of period changes', async () => {
    const quarter = () => Math.floor(Date.now() / 3_600_000 / 3);
    const steps = fc.array(fc.oneof(fc.constantFrom(...PERIODS), fc.constantFrom('a', 'b', 'c')), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PERIODS), steps, async (period, plan) => {
        const before = quarter();
        const quest = await newQuest(period);
        const earners = new Map(['a', 'b', 'c'].map((name) => [name, aUserId()]));
        for (const step of plan) {
          const call =
            typeof step === 'string' ? earn(quest, earners.get(step)) : studio.update(quest, { period: step });
          await call.catch(() => undefined);
        }
        await expectOneEach(quest, before === quarter());
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  it('never pay an earner twice when changes and attempts are concurrent', async () => {
    for (const [from, to] of [
      [ONCE, DAILY],
      [DAILY, HOURS_6],
      [HOURS_6, ONCE],
    ] as const) {
      for (let round = 0; round < 4; round += 1) {
        const quest = await newQuest(from);
        const [one, two] = [aUserId(), aUserId()];
        const calls = [one, two, one, two].map((userId) => earn(quest, userId));
        const changes = [studio.update(quest, { period: to }), studio.update(quest, { period: to })];
        await outcomes([...calls.slice(0, 2), ...changes, ...calls.slice(2)]);
        await outcomes([earn(quest, one), earn(quest, two)]);
        await expectOneEach(quest, true);
      }
    }
  }, 60_000);

  async function expectOneEach(quest: Quest, sameTime: boolean): Promise<void> {
    const rows = await studio.db.rows<{ n: number }>(sql`
      SELECT count(*)::integer AS n FROM points_ledger WHERE quest_id = ${quest.id} GROUP BY user_id`);
    if (sameTime) expect(rows.every(({ n }) => n === 1)).toBe(true);
  }
});

describe('the members of a quest that decide', () => {
  const rules = (change: object = {}) => ({
    taskTypeId: 'learn_quiz',
    method: 'platform_api' as const,
    period: ONCE,
    prerequisites: ['a', 'b'],
    config: { passScorePercent: 50, questions: [{ id: 'q', text: 'One?', kind: 'single' }] },
    verificationConfig: { questions: [{ id: 'q', text: 'One?', kind: 'single', correctOptionIds: ['a'] }] },
    ...change,
  });

  it('exclude texts and the order of prerequisites', () => {
    const questions = [{ id: 'q', text: 'Uno?', kind: 'single', correctOptionIds: ['a'], explanation: 'x' }];
    const other = rules({ prerequisites: ['b', 'a'], verificationConfig: { questions } });
    expect(changedRules(rules(), other, {})).toEqual([]);
    const passing = rules({ config: { ...rules().config, passScorePercent: 60 } });
    expect(changedRules(rules(), passing, {})).toEqual(['config']);
  });

  it('include a secret in the request, whether it changes or not', () => {
    const named = (correctOptionIds: string[]) => ({ questions: [{ id: 'q', correctOptionIds }] });
    for (const config of [named(['a']), named(['b'])])
      expect(changedRules(rules(), rules(), config)).toEqual(['config']);
    expect(changedRules(rules(), rules(), { questions: [{ id: 'q', text: 'x' }] })).toEqual([]);
  });

  it('include every member that a rule reads: none reads a member that is only shown', () => {
    for (const type of TASK_TYPES.all) {
      if (!type.available) continue;
      const read: string[] = [];
      const watched = (value: JsonObject | unknown[], schema: JsonSchema): object =>
        new Proxy(value, {
          get: (target, name, receiver) => {
            const member: unknown = Reflect.get(target, name, receiver);
            const below = (Array.isArray(target) ? schema.items : schema.properties?.[String(name)]) ?? {};
            if (isShown(below)) read.push(String(name));
            return isObject(member) || Array.isArray(member) ? watched(member, below) : member;
          },
        });
      const facts = { ...NO_FACTS, now: new Date(), startsAt: null, endsAt: null };
      type.rule(watched(type.exampleConfig, type.config) as never, type.exampleInputs, facts);
      expect([type.id, read]).toEqual([type.id, []]);
    }
  });

  it('apply from the start of the earlier of the periods by the old and the new setting', () => {
    const now = new Date('2026-03-10T14:30:00Z');
    const since = (from: Period, to: Period) => unusedSince(rules({ period: from }), rules({ period: to }), now);
    expect(since(ONCE, DAILY)).toBeNull();
    expect(since(DAILY, ONCE)).toBeNull();
    expect(since(DAILY, HOURS_6)).toEqual(new Date('2026-03-10T00:00:00Z'));
    expect(since(HOURS_6, DAILY)).toEqual(new Date('2026-03-10T00:00:00Z'));
    expect(since(HOURS_6, HOURS_6)).toEqual(new Date('2026-03-10T12:00:00Z'));
  });
});
