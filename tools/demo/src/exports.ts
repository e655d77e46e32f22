import { readTable } from '@questp/csv';
import type { Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { allItems } from './pages.js';
import type { Project } from './studio.js';

/** The rows of a file, and the same data from the API's lists, as texts to compare. */
export interface Exported {
  file: string;
  rows: string[];
  expected: string[];
}

/** More rows than any demo creates. */
const MAX_ROWS = 10_000_000;

/** Reads every export of the project, and the corresponding lists of the API. */
export async function readExports({ client }: Person, project: Project): Promise<Exported[]> {
  const exported: Exported[] = [];
  const inAll = new Set<string>();
  for (const [campaign, { inCampaign }] of Object.entries(project.campaigns)) {
    const { path } = inCampaign;
    const at = { params: { path }, parseAs: 'text' } as const;
    // In sequence, because a project can run two exports at a time.
    const leaderboard = await unwrap(
      client.GET('/v1/projects/{projectId}/campaigns/{campaignId}/exports/leaderboard.csv', at),
    );
    const participants = await unwrap(
      client.GET('/v1/projects/{projectId}/campaigns/{campaignId}/exports/participants.csv', at),
    );
    const submissions = await unwrap(
      client.GET('/v1/projects/{projectId}/campaigns/{campaignId}/exports/submissions.csv', at),
    );
    const distribution = await unwrap(
      client.GET('/v1/projects/{projectId}/campaigns/{campaignId}/exports/distribution.csv', at),
    );
    const board = await allItems((cursor) =>
      unwrap(client.GET('/v1/campaigns/{campaignId}/leaderboard', { params: { path, query: { limit: 100, cursor } } })),
    );
    const people = await allItems((cursor) =>
      unwrap(
        client.GET('/v1/projects/{projectId}/campaigns/{campaignId}/participants', {
          params: { path, query: { limit: 100, cursor } },
        }),
      ),
    );
    const handedIn = await allItems((cursor) =>
      unwrap(
        client.GET('/v1/projects/{projectId}/submissions', {
          params: { path, query: { campaignId: path.campaignId, limit: 100, cursor } },
        }),
      ),
    );
    for (const { earner } of people) inAll.add(earner.userId);
    exported.push(
      {
        file: `${campaign} leaderboard`,
        rows: await rowsOf(leaderboard, 'rank', 'user_public_id', 'points', 'completions'),
        expected: board.map(({ rank, userId, points, completions }) => text(rank, userId, points, completions)),
      },
      {
        file: `${campaign} participants`,
        rows: await rowsOf(participants, 'user_public_id', 'points', 'xp', 'completions'),
        expected: people
          .map(({ earner, points, xp, completions }) => text(earner.userId, points, xp, completions))
          .sort(),
      },
      {
        file: `${campaign} submissions`,
        rows: await rowsOf(submissions, 'submission_id', 'status', 'points_awarded', 'user_public_id'),
        expected: handedIn
          .map(({ id, status, pointsAwarded, earner }) => text(id, status, pointsAwarded, earner.userId))
          .sort(),
      },
      // Without a reward pool the file has only its header.
      { file: `${campaign} distribution`, rows: distribution.trimEnd().split('\r\n').slice(1), expected: [] },
    );
  }
  const all = await unwrap(
    client.GET('/v1/projects/{projectId}/exports/participants.csv', {
      params: { path: { projectId: project.id } },
      parseAs: 'text',
    }),
  );
  return [
    ...exported,
    { file: 'participants of all', rows: await rowsOf(all, 'user_public_id'), expected: [...inAll].sort() },
  ];
}

const text = (...cells: (string | number)[]): string => cells.join(' ');

async function rowsOf(file: string, ...columns: string[]): Promise<string[]> {
  const shape = { columns: Object.fromEntries(columns.map((name) => [name, [name] as [string]])), most: MAX_ROWS };
  const rows: string[] = [];
  for await (const { cells } of readTable([file], shape)) rows.push(text(...columns.map((name) => cells[name] ?? '')));
  return rows;
}
