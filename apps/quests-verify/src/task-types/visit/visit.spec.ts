import { completeVisit, startVisit } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { errorOf, raceSame, RACERS, startQuests, type QuestOptions } from '../../testing/quests.fixture.js';

describe('visit', () => {
  const quests = started(startQuests);
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  async function start(minSeconds: number, more: QuestOptions = {}) {
    const config = { url: 'https://example.org/launch', minSeconds };
    const who = {
      questId: await quests.addQuest('engagement_url_visit', config, more),
      userId: await quests.addEarner(),
    };
    const visit = await quests.call(startVisit, who);
    const { visitToken } = visit;
    return { who, visit, finish: (more: object = {}) => quests.call(completeVisit, { ...who, visitToken, ...more }) };
  }

  const pass = (questId: string, seconds: number) =>
    quests.db.execute(sql`
    UPDATE visit SET issued_at = issued_at - make_interval(secs => ${seconds}),
      complete_from = complete_from - make_interval(secs => ${seconds}),
      expires_at = expires_at - make_interval(secs => ${seconds})
    WHERE quest_id = ${questId}`);

  it('gives the address with a token that completes after the least time, and stores only its hash', async () => {
    const { who, visit, finish } = await start(20);
    expect(visit).toMatchObject({ url: 'https://example.org/launch' });
    expect(visit.visitToken).toMatch(/^[\w-]{43}$/);
    const early = await errorOf(finish());
    expect([early.code, early.details.extra]).toEqual(['VISIT_TOO_SHORT', { availableAt: visit.completeFrom }]);
    await pass(who.questId, 20);
    expect(await finish()).toMatchObject({ status: 'claimed', pointsAwarded: 10 });
    const stored = await quests.db.row<{ all: string }>(sql`
      SELECT (SELECT json_agg(v) FROM visit v)::text || (SELECT json_agg(s) FROM submission s)::text
        || (SELECT json_agg(c) FROM verification_check c)::text AS all`);
    expect(stored?.all).not.toContain(visit.visitToken);
  });

  it('A-10: a token completes once, also when sent 20 times at once', async () => {
    const { finish } = await start(0);
    const { replies, errors } = await raceSame(() => finish());
    const refused = (errors.VISIT_COMPLETED ?? 0) + (errors.ALREADY_COMPLETED ?? 0);
    expect([replies.length, refused]).toEqual([1, RACERS - 1]);
  });

  it('two tokens of one earner credit once', async () => {
    const { who, finish } = await start(0);
    const { visitToken } = await quests.call(startVisit, who);
    await finish();
    expect((await errorOf(finish({ visitToken }))).code).toBe('ALREADY_COMPLETED');
  });

  it('says of a completed visit that it is completed, where the quest is open again', async () => {
    const { who, finish } = await start(0, { method: 'manual' });
    await finish();
    expect((await errorOf(finish())).code).toBe('SUBMISSION_IN_REVIEW');
    await quests.db.execute(sql`UPDATE submission SET status = 'rejected' WHERE quest_id = ${who.questId}`);
    expect((await errorOf(finish())).code).toBe('VISIT_COMPLETED');
    await pass(who.questId, 1_800);
    expect((await errorOf(finish())).code).toBe('VISIT_COMPLETED');
  });

  it('takes no token of another earner or quest, and none that expired or never was', async () => {
    const { who, finish } = await start(0);
    const other = await start(0);
    for (const foreign of [{ userId: other.who.userId }, { questId: other.who.questId }, { visitToken: 'guess' }]) {
      expect((await errorOf(finish(foreign))).code).toBe('VISIT_TOKEN_INVALID');
    }
    await pass(who.questId, 1_800);
    expect((await errorOf(finish())).code).toBe('VISIT_TOKEN_INVALID');
  });

  it('A-17: a quest archived since the start refuses, and the token stays good', async () => {
    const { who, finish } = await start(0);
    const setStatus = (status: string) =>
      quests.db.execute(sql`UPDATE quest SET status = ${status} WHERE id = ${who.questId}`);
    await setStatus('archived');
    expect((await errorOf(finish())).code).toBe('QUEST_ARCHIVED');
    await setStatus('active');
    expect(await finish()).toMatchObject({ status: 'claimed' });
  });

  it('goes to a reviewer when the method of the quest is manual', async () => {
    const { finish } = await start(0, { method: 'manual' });
    expect(await finish()).toMatchObject({ status: 'in_review', pointsAwarded: 0, claimedAt: null });
  });
});
