import { Injectable } from '@nestjs/common';
import {
  AppError,
  fitting,
  type AgeOrder,
  type Page,
  type PageRequest,
  type RequestOf,
} from '@questp/messages/language';
import {
  HISTORY,
  LATEST_CHECKS,
  listOwnSubmissions,
  listTeamSubmissions,
  type Check,
  type Submission,
  type SubmissionDetail,
  type TeamSubmission,
  type TeamSubmissionDetail,
} from '@questp/messages/quests';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '@questp/messages/shared';
import {
  columns,
  Database,
  found,
  isUuid,
  join,
  readPage,
  sorted,
  sql,
  type CursorPart,
  type Queries,
  type Sort,
  type Sorted,
  type Sql,
} from '@questp/postgres';
import { Rpc } from '@questp/service';
import { EarnerSearchRepository } from '../../people/earners/earner-search.repository.js';
import { EARNER, PUBLIC_USER } from '../../people/earners/public-user.js';
import { TaskTypes } from '../../catalog/definition/task-types.js';
import { toCheck } from '../checks/check-view.js';
import { ChecksRepository } from '../checks/checks.repository.js';
import { SUBMISSION_COLUMNS } from '../credits/submission-row.js';
import { ReviewedProofsRepository } from './reviewed-proofs.repository.js';
import {
  toStep,
  toSubmission,
  toTeamStep,
  toTeamSubmission,
  type SubmissionViewRow,
  type TeamSubmissionStepRow,
} from './submission-view.js';

type Request = Omit<RequestOf<typeof listTeamSubmissions>, 'projectId' | 'username' | 'wallet'>;

@Injectable()
export class SubmissionsRepository {
  private readonly columns: Sql;

  constructor(
    private readonly database: Database,
    private readonly checksRepository: ChecksRepository,
    private readonly reviewedProofsRepository: ReviewedProofsRepository,
    private readonly earnerSearchRepository: EarnerSearchRepository,
    taskTypes: TaskTypes,
  ) {
    this.columns = columnsWith(taskTypes);
  }

  @Rpc(listOwnSubmissions)
  listOfEarner({ userId, ...request }: RequestOf<typeof listOwnSubmissions>): Promise<Page<Submission>> {
    return this.list([sql`s.user_id = ${userId}`], { ...request, order: 'newest' }, toSubmission);
  }

  /** `projectId` null: of all projects. */
  @Rpc(listTeamSubmissions)
  async listOfTeam(request: RequestOf<typeof listTeamSubmissions>): Promise<Page<TeamSubmission>> {
    const { projectId, username, wallet, ...filter } = request;
    const earners = await this.earnerSearchRepository.find({ username, wallet });
    const ofEarners = earners === undefined ? [] : [sql`s.user_id = ANY(${earners}::text[])`];
    const { status = filter.escalated === true ? UNDECIDED : SUBMISSION_STATUSES } = filter;
    if (projectId !== null) return this.listByStatus(status, [ofProject(projectId), ...ofEarners], filter);
    if (status.includes('claimed')) return this.list(ofEarners, filter, toTeamSubmission);
    // Said again as the index has it.
    return this.listByStatus(status, [sql`s.status <> 'claimed'`, ...ofEarners], filter);
  }

  /**
   * NOT_FOUND, also for a submission of another earner.
   * @param on the caller's transaction, if the reply is stored in it
   */
  async getOfEarner(userId: string, submissionId: string, on: Queries = this.database): Promise<SubmissionDetail> {
    const row = await this.find(on, submissionId, [sql`s.user_id = ${userId}`]);
    return { ...toSubmission(row), ...(await this.why(on, row.id, toStep)) };
  }

  /** NOT_FOUND, also for a submission of another project. @param projectId null: any project */
  async getOfTeam(
    projectId: string | null,
    submissionId: string,
    on: Queries = this.database,
  ): Promise<TeamSubmissionDetail> {
    const row = await this.find(on, submissionId, projectId === null ? [] : [ofProject(projectId)]);
    const proofs = await this.reviewedProofsRepository.of(on, row);
    return { ...toTeamSubmission(row), proofs, ...(await this.why(on, row.id, toTeamStep)) };
  }

  private async find(on: Queries, submissionId: string, owner: Sql[]): Promise<SubmissionViewRow> {
    if (!isUuid(submissionId)) throw new AppError('NOT_FOUND');
    return found(
      await on.row<SubmissionViewRow>(
        sql`SELECT ${this.columns} FROM ${SUBMISSIONS} WHERE ${join([sql`s.id = ${submissionId}`, ...owner], ' AND ')}`,
      ),
    );
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
    const checks = await this.checksRepository.ofSubmission(on, submissionId, LATEST_CHECKS.max);
    return {
      history: fitting(steps.map(shown), HISTORY.maxBytes - 2).reverse(),
      checks: fitting(checks.map(toCheck), LATEST_CHECKS.maxBytes - 2),
    };
  }

  private list<Item>(
    owner: Sql[],
    { limit, cursor, order, status, ...filter }: Request,
    toItem: (row: SubmissionViewRow) => Item,
  ): Promise<Page<Item>> {
    const wanted = [...owner, ...(status === undefined ? [] : [sql`s.status = ANY(${status}::text[])`])];
    const read = (part: PageRequest) => {
      const { sortKey, isAfter, orderBy } = sorted(BY_KEY, order, part.cursor);
      return this.database.rows<Sorted<SubmissionViewRow>>(sql`
        SELECT ${this.columns}, ${sortKey} FROM ${SUBMISSIONS}
        WHERE ${join([isAfter, ...wanted, ...matching(filter)], ' AND ')}
        ORDER BY ${orderBy} LIMIT ${part.limit + 1}`);
    };
    return readPage({ limit, cursor }, read, ({ sortKey }) => sortKey, toItem);
  }

  /** The first rows of each status, so that rare ones are found without reading the others. */
  private listByStatus(
    statuses: readonly SubmissionStatus[],
    owner: Sql[],
    { limit, cursor, order, ...filter }: Request,
  ): Promise<Page<TeamSubmission>> {
    const read = (part: PageRequest) => {
      const { sortKey, isAfter, orderBy } = sorted(WITHIN_STATUS, order, part.cursor);
      const end = sql`ORDER BY ${orderBy} LIMIT ${part.limit + 1}`;
      return this.database.rows<Sorted<SubmissionViewRow>>(sql`
        SELECT ${this.columns}, ${sortKey} FROM ${SUBMISSIONS}
        WHERE s.id IN (
          SELECT first.id FROM unnest(${statuses}::text[]) AS wanted (status) CROSS JOIN LATERAL (
            SELECT s.id FROM submission s
            WHERE s.status = wanted.status AND ${join([isAfter, ...owner, ...matching(filter)], ' AND ')} ${end}
          ) AS first)
        ${end}`);
    };
    return readPage({ limit, cursor }, read, ({ sortKey }) => sortKey, toTeamSubmission);
  }
}

const byAge = (key: string, part: CursorPart): Readonly<Record<AgeOrder, Sort>> => ({
  newest: { direction: 'DESC', by: { [key]: part } },
  oldest: { direction: 'ASC', by: { [key]: part } },
});
const UNDECIDED: readonly SubmissionStatus[] = ['pending', 'in_review'];
const BY_KEY = byAge('s.id', 'uuid');
/**
 * The same order without the primary key: if the planner overestimates the matching rows, it would scan the primary key
 * past the rows of all other earners.
 */
const WITHIN_STATUS = byAge('uuid_send(s.id)', 'bytes');

/** The files come from the check of the latest attempt. */
function columnsWith(types: TaskTypes): Sql {
  const withEvidence = types.all.flatMap((type) =>
    type.available && type.facts.evidence !== undefined ? [type.id] : [],
  );
  return sql`
    ${columns(SUBMISSION_COLUMNS, 's')}, q.slug AS quest_slug, q.title AS quest_title, q.status AS quest_status, q.period AS quest_period,
      q.ends_at AS quest_ends_at, c.status AS campaign_status, c.ends_at AS campaign_ends_at,
      c.review_freezes_at AS payout_freezes_at, coalesce(c.review_freezes_at <= now(), false) AS payout_frozen,
      ${PUBLIC_USER}, ${EARNER}, (
        SELECT json_build_object('subject', r.subject, 'handle', r.handle) FROM review_subject r
        WHERE r.submission_id = s.id AND r.kind = 'account' LIMIT 1
      ) AS account, coalesce(
        CASE WHEN s.task_type_id = ANY(${withEvidence}::text[]) THEN (
          SELECT k.facts -> 'evidence' FROM verification_check k WHERE k.submission_id = s.id ORDER BY k.id DESC LIMIT 1
        ) END, '[]') AS evidence`;
}

const SUBMISSIONS = sql`
  submission s
  JOIN quest q ON q.id = s.quest_id
  JOIN campaign c ON c.id = s.campaign_id
  JOIN earner e ON e.user_id = s.user_id`;

const ofProject = (projectId: string): Sql => sql`s.project_id = ${projectId}`;

/** createdFrom is inclusive, createdTo exclusive. */
function matching(filter: Omit<Request, 'limit' | 'cursor' | 'order' | 'status'>): Sql[] {
  const { campaignId, questId, taskTypeId, userId, createdFrom, createdTo, escalated } = filter;
  return [
    campaignId === undefined ? [] : [sql`s.campaign_id = ${campaignId}`],
    questId === undefined ? [] : [sql`s.quest_id = ${questId}`],
    taskTypeId === undefined ? [] : [sql`s.task_type_id = ${taskTypeId}`],
    userId === undefined ? [] : [sql`s.user_id = ${userId}`],
    createdFrom === undefined ? [] : [sql`s.created_at >= ${createdFrom}`],
    createdTo === undefined ? [] : [sql`s.created_at < ${createdTo}`],
    escalated === undefined
      ? []
      : [sql`(s.campaign_id IN (SELECT id FROM campaign WHERE review_moderators_from <= now())) = ${escalated}`],
  ].flat();
}
