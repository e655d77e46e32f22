import { Inject, Injectable } from '@nestjs/common';
import type {
  CampaignStatus,
  discoverCampaigns,
  discoverProjects,
  PageRequest,
  RequestOf,
  SubmissionStatus,
} from '@questp/messages';
import { Database, decodeCursor, join, raw, sql, type Sql } from '@questp/postgres';
import type { CampaignRow } from '../campaigns/campaign.js';
import { PRISMA, type Prisma } from '../platform/prisma.js';
import type { ProjectRow } from '../projects/project.js';
import type { QuestRow } from '../quests/quest.js';
import { found } from '../studio/found.js';
import { likeText } from '../studio/search.js';

export type PublicCampaignRow = CampaignRow & { project: Pick<ProjectRow, 'id' | 'slug' | 'name' | 'logoUrl'> };

/** A quest without its secrets, with what its campaign decides. */
export type PublicQuestRow = Omit<QuestRow, 'verificationConfig' | 'createdAt' | 'updatedAt'> & {
  campaignStatus: CampaignStatus;
  campaignStartsAt: Date | null;
  campaignEndsAt: Date | null;
};

/** What decides whether an earner can act on a quest; the clock is the database's. */
export interface EarnerFacts {
  questId: string;
  now: Date;
  isMember: boolean;
  prerequisitesMet: boolean;
  latest: { status: SubmissionStatus; periodKey: string; nextTryAt: string | null } | null;
}

export interface QuestFilter {
  projectId?: string;
  projectSlug?: string;
  campaignSlug?: string;
  questSlug?: string;
  questId?: string;
  campaignId?: string;
  taskTypeIds?: readonly string[];
  search?: string;
}

const PROJECT = { select: { id: true, slug: true, name: true, logoUrl: true } } as const;

const PUBLIC_QUEST = raw(
  'SELECT q.id, q.project_id, q.campaign_id, q.slug, q.title, q.description, q.image_url, q.task_type_id, q.method, ' +
    'q.points, q.xp, q.config, q.period, q.prerequisites, q.max_completions, q.completions, q.starts_at, q.ends_at, ' +
    'q.position, q.status, c.status AS campaign_status, c.starts_at AS campaign_starts_at, ' +
    'c.ends_at AS campaign_ends_at ' +
    'FROM quest q JOIN campaign c ON c.id = q.campaign_id JOIN project p ON p.id = q.project_id',
);

/** Reads for earners and visitors: active projects, their active and ended campaigns, and the published quests there. */
@Injectable()
export class DiscoverRepository {
  constructor(
    private readonly db: Database,
    @Inject(PRISMA) private readonly prisma: Prisma,
  ) {}

  /** Newest first, one row more than the page. */
  async projects({ limit, cursor, search }: RequestOf<typeof discoverProjects>): Promise<ProjectRow[]> {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    const rows = await this.prisma.project.findMany({
      where: { status: 'active', id: { lt: before }, name: containing(search) },
      orderBy: { id: 'desc' },
      take: limit + 1,
    });
    return rows as ProjectRow[];
  }

  async project(slug: string): Promise<ProjectRow> {
    return found(await this.prisma.project.findFirst({ where: { slug, status: 'active' } })) as ProjectRow;
  }

  /** Newest first, one row more than the page. */
  async campaigns(request: RequestOf<typeof discoverCampaigns>): Promise<PublicCampaignRow[]> {
    const { projectId, projectSlug, status, search, limit, cursor } = request;
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    const rows = await this.prisma.campaign.findMany({
      where: {
        id: { lt: before },
        projectId,
        status: { in: status ?? ['active', 'ended'] },
        title: containing(search),
        project: { status: 'active', slug: projectSlug },
      },
      include: { project: PROJECT },
      orderBy: { id: 'desc' },
      take: limit + 1,
    });
    return rows as PublicCampaignRow[];
  }

  /** By its id, or by its slug and that of its project. */
  async campaign(by: { id: string } | { slug: string; projectSlug: string }): Promise<PublicCampaignRow> {
    const { projectSlug, ...where } = { projectSlug: undefined, ...by };
    const row = await this.prisma.campaign.findFirst({
      where: { ...where, status: { in: ['active', 'ended'] }, project: { status: 'active', slug: projectSlug } },
      include: { project: PROJECT },
    });
    return found(row) as PublicCampaignRow;
  }

  /** The newest campaign first, in it by position and id; one row more than the page. */
  async quests({ limit, cursor, ...filter }: PageRequest & QuestFilter): Promise<PublicQuestRow[]> {
    const { questId, questSlug, campaignId, campaignSlug, projectId, projectSlug, taskTypeIds, search } = filter;
    const after = decodeCursor(cursor, ['uuid', 'int32', 'uuid']);
    const conditions: Sql[] = [sql`p.status = 'active' AND c.status IN ('active', 'ended') AND q.status = 'active'`];
    if (questId !== undefined) conditions.push(sql`q.id = ${questId}`);
    if (questSlug !== undefined) conditions.push(sql`q.slug = ${questSlug}`);
    if (campaignSlug !== undefined) conditions.push(sql`c.slug = ${campaignSlug}`);
    if (projectId !== undefined) conditions.push(sql`q.project_id = ${projectId}`);
    if (projectSlug !== undefined) conditions.push(sql`p.slug = ${projectSlug}`);
    if (campaignId !== undefined) conditions.push(sql`q.campaign_id = ${campaignId}`);
    if (taskTypeIds !== undefined) conditions.push(sql`q.task_type_id = ANY(${taskTypeIds}::text[])`);
    if (search !== undefined) conditions.push(sql`q.title ILIKE ${`%${likeText(search)}%`}`);
    if (after !== undefined) {
      const [inCampaign, position, id] = after;
      conditions.push(sql`(q.campaign_id < ${inCampaign}
        OR (q.campaign_id = ${inCampaign} AND (q.position, q.id) > (${position}, ${id}::uuid)))`);
    }
    return this.db.rows<PublicQuestRow>(sql`
      ${PUBLIC_QUEST} WHERE ${join(conditions, ' AND ')}
      ORDER BY q.campaign_id DESC, q.position, q.id LIMIT ${limit + 1}`);
  }

  /** Facts of one earner on any number of quests, in one statement. */
  earnerFacts(userId: string, questIds: readonly string[]): Promise<EarnerFacts[]> {
    return this.db.rows<EarnerFacts>(sql`
      SELECT q.id AS quest_id, now() AS now,
        EXISTS (SELECT 1 FROM project_member m WHERE m.project_id = q.project_id AND m.user_id = ${userId}) AS is_member,
        NOT EXISTS (
          SELECT 1 FROM unnest(q.prerequisites) AS needed (id)
          WHERE NOT EXISTS (
            SELECT 1 FROM submission s
            WHERE s.quest_id = needed.id AND s.user_id = ${userId} AND s.status = 'claimed')) AS prerequisites_met,
        latest.submission AS latest
      FROM quest q
      LEFT JOIN LATERAL (
        SELECT json_build_object('status', s.status, 'periodKey', s.period_key, 'nextTryAt', s.next_try_at) AS submission
        FROM submission s
        WHERE s.quest_id = q.id AND s.user_id = ${userId}
          -- Keys of one kind have one length; those of an earlier period setting are left out.
          AND length(s.period_key) = CASE q.period ->> 'kind' WHEN 'once' THEN 4 WHEN 'daily' THEN 10 ELSE 24 END
        ORDER BY s.period_key DESC LIMIT 1) latest ON true
      WHERE q.id = ANY(${questIds}::uuid[])`);
  }
}

const containing = (search: string | undefined) =>
  search === undefined ? undefined : { contains: likeText(search), mode: 'insensitive' as const };
