import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';

export interface SeededCampaign {
  projectId: string;
  campaignId: string;
}

/** An active campaign in a project of its own. */
export async function seedCampaign(client: Client): Promise<SeededCampaign> {
  const projectId = randomUUID();
  const campaignId = randomUUID();
  await client.query(`INSERT INTO quests.project (id, slug, name) VALUES ($1, $2, 'Bench')`, [
    projectId,
    `bench-${projectId.slice(0, 8)}`,
  ]);
  await client.query(
    `INSERT INTO quests.campaign (id, project_id, slug, title, status, activated_at)
     VALUES ($1, $2, 'bench', 'Bench', 'active', now())`,
    [campaignId, projectId],
  );
  return { projectId, campaignId };
}

/** What the quests of a case have in common. */
export interface QuestKind {
  taskTypeId: string;
  config: object;
  period: object;
}

const CHECK_IN: QuestKind = { taskTypeId: 'engagement_daily_checkin', config: {}, period: { kind: 'daily' } };

/** Published quests of 10 points; gives their ids. */
export async function seedQuests(
  client: Client,
  { projectId, campaignId }: SeededCampaign,
  { taskTypeId, config, period }: QuestKind,
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await client.query(
    `INSERT INTO quests.quest (id, project_id, campaign_id, slug, title, task_type_id, config, period, method, points, xp,
       status)
     SELECT id, $2, $3, id::text, 'Come by', $4, $5, $6, 'platform_api', 10, 10, 'active'
     FROM unnest($1::uuid[]) AS t (id)`,
    [ids, projectId, campaignId, taskTypeId, config, period],
  );
  return ids;
}

/** Daily check-in quests. */
export const seedCheckInQuests = (client: Client, campaign: SeededCampaign, count: number): Promise<string[]> =>
  seedQuests(client, campaign, CHECK_IN, count);
