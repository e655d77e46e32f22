import type { QuestFields } from '@questp/messages/quests';
import { namesOf } from '@questp/postgres';

type SetByTeam = keyof QuestFields | 'taskTypeId' | 'verificationConfig';

/** Members of a quest that a team sets. Copies and views of quests take their columns from here. */
export const SET_BY_TEAM = namesOf<SetByTeam>({
  slug: true,
  title: true,
  description: true,
  imageUrl: true,
  taskTypeId: true,
  method: true,
  points: true,
  xp: true,
  config: true,
  verificationConfig: true,
  period: true,
  prerequisites: true,
  maxCompletions: true,
  startsAt: true,
  endsAt: true,
  position: true,
});

const isPublic = (name: SetByTeam): name is Exclude<SetByTeam, 'verificationConfig'> => name !== 'verificationConfig';

/** Public columns of a quest, without `completions`, which are not always counted in its row. */
export const PUBLIC_COLUMNS = ['id', 'projectId', 'campaignId', ...SET_BY_TEAM.filter(isPublic)] as const;
