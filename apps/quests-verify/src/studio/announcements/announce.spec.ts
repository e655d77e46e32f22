import { moveCampaign, MAX_ANNOUNCED, type Campaign } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { aUserId, startStudio } from '../../testing/studio.fixture.js';
import { Announce } from './announce.js';

describe('announcements', () => {
  const studio = started(startStudio);

  const announced = async ({ id }: Campaign) =>
    (await studio.events('campaign.announced')).filter(({ campaignId }) => campaignId === id);
  /** Several replicas at once, until no announcement is left. */
  const announceAll = async () => {
    const job = studio.get(Announce);
    while ((await Promise.all([1, 2, 3].map(() => job.execute()))).some(Boolean));
  };
  const members = async ({ projectId }: Campaign) =>
    (
      await studio.db.rows<{ userId: string }>(
        sql`SELECT user_id FROM project_member WHERE project_id = ${projectId} ORDER BY user_id`,
      )
    ).map(({ userId }) => userId);
  /** So many earners who handed something in, one of them a member by now. */
  const takePart = async ({ id, projectId }: Campaign, count: number) => {
    const [member] = await members({ projectId } as Campaign);
    const userIds = [member as string, ...Array.from({ length: count - 1 }, aUserId)];
    await studio.db.execute(sql`INSERT INTO earner (user_id) SELECT unnest(${userIds}::text[]) ON CONFLICT DO NOTHING`);
    await studio.db.execute(sql`
      INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method, status)
      SELECT gen_random_uuid(), ${projectId}, ${id}, (SELECT q.id FROM quest q WHERE q.campaign_id = ${id} LIMIT 1),
        who.user_id, period, 'custom_manual', 'manual', 'in_review'
      FROM unnest(${userIds}::text[]) AS who (user_id) CROSS JOIN (VALUES ('1'), ('2')) AS twice (period)`);
    return userIds;
  };
  const end = ({ id, projectId }: Campaign) => studio.call(moveCampaign, { projectId, campaignId: id, step: 'end' });

  it('reach the team at the start, and team and participants at the end, each user once, in events of bounded size', async () => {
    const { campaign } = await studio.running();
    await announceAll();
    const { id: campaignId, projectId, title: campaignTitle } = campaign;
    const about = { projectId, campaignId, campaignTitle };
    const team = await members(campaign);
    expect(await announced(campaign)).toEqual([{ ...about, announced: 'campaign.started', userIds: team }]);

    const earners = await takePart(campaign, MAX_ANNOUNCED + 20);
    await Promise.all([end(campaign), end(campaign)]);
    await announceAll();
    const [, ...ended] = await announced(campaign);
    expect(ended.map(({ announced, userIds }) => [announced, userIds.length])).toEqual([
      ['campaign.ended', MAX_ANNOUNCED],
      ['campaign.ended', new Set([...earners, ...team]).size - MAX_ANNOUNCED],
    ]);
    const all = ended.flatMap(({ userIds }) => userIds);
    expect(all).toEqual([...new Set([...earners, ...team])].toSorted());
    await announceAll();
    expect(await announced(campaign)).toHaveLength(3);
  });

  it('end without an empty event when the last users fill one', async () => {
    const { campaign } = await studio.running();
    await announceAll();
    const team = await members(campaign);
    await takePart(campaign, MAX_ANNOUNCED - team.length + 1);
    await end(campaign);
    await announceAll();
    expect((await announced(campaign)).map(({ userIds }) => userIds.length)).toEqual([team.length, MAX_ANNOUNCED]);
    expect(await studio.db.rows(sql`SELECT FROM announcement`)).toEqual([]);
  });
});
