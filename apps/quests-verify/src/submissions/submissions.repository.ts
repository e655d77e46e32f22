import { Injectable } from '@nestjs/common';
import {
  AppError,
  fitting,
  HISTORY,
  LATEST_CHECKS,
  type Check,
  type listOwnSubmissions,
  type listTeamSubmissions,
  type Page,
  type PageRequest,
  type RequestOf,
  type Submission,
  type SubmissionDetail,
  type SubmissionOrder,
  type TeamSubmission,
  type TeamSubmissionDetail,
} from '@questp/messages';
import { Database, decodeCursor, isUuid, join, readPage, sql, type Queries, type Sql } from '@questp/postgres';
import { EarnerSearchRepository } from '../earners/earner-search.repository.js';
import { EARNER, PUBLIC_USER } from '../earners/public-user.js';
import { toCheck } from '../verification/check-view.js';
import { ChecksRepository } from '../verification/checks.repository.js';
import {
  toStep,
  toSubmission,
  toTeamStep,
  toTeamSubmission,
  type SubmissionViewRow,
  type TeamSubmissionStepRow,
} from './submission-view.js';

type Request = Omit<RequestOf<typeof listTeamSubmissions>, 'projectId' | 'order' | 'username' | 'wallet'>;

@Injectable()
export class SubmissionsRepository {
  constructor(
    private readonly db: Database,
    private readonly checks: ChecksRepository,
    private readonly earners: EarnerSearchRepository,
  ) {}

  listOfEarner({ userId, ...request }: RequestOf<typeof listOwnSubmissions>): Promise<Page<Submission>> {
    return this.list([sql`s.user_id = ${userId}`], request, 'newest', toSubmission);
  }

  /** `projectId` null: of all projects. */
  async listOfTeam(request: RequestOf<typeof listTeamSubmissions>): Promise<Page<TeamSubmission>> {
    const { projectId, order, username, wallet, ...filter } = request;
    const earners = await this.earners.find({ username, wallet });
    const owner = [
      ...ofProject(projectId),
      ...(earners === undefined ? [] : [sql`s.user_id = ANY(${earners}::text[])`]),
    ];
    return this.list(owner, filter, order, toTeamSubmission);
  }

  /** NOT_FOUND, also for another earner's. `on`: the caller's transaction, so that a reply can be kept with it. */
  async getOfEarner(userId: string, submissionId: string, on: Queries = this.db): Promise<SubmissionDetail> {
    const row = await find(on, submissionId, [sql`s.user_id = ${userId}`]);
    return { ...toSubmission(row), ...(await this.why(on, row.id, toStep)) };
  }

  /** NOT_FOUND, also for another project's. @param projectId null: of any project */
  async getOfTeam(
    projectId: string | null,
    submissionId: string,
    on: Queries = this.db,
  ): Promise<TeamSubmissionDetail> {
    const row = await find(on, submissionId, ofProject(projectId));
    return { ...toTeamSubmission(row), ...(await this.why(on, row.id, toTeamStep)) };
  }

  private async why<Step>(
    on: Queries,
    submissionId: string,
    shown: (row: TeamSubmissionStepRow) => Step,
  ): Promise<{ history: Step[]; checks: Check[] }> {
    const steps = await on.rows<TeamSubmissionStepRow>(sql`
      SELECT s.at, s.status, s.by, s.reason, s.inputs, s.actor_id, e.user_id, ${PUBLIC_USER}
      FROM submission_step s LEFT JOIN earner e ON e.user_id = s.actor_id
      WHERE s.submission_id = ${submissionId} ORDER BY s.step DESC LIMIT ${HISTORY.max}`);
    const checks = await this.checks.ofSubmission(on, submissionId, LATEST_CHECKS.max);
    return {
      history: fitting(steps.map(shown), HISTORY.maxBytes - 2).reverse(),
      checks: fitting(checks.map(toCheck), LATEST_CHECKS.maxBytes - 2),
    };
  }

  private async list<Item>(
    owner: Sql[],
    { limit, cursor, ...filter }: Request,
    order: SubmissionOrder,
    toItem: (row: SubmissionViewRow) => Item,
  ): Promise<Page<Item>> {
    const conditions = [sql`true`, ...owner, ...matching(filter)];
    const [isAfter, direction] = order === 'newest' ? [sql`s.id <`, sql`DESC`] : [sql`s.id >`, sql`ASC`];
    const read = (part: PageRequest) => {
      const [last] = decodeCursor(part.cursor, ['uuid']) ?? [];
      const wanted = last === undefined ? conditions : [...conditions, sql`${isAfter} ${last}`];
      return this.db.rows<SubmissionViewRow>(sql`
        ${SELECT} WHERE ${join(wanted, ' AND ')} ORDER BY s.id ${direction} LIMIT ${part.limit + 1}`);
    };
    return readPage({ limit, cursor }, read, ({ id }) => [id], toItem);
  }
}

const SELECT = sql`
  SELECT s.*, q.slug AS quest_slug, q.title AS quest_title, q.status AS quest_status, q.period AS quest_period,
    q.ends_at AS quest_ends_at, c.status AS campaign_status, c.ends_at AS campaign_ends_at,
    ${PUBLIC_USER}, ${EARNER}
  FROM submission s
  JOIN quest q ON q.id = s.quest_id
  JOIN campaign c ON c.id = s.campaign_id
  JOIN earner e ON e.user_id = s.user_id`;

const ofProject = (projectId: string | null): Sql[] => (projectId === null ? [] : [sql`s.project_id = ${projectId}`]);

/** createdFrom is inclusive, createdTo exclusive. */
function matching(filter: Omit<Request, 'limit' | 'cursor'>): Sql[] {
  const { campaignId, questId, taskTypeId, status, userId, createdFrom, createdTo } = filter;
  return [
    campaignId === undefined ? [] : [sql`s.campaign_id = ${campaignId}`],
    questId === undefined ? [] : [sql`s.quest_id = ${questId}`],
    taskTypeId === undefined ? [] : [sql`s.task_type_id = ${taskTypeId}`],
    status === undefined ? [] : [sql`s.status = ANY(${status}::text[])`],
    userId === undefined ? [] : [sql`s.user_id = ${userId}`],
    createdFrom === undefined ? [] : [sql`s.created_at >= ${createdFrom}`],
    createdTo === undefined ? [] : [sql`s.created_at < ${createdTo}`],
  ].flat();
}

async function find(on: Queries, submissionId: string, owner: Sql[]): Promise<SubmissionViewRow> {
  const row = isUuid(submissionId)
    ? await on.row<SubmissionViewRow>(sql`${SELECT} WHERE ${join([sql`s.id = ${submissionId}`, ...owner], ' AND ')}`)
    : undefined;
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}
