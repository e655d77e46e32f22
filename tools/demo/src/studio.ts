import type { Account } from './sign-in.js';
import {
  CAMPAIGNS,
  completionLimit,
  QUEST_KEYS,
  QUESTS,
  type CampaignKey,
  type QuestKey,
  type QuestPlan,
} from './program.js';

/** What was set up, by the keys of the program. */
export interface Project {
  id: string;
  slug: string;
  campaigns: Record<CampaignKey, string>;
  quests: Record<QuestKey, string>;
}

/** The owner sets up the project with its moderator, publishes every quest and starts the campaigns. */
export async function setUpProject(owner: Account, moderator: Account, earners: number): Promise<Project> {
  const { api } = owner.person;
  const slug = `orbit-${Date.now().toString(36)}`;
  const { id: projectId } = await owner.person.get(
    api.POST('/v1/projects', { body: { slug, name: 'Orbit', description: 'Seeded by the demo.' } }),
  );
  const { id: invitationId } = await owner.person.get(
    api.POST('/v1/projects/{projectId}/members', {
      params: { path: { projectId } },
      body: { userId: moderator.userId, role: 'project_moderator' },
    }),
  );
  await moderator.person.get(
    moderator.person.api.POST('/v1/users/me/invitations/{invitationId}/accept', {
      params: { path: { invitationId } },
    }),
  );
  const campaigns: Partial<Record<CampaignKey, string>> = {};
  for (const key of Object.keys(CAMPAIGNS) as CampaignKey[]) {
    const body = CAMPAIGNS[key];
    const { id } = await owner.person.get(
      api.POST('/v1/projects/{projectId}/campaigns', { params: { path: { projectId } }, body }),
    );
    campaigns[key] = id;
  }
  const project = { id: projectId, slug, campaigns: campaigns as Project['campaigns'] };
  const quests: Partial<Record<QuestKey, string>> = {};
  for (const [position, key] of QUEST_KEYS.entries()) {
    quests[key] = await createQuest(owner, project, key, { position, quests, earners });
  }
  for (const campaignId of Object.values(project.campaigns)) {
    const path = { projectId, campaignId };
    await owner.person.get(api.POST('/v1/projects/{projectId}/campaigns/{campaignId}/activate', { params: { path } }));
  }
  return { ...project, quests: quests as Project['quests'] };
}

async function createQuest(
  owner: Account,
  project: Pick<Project, 'id' | 'campaigns'>,
  key: QuestKey,
  { position, quests, earners }: { position: number; quests: Partial<Project['quests']>; earners: number },
): Promise<string> {
  const { api } = owner.person;
  const { campaign, title, taskTypeId, points, config, period, after }: QuestPlan = QUESTS[key];
  const path = { projectId: project.id, campaignId: project.campaigns[campaign] };
  const first = after === undefined ? undefined : quests[after as QuestKey];
  const body = {
    slug: key,
    taskTypeId,
    title,
    points,
    xp: points,
    config,
    position,
    maxCompletions: completionLimit(key, earners),
    ...(period === undefined ? {} : { period }),
    ...(first === undefined ? {} : { prerequisites: [first] }),
  };
  const { id } = await owner.person.get(
    api.POST('/v1/projects/{projectId}/campaigns/{campaignId}/quests', { params: { path }, body }),
  );
  await owner.person.get(
    api.POST('/v1/projects/{projectId}/campaigns/{campaignId}/quests/{questId}/publish', {
      params: { path: { ...path, questId: id } },
    }),
  );
  return id;
}
