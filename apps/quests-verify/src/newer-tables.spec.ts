import {
  checkIn,
  discoverCampaigns,
  discoverProjects,
  discoverQuests,
  getLeaderboard,
  listCampaigns,
  listOwnSubmissions,
  listQuests,
  listTeamSubmissions,
  reverseSubmission,
} from '@questp/messages/quests';
import { raw } from '@questp/postgres';
import { ADD_COLUMNS } from '@questp/testing';
import type { DatabaseError } from 'pg';
import { newUserId } from './testing/quests.fixture.js';
import { startStudio, type Studio } from './testing/studio.fixture.js';

describe('quests-verify beside the migrations of a later version', () => {
  let studio: Studio;
  /** Of statements that PostgreSQL refused, though they may have been repeated. */
  const refused = new Set<string>();
  const note = ({ message }: DatabaseError) => refused.add(message);

  beforeAll(async () => {
    // So few that each of them prepares every statement.
    studio = await startStudio({ DATABASE_POOL_SIZE: '2' });
    studio.db.pool.on('acquire', ({ connection }) => {
      connection.off('errorMessage', note).on('errorMessage', note);
    });
  });
  afterAll(() => studio.stop());

  /** What a team and 40 earners do in a new project. */
  async function use() {
    const { call } = studio;
    const { project, campaign, quest } = await studio.running();
    const [projectId, campaignId, questId] = [project.id, campaign.id, quest.id];
    await studio.update(quest, { title: 'Come by again' });
    const userIds = Array.from({ length: 40 }, newUserId);
    const checkedIn = await Promise.all(userIds.map((userId) => call(checkIn, { userId, questId })));
    const [{ submissionId }] = checkedIn as [(typeof checkedIn)[number]];
    await call(reverseSubmission, { projectId, by: 'team', reviewerId: newUserId(), submissionId, reason: 'Copied.' });
    const page = { limit: 100 };
    const lists = await Promise.all([
      call(listOwnSubmissions, { userId: userIds[0] as string, ...page }),
      call(listTeamSubmissions, { projectId, order: 'newest', ...page }),
      call(listQuests, { projectId, campaignId, order: 'position', ...page }),
      call(listCampaigns, { projectId, order: 'newest', ...page }),
      call(getLeaderboard, { campaignId, window: 'all', ...page }),
    ]);
    await Promise.all([call(discoverProjects, page), call(discoverCampaigns, page), call(discoverQuests, page)]);
    return [checkedIn.length, ...lists.map(({ items }) => items.length)];
  }

  it('answers as before once every table has another column, without repeating a statement', async () => {
    await use();
    const before = await use();
    expect(before).toEqual([40, 1, 40, 1, 1, 39]);
    await studio.asOwner().execute(raw(ADD_COLUMNS));

    expect(await use()).toEqual(before);
    expect([...refused]).toEqual([]);
  });
});
