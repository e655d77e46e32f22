import type { Person, Schemas } from '@questp/players';
import { ProblemError, unwrap } from '@questp/sdk';
import { e2e } from '../support/one-platform.fixture.js';
import { RECIPES } from './completions.js';

/** People and resources that earlier steps of the journey have created. */
class Story {
  owner!: Person;
  moderator!: Person;
  alice!: Person;
  bob!: Person;
  carol!: Person;
  project!: Schemas['Project'];
  campaign!: Schemas['Campaign'];
  /** By task type. */
  readonly quests = new Map<string, Schemas['Quest']>();
}

export const story = new Story();

/** The code of the error that was answered. */
export async function problemOf(answer: Promise<unknown>): Promise<string> {
  const error = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProblemError)) throw new Error('The answer was no error', { cause: error });
  return error.code;
}

export const inProject = () => ({ path: { projectId: story.project.id } });
export const inCampaign = () => ({ path: { projectId: story.project.id, campaignId: story.campaign.id } });
/** Parameters of a route without a project. */
export const inThisCampaign = () => ({ params: { path: { campaignId: story.campaign.id } } });
export const questId = (taskTypeId: string) => story.quests.get(taskTypeId)?.id as string;
export const standing = ({ client }: Person) =>
  unwrap(client.GET('/v1/campaigns/{campaignId}/leaderboard/me', inThisCampaign()));

export const reviewedTypes = Object.entries(RECIPES).flatMap(([id, { reviewed }]) => (reviewed ? [id] : []));
export const evidenceTypes = reviewedTypes.filter((id) => RECIPES[id]?.evidence);
/** The types that earners complete here. */
export const completedTypes = Object.keys(RECIPES).filter((id) => !(RECIPES[id]?.isSentHere && e2e.isRemote));
export const automaticTypes = completedTypes.filter((id) => !RECIPES[id]?.reviewed && !RECIPES[id]?.drawn);

/** Points of each quest, all different, so that a sum shows which were credited. */
export const pointsOf = (index: number) => 2 ** (index % 15) + index;
export const sum = (taskTypeIds: readonly string[]) =>
  taskTypeIds.reduce((total, id) => total + (story.quests.get(id)?.points ?? 0), 0);
