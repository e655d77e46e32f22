import { accept, Studio, type Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import {
  CAMPAIGNS,
  completionLimit,
  QUEST_KEYS,
  QUESTS,
  type CampaignKey,
  type QuestKey,
  type QuestPlan,
} from './program.js';

/** The project, its campaigns and the ids of its quests, by the keys of the program. */
export interface Project {
  id: string;
  slug: string;
  /** `social` has the quests that platforms check. */
  campaigns: Record<CampaignKey, Studio> & { social?: Studio };
  quests: Record<QuestKey, string>;
}

/** The owner sets up the project with its moderator, publishes every quest and starts the campaigns. */
export async function setUpProject(owner: Person, moderator: Person, earners: number): Promise<Project> {
  const slug = `orbit-${Date.now().toString(36)}`;
  const body = { slug, name: 'Orbit', description: 'Seeded by the demo.' };
  const project = await unwrap(owner.client.POST('/v1/projects', { body }));
  const params = { path: { projectId: project.id } };
  const newCampaign = async (key: CampaignKey) =>
    new Studio(
      owner,
      project,
      await unwrap(owner.client.POST('/v1/projects/{projectId}/campaigns', { params, body: CAMPAIGNS[key] })),
    );
  const campaigns = { launch: await newCampaign('launch'), community: await newCampaign('community') };
  await accept(moderator, await campaigns.launch.invite(moderator, 'project_moderator'));
  const quests: Partial<Project['quests']> = {};
  for (const [position, key] of QUEST_KEYS.entries()) {
    const { campaign, title, taskTypeId, points, config, period, after }: QuestPlan = QUESTS[key];
    const first = after === undefined ? undefined : quests[after as QuestKey];
    const { id } = await campaigns[campaign].quest(taskTypeId, config, {
      ...{ slug: key, title, points, xp: points, position, maxCompletions: completionLimit(key, earners) },
      ...(period !== undefined && { period }),
      ...(first !== undefined && { prerequisites: [first] }),
    });
    quests[key] = id;
  }
  for (const studio of Object.values(campaigns)) await unwrap(studio.activate());
  return { id: project.id, slug, campaigns, quests: quests as Project['quests'] };
}
