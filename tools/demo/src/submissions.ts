import type { Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { allItems } from './pages.js';
import type { Project } from './studio.js';
import { QUEST_KEYS, type QuestKey } from './program.js';

export const STATUSES = ['claimed', 'in_review', 'rejected', 'reversed', 'pending'] as const;

export type QuestTotals = Record<QuestKey, { points: number } & Record<(typeof STATUSES)[number], number>>;

/** Counts the submissions in the team's list by quest and status. */
export async function countSubmissions({ client }: Person, project: Project): Promise<QuestTotals> {
  const submissions = await allItems((cursor) =>
    unwrap(
      client.GET('/v1/projects/{projectId}/submissions', {
        params: { path: { projectId: project.id }, query: { limit: 100, cursor } },
      }),
    ),
  );
  const countOf = (key: QuestKey) => {
    const own = submissions.filter(({ questId }) => questId === project.quests[key]);
    const count = (status: (typeof STATUSES)[number]) => own.filter((one) => one.status === status).length;
    return {
      claimed: count('claimed'),
      in_review: count('in_review'),
      rejected: count('rejected'),
      reversed: count('reversed'),
      pending: count('pending'),
      points: own.reduce((sum, { pointsAwarded }) => sum + pointsAwarded, 0),
    };
  };
  return Object.fromEntries(QUEST_KEYS.map((key) => [key, countOf(key)])) as QuestTotals;
}
