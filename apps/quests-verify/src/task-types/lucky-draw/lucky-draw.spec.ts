import { getDraw, getDrawProof, listDrawEntries, submitQuest, listOwnChecks } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { isIncluded, verifyDraw } from '@questp/sdk/draws';
import { started } from '@questp/testing';
import { errorOf, raceSame, RACERS, startQuests } from '../../testing/quests.fixture.js';
import { DrawDue } from './draw-due.js';

const PRIZES = [
  { id: 'gold', name: 'Gold', quantity: 1, points: 500 },
  { id: 'silver', name: 'Silver', quantity: 2 },
];
const LATER = '2099-01-01T00:00:00.000Z';

describe('a lucky draw', () => {
  const quests = started(startQuests);

  const addDraw = (config = {}) =>
    quests.addQuest('engagement_lucky_draw', { closesAt: LATER, prizes: PRIZES, ...config });
  const enter = (questId: string, userId: string) => quests.call(submitQuest, { questId, userId, inputs: {} });
  const enterAll = async (questId: string, count: number) => {
    const userIds = await Promise.all(Array.from({ length: count }, () => quests.addEarner()));
    for (const userId of userIds) await enter(questId, userId);
    return userIds;
  };
  /** The close is due, as if time had passed. */
  const makeDue = (questId: string) =>
    quests.db.execute(sql`
      UPDATE quest SET config = jsonb_set(config, '{closesAt}', to_jsonb('2026-01-01T00:00:00.000Z'::text))
      WHERE id = ${questId}`);
  const worker = () => quests.get(DrawDue);
  const settle = async () => {
    await quests.letTimePass();
    await quests.worker().round();
  };
  const drawNow = async (questId: string) => {
    await makeDue(questId);
    await worker().close(questId);
    await worker().draw(questId);
  };
  const decided = (questId: string) =>
    quests.db.rows<{ userId: string; status: string; pointsAwarded: number; reason: string | null }>(sql`
      SELECT user_id, status, points_awarded, reason FROM submission WHERE quest_id = ${questId} ORDER BY id`);
  const listed = async (questId: string) => (await quests.call(listDrawEntries, { questId, limit: 100 })).items;

  it('publishes the commitment at once, and neither seed nor entries while it is open', async () => {
    const questId = await addDraw();
    await enterAll(questId, 1);
    const draw = await quests.call(getDraw, { questId });
    expect(draw).toMatchObject({ state: 'open', root: null, seed: null, entryCount: null, closesAt: LATER });
    expect(draw.commitment).toMatch(/^[0-9a-f]{64}$/u);
    expect(await listed(questId)).toEqual([]);
  });

  it('keeps an entry pending with the time of the draw', async () => {
    const [questId, userId] = [await addDraw(), await quests.addEarner()];
    expect(await enter(questId, userId)).toMatchObject({
      status: 'pending',
      nextTryAt: LATER,
      reason: `The draw takes place at ${LATER}.`,
    });
    expect((await errorOf(enter(questId, userId))).code).toBe('QUEST_COOLDOWN');
  });

  it('of 20 parallel entries of one earner one counts', async () => {
    const [questId, userId] = [await addDraw(), await quests.addEarner()];
    const { replies, errors } = await raceSame(() => enter(questId, userId));
    expect([replies.length, errors]).toEqual([1, { QUEST_COOLDOWN: RACERS - 1 }]);
  });

  it('publishes the list before the seed, and a proof that each entry is in it', async () => {
    const questId = await addDraw();
    await enterAll(questId, 5);
    await makeDue(questId);
    await worker().close(questId);
    const closed = await quests.call(getDraw, { questId });
    expect(closed).toMatchObject({ state: 'closed', entryCount: 5, seed: null, drawnAt: null });
    for (const { entryId } of await listed(questId)) {
      const proof = await quests.call(getDrawProof, { questId, submissionId: entryId });
      expect(proof.prizeId).toBeNull();
      expect(isIncluded(proof, proof.path, closed.root ?? '')).toBe(true);
      expect(isIncluded({ ...proof, sequence: proof.sequence + 1 }, proof.path, closed.root ?? '')).toBe(false);
    }
  });

  it('credits each winner with the points of the prize, refuses the others, and can be made again by anyone', async () => {
    const questId = await addDraw();
    await enterAll(questId, 6);
    await drawNow(questId);
    await settle();
    const all = await decided(questId);
    expect(all.map(({ pointsAwarded }) => pointsAwarded).toSorted((a, b) => b - a)).toEqual([500, 10, 10, 0, 0, 0]);
    expect(all.filter(({ status }) => status === 'claimed')).toHaveLength(3);
    expect(all.filter(({ status }) => status === 'rejected').map(({ reason }) => reason)).toEqual(
      Array.from({ length: 3 }, () => 'The draw took place; the entry won no prize.'),
    );
    expect(verifyDraw(await quests.call(getDraw, { questId }), await listed(questId))).toEqual([]);
    expect(await quests.violations()).toEqual([]);
  });

  it('leaves a receipt of each decision that names the draw', async () => {
    const questId = await addDraw({ prizes: [PRIZES[0]] });
    const [userId = ''] = await enterAll(questId, 1);
    await drawNow(questId);
    await settle();
    const { items } = await quests.call(listOwnChecks, { userId, questId, limit: 10 });
    expect(items[0]).toMatchObject({
      ...{ ruleOutcome: 'pass', trigger: 'recheck' },
      facts: { draw: { state: 'drawn', isListed: true, prize: { id: 'gold', name: 'Gold', points: 500 } } },
    });
  });

  it('closed and drawn by 20 replicas at once, has one list and no more winners than prizes', async () => {
    const questId = await addDraw();
    await enterAll(questId, 8);
    await makeDue(questId);
    await Promise.all(Array.from({ length: RACERS }, () => worker().execute()));
    const prizes = (await listed(questId)).flatMap(({ prizeId }) => prizeId ?? []);
    expect(prizes.toSorted()).toEqual(['gold', 'silver', 'silver']);
    expect(verifyDraw(await quests.call(getDraw, { questId }), await listed(questId))).toEqual([]);
  });

  it('a draw that was interrupted after any step ends with the same winners', async () => {
    const questId = await addDraw();
    await enterAll(questId, 8);
    await makeDue(questId);
    await worker().close(questId);
    const root = (await quests.call(getDraw, { questId })).root;
    await worker().close(questId);
    await worker().draw(questId);
    const winners = await listed(questId);
    await worker().draw(questId);
    await worker().close(questId);
    expect((await quests.call(getDraw, { questId })).root).toBe(root);
    expect(await listed(questId)).toEqual(winners);
    await settle();
    await settle();
    expect((await decided(questId)).filter(({ status }) => status === 'claimed')).toHaveLength(3);
    expect(await quests.violations()).toEqual([]);
  });

  it('takes no entry after the close', async () => {
    const questId = await addDraw();
    await drawNow(questId);
    expect((await errorOf(enter(questId, await quests.addEarner()))).code).toBe('DRAW_CLOSED');
    expect(await quests.call(getDraw, { questId })).toMatchObject({ state: 'drawn', entryCount: 0 });
  });

  it('does not take an entry between the time of the close and the list', async () => {
    const questId = await addDraw();
    await makeDue(questId);
    expect((await errorOf(enter(questId, await quests.addEarner()))).code).toBe('DRAW_CLOSED');
  });

  it('lists no earner who is suspended or a member of the team at the close', async () => {
    const questId = await addDraw();
    const [suspended = '', member = '', active] = await enterAll(questId, 3);
    await quests.db.execute(sql`UPDATE earner SET status = 'suspended' WHERE user_id = ${suspended}`);
    await quests.db.execute(sql`
      INSERT INTO project_member (project_id, user_id, role) VALUES (${quests.projectId}, ${member}, 'project_admin')`);
    await drawNow(questId);
    expect((await listed(questId)).map(({ userId }) => userId)).toEqual([active]);
    await settle();
    expect((await decided(questId)).map(({ status }) => status)).toEqual(['pending', 'rejected', 'claimed']);
  });

  it('shows no draw of another type, and no proof of an entry of another draw', async () => {
    const other = await quests.addQuest('engagement_daily_checkin', {}, { period: { kind: 'daily' } });
    expect((await errorOf(quests.call(getDraw, { questId: other }))).code).toBe('NOT_FOUND');
    const [first, second] = [await addDraw(), await addDraw()];
    await enterAll(first, 1);
    await drawNow(first);
    await drawNow(second);
    const [entry] = await listed(first);
    const submissionId = entry?.entryId ?? '';
    expect((await errorOf(quests.call(getDrawProof, { questId: second, submissionId }))).code).toBe('NOT_FOUND');
    const unknown = { questId: first, submissionId: first };
    expect((await errorOf(quests.call(getDrawProof, unknown))).code).toBe('NOT_FOUND');
  });
});
