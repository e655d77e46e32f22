import { Injectable } from '@nestjs/common';
import type { ProjectRole } from '@questp/messages/access';
import { AppError, type RequestOf } from '@questp/messages/language';
import type { adminListProjects, listOwnProjects, ProjectFields, ProjectOrder } from '@questp/messages/quests';
import {
  assignments,
  byText,
  columns,
  Database,
  empty,
  insertInto,
  isUniqueViolation,
  newId,
  sorted,
  sql,
  found,
  type Sort,
  type Sorted,
  type Tx,
} from '@questp/postgres';
import { teamLock } from '../../shared/team-locks.js';
import { campaignLock, questsLock } from '../../shared/campaign-locks.js';
import { changed } from '../../shared/changed.js';
import { containing } from '../../shared/search.js';
import { PAYOUT_COLUMNS, type PayoutColumns } from '../pool-lock.js';
import { PROJECT_COLUMNS, type ProjectRow } from './project.js';

/** A project with the role of the requested member. */
export type OwnProjectRow = ProjectRow & { role: ProjectRole };

const SORTS: Record<ProjectOrder, Sort> = {
  newest: { direction: 'DESC', by: { 'p.id': 'uuid' } },
  oldest: { direction: 'ASC', by: { 'p.id': 'uuid' } },
  name: { direction: 'ASC', by: { [byText('p.name')]: 'text', 'p.id': 'uuid' } },
};

@Injectable()
export class ProjectsRepository {
  constructor(private readonly database: Database) {}

  /** SLUG_TAKEN */
  async insert(tx: Tx, project: ProjectFields, adminUserId: string): Promise<ProjectRow> {
    const row = await tx
      .row<ProjectRow>(sql`${insertInto('project', { id: newId(), ...project })} RETURNING ${columns(PROJECT_COLUMNS)}`)
      .then(found, refuseTakenSlug);
    const role: ProjectRole = 'project_admin';
    await tx.execute(insertInto('project_member', { projectId: row.id, userId: adminUserId, role }));
    return row;
  }

  /** The project, locked against every other change of it and its members. NOT_FOUND */
  async lock(tx: Tx, projectId: string): Promise<ProjectRow> {
    await tx.execute(sql`SELECT ${teamLock(projectId)}`);
    return found(
      await tx.row<ProjectRow>(sql`
      SELECT ${columns(PROJECT_COLUMNS)} FROM project WHERE id = ${projectId} FOR NO KEY UPDATE`),
    );
  }

  /**
   * Prevents the archiving of the project until the transaction ends. NOT_FOUND, INVALID_TRANSITION if it is archived.
   */
  async requireActive(tx: Tx, projectId: string): Promise<void> {
    const { status } = found(
      await tx.row<Pick<ProjectRow, 'status'>>(sql`SELECT status FROM project WHERE id = ${projectId} FOR SHARE`),
    );
    if (status !== 'active') throw new AppError('INVALID_TRANSITION', { detail: 'The project is archived.' });
  }

  /** SLUG_TAKEN */
  async update(tx: Tx, project: ProjectRow): Promise<ProjectRow> {
    return tx
      .row<ProjectRow>(sql`
        UPDATE project SET ${assignments(changed(project))} WHERE id = ${project.id} RETURNING ${columns(PROJECT_COLUMNS)}`)
      .then(found, refuseTakenSlug);
  }

  /**
   * Archives the project and its contents; returns the campaigns that this ended.
   * @param permit throws for a locked campaign that cannot be archived
   */
  async archive(
    tx: Tx,
    projectId: string,
    permit: (campaign: PayoutColumns, now: Date) => void,
  ): Promise<{ project: ProjectRow; endedCampaignIds: string[] }> {
    const project = await tx.row<ProjectRow>(
      sql`
        UPDATE project SET status = 'archived', updated_at = now() WHERE id = ${projectId} RETURNING ${columns(PROJECT_COLUMNS)}`,
    );
    // Locked first, so that concurrent activations and additions are seen below.
    await tx.execute(sql`
      SELECT ${questsLock(sql`id`)}, ${campaignLock(sql`id`)}
      FROM (SELECT id FROM campaign WHERE project_id = ${projectId} ORDER BY id) AS c`);
    const campaigns = await tx.rows<PayoutColumns & { now: Date }>(sql`
      SELECT ${columns(PAYOUT_COLUMNS)}, now() FROM campaign WHERE project_id = ${projectId}
      ORDER BY id FOR NO KEY UPDATE`);
    for (const { now, ...campaign } of campaigns) permit(campaign, now);
    // After the times of all credits, which may have begun after this transaction did; readers take whole milliseconds.
    const ended = await tx.rows<{ id: string }>(sql`
      UPDATE campaign
      SET status = 'ended', ended_at = date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond'
      WHERE project_id = ${projectId} AND status = 'active'
      RETURNING id`);
    await tx.execute(sql`
      UPDATE campaign SET status = 'archived', updated_at = now()
      WHERE project_id = ${projectId} AND status <> 'archived'`);
    await tx.execute(sql`
      UPDATE quest SET status = 'archived', updated_at = now()
      WHERE project_id = ${projectId} AND status <> 'archived'`);
    return { project: found(project), endedCampaignIds: ended.map(({ id }) => id) };
  }

  async get(projectId: string): Promise<ProjectRow> {
    return found(
      await this.database.row<ProjectRow>(sql`SELECT ${columns(PROJECT_COLUMNS)} FROM project WHERE id = ${projectId}`),
    );
  }

  /** One row more than the page. */
  list(request: RequestOf<typeof adminListProjects>): Promise<Sorted<ProjectRow>[]> {
    const { sortKey, conditions, orderBy } = asked(request);
    return this.database.rows<Sorted<ProjectRow>>(sql`
      SELECT ${columns(PROJECT_COLUMNS, 'p')}, ${sortKey} FROM project p
      WHERE ${conditions} ORDER BY ${orderBy} LIMIT ${request.limit + 1}`);
  }

  /** One row more than the page. */
  listOfMember({ userId, ...request }: RequestOf<typeof listOwnProjects>): Promise<Sorted<OwnProjectRow>[]> {
    const { sortKey, conditions, orderBy } = asked(request);
    return this.database.rows<Sorted<OwnProjectRow>>(sql`
      SELECT ${columns(PROJECT_COLUMNS, 'p')}, m.role, ${sortKey}
      FROM project_member m JOIN project p ON p.id = m.project_id
      WHERE m.user_id = ${userId} AND ${conditions} ORDER BY ${orderBy} LIMIT ${request.limit + 1}`);
  }
}

/** Conditions and order of a list of `project p`. */
function asked({ status, search, order, cursor }: RequestOf<typeof adminListProjects>) {
  const { isAfter, ...sort } = sorted(SORTS, order, cursor);
  const conditions = sql`${isAfter} AND ${containing(['p.name', 'p.slug'], search)}
    ${status === undefined ? empty : sql`AND p.status = ${status}`}`;
  return { ...sort, conditions };
}

function refuseTakenSlug(error: unknown): never {
  throw isUniqueViolation(error, 'project_slug_key') ? new AppError('SLUG_TAKEN') : error;
}
