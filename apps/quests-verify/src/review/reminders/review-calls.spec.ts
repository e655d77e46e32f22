import { checkIn, reviewSubmission, submitQuest } from '@questp/messages/quests';
import { MAX_WAITING_COUNTED } from '@questp/messages/shared';
import type { EventTypes } from '@questp/messages/tables';
import { sql } from '@questp/postgres';
import { newUserId, startQuests, type Quests } from '../../testing/quests.fixture.js';
import { CallReviewers } from './call-reviewers.js';

describe('review calls', () => {
  const TEAM = [newUserId(), newUserId()].toSorted();
  let quests: Quests;
  beforeAll(async () => {
    quests = await startQuests();
    // Rounds are run here.
    await quests.get(CallReviewers).beforeApplicationShutdown();
    await quests.db.execute(sql`
      INSERT INTO project_member (project_id, user_id, role)
      SELECT ${quests.projectId}, member, 'project_moderator' FROM unnest(${TEAM}::text[]) AS member`);
  }, 60_000);
  afterAll(() => quests.stop());
  beforeEach(() => quests.db.execute(sql`DELETE FROM outbox`));

  const handIn = async (questId: string) => {
    const userId = await quests.addEarner();
    return (await quests.call(submitQuest, { userId, questId, inputs: { text: 'Done.' } })).id;
  };
  const reviewed = () => quests.addQuest('custom_manual', { instructions: 'Show it.' }, { method: 'manual' });
  const minutePasses = () => quests.db.execute(sql`UPDATE review_call SET called_at = called_at - interval '1 minute'`);
  /** As several replicas do. */
  const call = () => Promise.all([1, 2, 3].map(() => quests.get(CallReviewers).execute()));
  const reminders = () =>
    quests.db.rows<EventTypes['review.waiting']>(sql`
      SELECT data ->> 'projectId' AS project_id, data ->> 'projectName' AS project_name,
        (data ->> 'waiting')::int AS waiting, data -> 'userIds' AS user_ids
      FROM outbox WHERE type = 'review.waiting'`);
  const reject = (submissionId: string) =>
    quests.call(reviewSubmission, {
      ...{ projectId: quests.projectId, by: 'team', reviewerId: TEAM[0] as string },
      submissionId,
      decision: 'reject',
      reason: 'Not enough.',
    });

  it('notify the team once about all submissions that enter review within a minute, and once about later ones', async () => {
    const questId = await reviewed();
    const handedIn = await Promise.all([1, 2, 3, 4].map(() => handIn(questId)));
    await call();
    expect(await reminders()).toEqual([]);
    await minutePasses();
    await call();
    const about = { projectId: quests.projectId, projectName: 'Moon', userIds: TEAM };
    expect(await reminders()).toEqual([{ ...about, waiting: 4 }]);
    await minutePasses();
    await call();
    expect(await reminders()).toHaveLength(1);

    handedIn.push(await handIn(questId));
    await minutePasses();
    await call();
    expect(await reminders()).toEqual([
      { ...about, waiting: 4 },
      { ...about, waiting: 5 },
    ]);
    await Promise.all(handedIn.map(reject));
  });

  it('say nothing of what was reviewed by then', async () => {
    await reject(await handIn(await reviewed()));
    await minutePasses();
    await call();
    expect(await reminders()).toEqual([]);
    expect(await quests.db.rows(sql`SELECT FROM review_call`)).toEqual([]);
  });

  it('go on at once to the next projects, whether anything waits in these or not', async () => {
    await quests.db.execute(sql`
      INSERT INTO project (id, slug, name) SELECT gen_random_uuid(), 'many-' || n, 'Many' FROM generate_series(1, 21) AS n`);
    await quests.db.execute(sql`INSERT INTO review_call (project_id) SELECT id FROM project WHERE name = 'Many'`);
    await minutePasses();
    const worker = quests.get(CallReviewers);
    expect([await worker.execute(), await worker.execute()]).toEqual([true, false]);
    expect(await reminders()).toEqual([]);
  });

  it('are not made for a submission that is credited at once', async () => {
    const questId = await quests.addQuest('engagement_daily_checkin', {}, { period: { kind: 'daily' } });
    await quests.call(checkIn, { questId, userId: await quests.addEarner() });
    expect(await quests.db.rows(sql`SELECT FROM review_call`)).toEqual([]);
  });

  it('count waiting submissions up to the maximum', async () => {
    const questId = await reviewed();
    const id = await handIn(questId);
    await quests.db.execute(sql`
      INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method, status)
      SELECT gen_random_uuid(), project_id, campaign_id, quest_id, user_id, n, task_type_id, method, status
      FROM submission CROSS JOIN generate_series(1, ${MAX_WAITING_COUNTED}) AS n WHERE id = ${id}`);
    await minutePasses();
    await call();
    expect(await reminders()).toMatchObject([{ waiting: MAX_WAITING_COUNTED }]);
  });
});
