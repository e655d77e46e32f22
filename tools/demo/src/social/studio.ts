import {
  connectPlatforms,
  operatorSignIn,
  PLATFORM_QUESTS,
  Studio,
  type EmulatedPlatforms,
  type Gateways,
  type Person,
} from '@questp/players';
import { unwrap } from '@questp/sdk';

/** The campaign whose quests are checked at platforms. */
export interface SocialCampaign {
  studio: Studio;
  /** Ids by task type. */
  quests: ReadonlyMap<string, string>;
  /** Id of the project's bot. */
  bot: number;
}

interface Setup {
  gateways: Gateways;
  platforms: EmulatedPlatforms;
  admin: { email: string; password: string };
  owner: Person;
  project: Studio['project'];
}

/**
 * Ends the faults that an interrupted run has left, connects the project to the platforms, publishes a quest of each
 * task type that they check, and starts the campaign.
 */
export async function setUpSocial({ gateways, platforms, admin, owner, project }: Setup): Promise<SocialCampaign> {
  await platforms.clearFaults();
  const operator = await operatorSignIn(gateways, admin);
  await unwrap(operator.POST('/v1/admin/messenger/register-webhook'));
  const params = { path: { projectId: project.id } };
  const body = { slug: 'social', title: 'Orbit everywhere' };
  const campaign = await unwrap(owner.client.POST('/v1/projects/{projectId}/campaigns', { params, body }));
  const studio = new Studio(owner, project, campaign);
  const bot = await connectPlatforms(studio, platforms);
  const quests = new Map<string, string>();
  for (const [position, [taskTypeId, { config }]] of Object.entries(PLATFORM_QUESTS).entries()) {
    const slug = taskTypeId.replaceAll('_', '-');
    const { id } = await studio.quest(taskTypeId, config, { slug, title: taskTypeId, xp: 10, position });
    quests.set(taskTypeId, id);
  }
  await unwrap(studio.activate());
  return { studio, quests, bot };
}
