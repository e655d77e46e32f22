import { Inject, Injectable } from '@nestjs/common';
import { AppError, type PageRequest, type ProjectRole, type ProjectStatus } from '@questp/messages';
import { decodeCursor, isUniqueViolation, newId, raw, sql, type Tx } from '@questp/postgres';
import { campaignLock, questsLock } from '../campaigns/campaign-locks.js';
import { PRISMA, type Prisma } from '../platform/prisma.js';
import { found, requireUuid } from '../studio/known-id.js';
import { likeText } from '../studio/search.js';
import type { ProjectFields, ProjectRow } from './project.js';

const COLUMNS = raw(
  'id, slug, name, description, website_url AS "websiteUrl", logo_url AS "logoUrl", links, status, ' +
    'created_at AS "createdAt", updated_at AS "updatedAt"',
);

@Injectable()
export class ProjectsRepository {
  constructor(@Inject(PRISMA) private readonly prisma: Prisma) {}

  /** SLUG_TAKEN */
  async insert(tx: Tx, project: ProjectFields, adminUserId: string): Promise<ProjectRow> {
    const row = await tx
      .row<ProjectRow>(
        sql`
        INSERT INTO project (id, slug, name, description, website_url, logo_url, links)
        VALUES (${newId()}, ${project.slug}, ${project.name}, ${project.description}, ${project.websiteUrl},
          ${project.logoUrl}, ${JSON.stringify(project.links)}::jsonb)
        RETURNING ${COLUMNS}`,
      )
      .then(found, refuseTakenSlug);
    const role: ProjectRole = 'project_admin';
    await tx.execute(
      sql`INSERT INTO project_member (project_id, user_id, role) VALUES (${row.id}, ${adminUserId}, ${role})`,
    );
    return row;
  }

  /** The project, locked against every other change of it and its members. NOT_FOUND */
  async lock(tx: Tx, projectId: string): Promise<ProjectRow> {
    requireUuid(projectId);
    return found(
      await tx.row<ProjectRow>(sql`SELECT ${COLUMNS} FROM project WHERE id = ${projectId} FOR NO KEY UPDATE`),
    );
  }

  /** The project, kept from being archived until the transaction ends. NOT_FOUND, INVALID_TRANSITION when it is. */
  async requireActive(tx: Tx, projectId: string): Promise<void> {
    requireUuid(projectId);
    const { status } = found(
      await tx.row<{ status: ProjectStatus }>(sql`SELECT status FROM project WHERE id = ${projectId} FOR SHARE`),
    );
    if (status !== 'active') throw new AppError('INVALID_TRANSITION', { detail: 'The project is archived.' });
  }

  /** SLUG_TAKEN */
  async update(tx: Tx, project: ProjectRow): Promise<ProjectRow> {
    return tx
      .row<ProjectRow>(
        sql`
        UPDATE project
        SET slug = ${project.slug}, name = ${project.name}, description = ${project.description},
          website_url = ${project.websiteUrl}, logo_url = ${project.logoUrl},
          links = ${JSON.stringify(project.links)}::jsonb, updated_at = now()
        WHERE id = ${project.id}
        RETURNING ${COLUMNS}`,
      )
      .then(found, refuseTakenSlug);
  }

  /** Archives the project and what is in it; gives the campaigns this ended. */
  async archive(tx: Tx, projectId: string): Promise<{ project: ProjectRow; endedCampaignIds: string[] }> {
    const project = await tx.row<ProjectRow>(
      sql`UPDATE project SET status = 'archived', updated_at = now() WHERE id = ${projectId} RETURNING ${COLUMNS}`,
    );
    // First of all, so that what is being activated or added meanwhile is seen.
    await tx.execute(sql`
      SELECT ${questsLock(sql`id`)}, ${campaignLock(sql`id`)}
      FROM (SELECT id FROM campaign WHERE project_id = ${projectId} ORDER BY id) AS c`);
    await tx.execute(sql`SELECT 1 FROM campaign WHERE project_id = ${projectId} ORDER BY id FOR NO KEY UPDATE`);
    const ended = await tx.rows<{ id: string }>(sql`
      UPDATE campaign SET status = 'ended', ended_at = now() WHERE project_id = ${projectId} AND status = 'active'
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
    requireUuid(projectId);
    return found(await this.prisma.project.findUnique({ where: { id: projectId } }));
  }

  /** Newest first, one row more than the page. */
  list({ limit, cursor, status, search }: PageRequest & { status?: ProjectStatus; search?: string }) {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    const contains = search === undefined ? undefined : { contains: likeText(search), mode: 'insensitive' as const };
    return this.prisma.project.findMany({
      where: { id: { lt: before }, status, ...(contains && { OR: [{ name: contains }, { slug: contains }] }) },
      orderBy: { id: 'desc' },
      take: limit + 1,
    });
  }

  /** Newest first, one row more than the page. */
  listOfMember({ limit, cursor, userId, status }: PageRequest & { userId: string; status?: ProjectStatus }) {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    return this.prisma.projectMember.findMany({
      where: { userId, projectId: { lt: before }, project: { status } },
      include: { project: true },
      orderBy: { projectId: 'desc' },
      take: limit + 1,
    });
  }
}

function refuseTakenSlug(error: unknown): never {
  throw isUniqueViolation(error, 'project_slug_key') ? new AppError('SLUG_TAKEN') : error;
}
