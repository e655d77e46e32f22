import { randomUUID } from 'node:crypto';
import type { Sql } from '@questp/postgres';
import { COPY_SETTINGS } from '@questp/postgres/copy-out';
import { createTestDatabase, type TestDatabase } from '@questp/testing';
import { Client } from 'pg';
import { leaderboardRows } from './columns/leaderboard.js';
import { participantRows } from './columns/participants.js';
import { submissionRows } from './columns/submissions.js';

const PROJECTS = 20;
const EARNERS = 2_000;
const QUESTS = 3;

/** A node of the plan with its actual rows. */
interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Actual Loops': number;
  Plans?: Node[];
}

const allOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(allOf)];

/** Tables that were read completely. */
const readWhole = (plan: Node) =>
  allOf(plan).flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []));

/** Tables and indexes that grow with the activity of earners. */
const LARGE = /^(submission|points_ledger|standing|earner)/;

const rowsRead = (plan: Node) =>
  allOf(plan)
    .filter((node) => LARGE.test(node['Relation Name'] ?? node['Index Name'] ?? ''))
    .reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    );

describe('rows that an export reads in a database of twenty projects', () => {
  let database: TestDatabase;
  let client: Client;
  const [projectId, campaignId] = [randomUUID(), randomUUID()];
  /** Statistics after everything written here. */
  const asOf = new Date(Date.now() + 3_600_000).toISOString();

  const planOf = async ({ text, values }: Sql, limit: string): Promise<Node> => {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT json) SELECT * FROM (${text}) AS file ${limit}`,
      values,
    );
    if (rows[0] === undefined) throw new Error('PostgreSQL returned no plan');
    return rows[0]['QUERY PLAN'][0].Plan;
  };

  beforeAll(async () => {
    database = await createTestDatabase({ migrate: ['exports'] });
    const owner = new Client({ connectionString: database.url });
    await owner.connect();
    await owner.query(`SET search_path = quests; SET session_replication_role = replica`);
    await owner.query(
      `CREATE TEMP TABLE place AS SELECT gen_random_uuid() AS project_id, gen_random_uuid() AS campaign_id
       FROM generate_series(2, ${PROJECTS})`,
    );
    await owner.query('INSERT INTO place VALUES ($1, $2)', [projectId, campaignId]);
    await owner.query(`
      INSERT INTO project (id, slug, name) SELECT project_id, project_id, 'P' FROM place;
      INSERT INTO campaign (id, project_id, slug, title) SELECT campaign_id, project_id, 'c', 'C' FROM place;
      INSERT INTO quest (id, project_id, campaign_id, slug, title, task_type_id, method, points, xp)
      SELECT uuidv7(), project_id, campaign_id, 'q' || n, 'Q', 'custom_manual', 'manual', 10, 1
      FROM place, generate_series(1, ${QUESTS}) n;
      INSERT INTO earner (user_id, username)
      SELECT 'svcuser_' || md5(n::text), 'u' || n FROM generate_series(1, ${EARNERS}) n;
      INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method, status,
        points_awarded, xp_awarded, credit_no, created_at, updated_at, verified_at, claimed_at)
      SELECT uuidv7(), q.project_id, q.campaign_id, q.id, e.user_id, 'once', 'custom_manual', 'manual', 'claimed', 10, 1, 1,
        now(), now(), now(), now()
      FROM earner e, quest q;
      INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id, period_key,
        points, xp)
      SELECT uuidv7(), 'credit', id, 1, project_id, campaign_id, quest_id, user_id, 'once', 10, 1 FROM submission;
      INSERT INTO standing (scope_id, user_id, points, xp, completions, last_credit_at)
      SELECT campaign_id, user_id, sum(points), sum(xp), count(*), max(created_at) FROM points_ledger GROUP BY 1, 2;
      INSERT INTO standing (scope_id, user_id, points, xp, completions, last_credit_at)
      SELECT project_id, user_id, sum(points), sum(xp), count(*), max(created_at) FROM points_ledger GROUP BY 1, 2`);
    await owner.query('VACUUM (ANALYZE)');
    await owner.end();
    client = new Client({
      connectionString: database.urlOf('exports'),
      options: `-c search_path=exports ${COPY_SETTINGS}`,
    });
    await client.connect();
  }, 120_000);
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  /** Rows per earner: those of the campaign and the lookups; for a past moment also all entries of the earner. */
  const files: [name: string, rows: () => Sql, mostPerEarner: number][] = [
    ['submissions', () => submissionRows({ projectId, campaignId }), 2 * QUESTS],
    ['claimed submissions', () => submissionRows({ projectId, campaignId, status: 'claimed' }), 2 * QUESTS],
    ['participants of a campaign', () => participantRows(projectId, campaignId), QUESTS + 2],
    ['participants of a project', () => participantRows(projectId, null), QUESTS + 2],
    [
      'participants of a campaign at a moment',
      () => participantRows(projectId, campaignId, asOf),
      QUESTS + 1 + PROJECTS * QUESTS,
    ],
    ['leaderboard', () => leaderboardRows(campaignId), QUESTS + 4],
  ];

  it.each(files)('%s: reads only rows of the campaign and their lookups', async (_, rows, mostPerEarner) => {
    const plan = await planOf(rows(), '');
    expect(readWhole(plan)).not.toContainEqual(expect.stringMatching(LARGE));
    expect(rowsRead(plan)).toBeLessThanOrEqual(mostPerEarner * EARNERS);
  });

  it.each(files.filter(([name]) => name !== 'leaderboard'))(
    '%s: returns the first row before reading more than a hundred',
    async (_, rows) => {
      expect(rowsRead(await planOf(rows(), 'LIMIT 1'))).toBeLessThan(100);
    },
  );

  it('leaderboard: returns the first row after summing all points, which its share needs', async () => {
    expect(rowsRead(await planOf(leaderboardRows(campaignId), 'LIMIT 1'))).toBeLessThan(2.1 * EARNERS);
  });

  it('leaderboard at a moment: reads the entries of the campaign once, and those of an earner for its row', async () => {
    const plan = await planOf(leaderboardRows(campaignId, asOf), 'LIMIT 1');
    expect(readWhole(plan)).toEqual([]);
    expect(rowsRead(plan)).toBeLessThan(2.1 * EARNERS * QUESTS);
  });
});
