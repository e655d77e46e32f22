import { AppError, type Page, type PageRequest, type Submission, type SubmissionDetail, type SubmissionFilter, type TeamSubmission, type TeamSubmissionDetail } from '@questp/messages';
import { decodeCursor, isUuid, join, sql, toPage, type Queries, type Sql } from '@questp/postgres';
import {
  toStep,
  toSubmission,
  toTeamSubmission,
  type SubmissionStepRow,
  type SubmissionViewRow,
} from './submission-view.js';

type Order = 'newest' | 'oldest';

export async function listOfEarner(
  db: Queries,
  { userId, ...request }: PageRequest & SubmissionFilter & { userId: string },
): Promise<Page<Submission>> {
  return list(db, [sql`s.user_id = ${userId}`], request, 'newest', toSubmission);
}

/** @param projectId null: of all projects */
export async function listOfTeam(
  db: Queries,
  { projectId, order, ...request }: PageRequest & SubmissionFilter & { projectId: string | null; order: Order },
): Promise<Page<TeamSubmission>> {
  return list(db, ofProject(projectId), request, order, toTeamSubmission);
}

/** NOT_FOUND, also for another earner's. Reads in the caller's transaction, so that a reply can be kept with it. */
export async function getOfEarner(db: Queries, userId: string, submissionId: string): Promise<SubmissionDetail> {
  const row = await find(db, submissionId, [sql`s.user_id = ${userId}`]);
  return { ...toSubmission(row), history: await history(db, row.id) };
}

/** NOT_FOUND, also for another project's. @param projectId null: of any project */
export async function getOfTeam(
  db: Queries,
  projectId: string | null,
  submissionId: string,
): Promise<TeamSubmissionDetail> {
  const row = await find(db, submissionId, ofProject(projectId));
  return { ...toTeamSubmission(row), history: await history(db, row.id) };
}

const SELECT = sql`
  SELECT s.*, q.slug AS quest_slug, q.title AS quest_title, q.status AS quest_status, q.period AS quest_period,
    q.ends_at AS quest_ends_at, c.status AS campaign_status, c.ends_at AS campaign_ends_at,
    e.username, e.display_name, e.status AS account_status, e.primary_wallet
  FROM submission s
  JOIN quest q ON q.id = s.quest_id
  JOIN campaign c ON c.id = s.campaign_id
  JOIN earner e ON e.user_id = s.user_id`;

const ofProject = (projectId: string | null): Sql[] => (projectId === null ? [] : [sql`s.project_id = ${projectId}`]);

async function list<Item>(
  db: Queries,
  owner: Sql[],
  { limit, cursor, ...filter }: PageRequest & SubmissionFilter,
  order: Order,
  toItem: (row: SubmissionViewRow) => Item,
): Promise<Page<Item>> {
  const after = decodeCursor(cursor, ['uuid']);
  const ids = [filter.campaignId, filter.questId].filter((id) => id !== undefined);
  if (!ids.every(isUuid)) return { items: [], nextCursor: null };
  const conditions = [sql`true`, ...owner, ...matching(filter)];
  if (after) conditions.push(order === 'newest' ? sql`s.id < ${after[0]}` : sql`s.id > ${after[0]}`);
  const rows = await db.rows<SubmissionViewRow>(sql`
    ${SELECT} WHERE ${join(conditions, ' AND ')}
    ORDER BY s.id ${order === 'newest' ? sql`DESC` : sql`ASC`} LIMIT ${limit + 1}`);
  return toPage(rows, limit, ({ id }) => [id], toItem);
}

/** createdFrom is inclusive, createdTo exclusive. */
function matching(filter: SubmissionFilter): Sql[] {
  const { campaignId, questId, taskTypeId, status, userId, createdFrom, createdTo } = filter;
  return [
    campaignId === undefined ? [] : [sql`s.campaign_id = ${campaignId}`],
    questId === undefined ? [] : [sql`s.quest_id = ${questId}`],
    taskTypeId === undefined ? [] : [sql`s.task_type_id = ${taskTypeId}`],
    status === undefined ? [] : [sql`s.status = ${status}`],
    userId === undefined ? [] : [sql`s.user_id = ${userId}`],
    createdFrom === undefined ? [] : [sql`s.created_at >= ${createdFrom}`],
    createdTo === undefined ? [] : [sql`s.created_at < ${createdTo}`],
  ].flat();
}

async function find(db: Queries, submissionId: string, owner: Sql[]): Promise<SubmissionViewRow> {
  const row = isUuid(submissionId)
    ? await db.row<SubmissionViewRow>(sql`${SELECT} WHERE ${join([sql`s.id = ${submissionId}`, ...owner], ' AND ')}`)
    : undefined;
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}

async function history(db: Queries, submissionId: string) {
  const rows = await db.rows<SubmissionStepRow>(sql`
    SELECT at, status, by, reason FROM submission_step WHERE submission_id = ${submissionId} ORDER BY step`);
  return rows.map(toStep);
}
