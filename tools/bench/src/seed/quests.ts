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

/** Published daily check-in quests of 10 points; gives their ids. */
export async function seedCheckInQuests(
  client: Client,
  { projectId, campaignId }: SeededCampaign,
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await client.query(
    `INSERT INTO quests.quest (id, project_id, campaign_id, slug, title, task_type_id, method, points, xp, period, status)
     SELECT id, $2, $3, id::text, 'Come by every day', 'engagement_daily_checkin', 'platform_api', 10, 10,
       '{"kind": "daily"}', 'active'
     FROM unnest($1::uuid[]) AS t (id)`,
    [ids, projectId, campaignId],
  );
  return ids;
}
