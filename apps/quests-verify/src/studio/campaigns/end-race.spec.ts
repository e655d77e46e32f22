import { endApiKeys } from '@questp/messages/identity';
import { archiveProject, moveCampaign, submitQuest } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { waitFor } from '@questp/testing';
import { startQuests, type Quests } from '../../testing/quests.fixture.js';

describe('a credit while a campaign is being ended', () => {
  let quests: Quests;
  beforeEach(async () => {
    quests = await startQuests();
    quests.bus.answer(endApiKeys, () => null);
  }, 60_000);
  afterEach(() => quests.stop());

  it.each([
    ['by hand', () => quests.call(moveCampaign, { ...place(), step: 'end' })],
    ['with its project', () => quests.call(archiveProject, { projectId: quests.projectId })],
  ])('is not after the end: %s', async (_case, end) => {
    const questId = await quests.addQuest('engagement_terms_accept', {
      version: '1',
      url: 'https://moon.example/terms',
    });
    const userId = await quests.addEarner();
    const ending = await quests.asOwner().transaction(async (tx) => {
      // As a change of its quests does, for which the end waits and credits do not.
      await tx.execute(sql`SELECT quests.exclusive_lock('quests of ' || ${quests.campaignId}::text)`);
      const ended = end();
      await waitFor(async () => (await waiting()) > 0);
      const submitted = await quests.call(submitQuest, { userId, questId, inputs: { version: '1' } });
      expect(submitted).toMatchObject({ status: 'claimed' });
      return { ended };
    });
    await ending.ended;
    const credits = await quests.db.rows<{ isBeforeEnd: boolean }>(sql`
      SELECT l.created_at <= date_trunc('milliseconds', c.ended_at) AS is_before_end
      FROM points_ledger l JOIN campaign c ON c.id = l.campaign_id WHERE l.user_id = ${userId}`);
    expect(credits).toEqual([{ isBeforeEnd: true }]);
  });

  const place = () => ({ projectId: quests.projectId, campaignId: quests.campaignId });
  const waiting = async () => {
    const row = await quests.db.row<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM pg_locks
      WHERE NOT granted AND locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
    return row?.count ?? 0;
  };
});
