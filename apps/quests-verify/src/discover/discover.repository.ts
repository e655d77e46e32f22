import { Injectable } from '@nestjs/common';
import type { PageRequest, RequestOf } from '@questp/messages/language';
import type {
  CampaignStatus,
  LatestSubmission,
  MissingPrerequisite,
  discoverCampaigns,
  discoverProjects,
  PublicCampaign,
} from '@questp/messages/quests';
import {
  columns,
  Database,
  decodeCursor,
  empty,
  join,
  raw,
  sql,
  found,
  type Queries,
  type Sql,
} from '@questp/postgres';
import { CAMPAIGN_COLUMNS, type CampaignRow } from '../studio/campaigns/campaign.js';
import { formerCompletions, formerPeriodKey, periodKeyLength } from '../ledger/credits/former-completions.js';
import { PROJECT_COLUMNS, type ProjectRow } from '../studio/projects/project.js';
import type { PublicQuestFields, QuestRow } from '../studio/quests/quest.js';
import { PUBLIC_COLUMNS } from '../studio/quest-members.js';
import { containing } from '../shared/search.js';
import { ENTRIES_PER_PROJECT, inRotation, PLACE, startOfToday } from './rotation.js';

/** A row of a list in rotation, with the place at which the list starts. */
export type Rotated<Row> = Row & { start: string };

export type PublicCampaignRow = CampaignRow & { project: Pick<ProjectRow, 'id' | 'slug' | 'name' | 'logoUrl'> };

/** A quest without its secrets, with the status and times of its campaign. */
export type PublicQuestRow = PublicQuestFields & {
  status: QuestRow['status'];
  campaignStatus: CampaignStatus;
  campaignStartsAt: Date | null;
  campaignEndsAt: Date | null;
};

/** Facts that decide whether an earner can act on a quest; `now` is the database's clock. */
export interface EarnerFacts {
  questId: string;
  now: Date;
  isMember: boolean;
  isSuspended: boolean;
  /** In the order of the quest's prerequisites. */
  missingPrerequisites: MissingPrerequisite[];
  /** With the latest period key; its times as PostgreSQL writes them in JSON. */
  latest: LatestSubmission | null;
  /** The latest period that a deleted account with one of the earner's sign-in methods completed. */
  formerPeriodKey: string | null;
}

export type CampaignSums = Pick<PublicCampaign, 'id' | 'questCount' | 'questPoints' | 'participants' | 'progress'>;

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

const PROJECT = sql`json_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'logoUrl', p.logo_url) AS project`;
const PUBLIC_CAMPAIGN = sql`
  SELECT ${columns(CAMPAIGN_COLUMNS, 'c')}, ${PROJECT}
  FROM campaign c JOIN project p ON p.id = c.project_id`;

/** Exact where the quest has a limit; otherwise it may be a moment late. */
const COMPLETIONS = 'CASE WHEN q.max_completions IS NULL THEN coalesce(t.completions, 0) ELSE q.completions END';
const PUBLIC_QUEST = sql`
  SELECT ${columns(PUBLIC_COLUMNS, 'q')}, ${raw(COMPLETIONS)} AS completions, q.status,
    c.status AS campaign_status, c.starts_at AS campaign_starts_at, c.ends_at AS campaign_ends_at
  FROM quest q JOIN campaign c ON c.id = q.campaign_id LEFT JOIN quest_tally t ON t.quest_id = q.id`;

/**
 * Reads for earners and visitors: active projects, their active and ended campaigns, and the published quests there.
 */
@Injectable()
export class DiscoverRepository {
  constructor(private readonly database: Database) {}

  /** Projects with a public campaign, in rotation; one row more than the page. */
  async projects({ limit, cursor, search }: RequestOf<typeof discoverProjects>): Promise<Rotated<ProjectRow>[]> {
    const [start = await startOfToday(this.database.quick), lastProjectId] =
      decodeCursor(cursor, ['text', 'uuid']) ?? [];
    return inRotation({ start, lastProjectId, limit: limit + 1 }, (condition, most) =>
      this.database.rows<Rotated<ProjectRow>>(sql`
        SELECT ${columns(PROJECT_COLUMNS, 'p')}, ${start}::text AS start FROM project p
        WHERE p.status = 'active' AND ${condition} AND ${containing(['p.name'], search)}
          ${lastProjectId === undefined ? empty : sql`AND p.id <> ${lastProjectId}`}
          AND EXISTS (SELECT FROM campaign c WHERE c.project_id = p.id AND c.status IN ('active', 'ended'))
        ORDER BY ${PLACE} LIMIT ${most}`),
    );
  }

  async project(slug: string): Promise<ProjectRow> {
    return found(
      await this.database.row<ProjectRow>(
        sql`SELECT ${columns(PROJECT_COLUMNS)} FROM project WHERE slug = ${slug} AND status = 'active'`,
      ),
    );
  }

  /** The newest campaigns of each project, in rotation; one row more than the page. */
  async campaignsOfAll(
    request: Omit<RequestOf<typeof discoverCampaigns>, 'userId' | 'projectId' | 'projectSlug'>,
  ): Promise<Rotated<PublicCampaignRow>[]> {
    const { status = ['active', 'ended'], search, limit, cursor } = request;
    const after = decodeCursor(cursor, ['text', 'uuid', 'uuid']);
    const [start = await startOfToday(this.database.quick), lastProjectId, lastId] = after ?? [];
    return inRotation({ start, lastProjectId, limit: limit + 1 }, (condition, most) =>
      this.database.rows<Rotated<PublicCampaignRow>>(sql`
        SELECT c.*, ${start}::text AS start, ${PROJECT}
        FROM project p CROSS JOIN LATERAL (
          SELECT ${columns(CAMPAIGN_COLUMNS)} FROM campaign
          WHERE project_id = p.id AND status = ANY(${status}::text[])
            AND ${containing(['title'], search)}
          ORDER BY id DESC LIMIT ${ENTRIES_PER_PROJECT}
        ) c
        WHERE p.status = 'active' AND ${condition}
          ${lastProjectId === undefined ? empty : sql`AND (p.id <> ${lastProjectId} OR c.id < ${lastId})`}
        ORDER BY ${PLACE}, c.id DESC LIMIT ${most}`),
    );
  }

  /** Newest first, one row more than the page. */
  async campaigns(request: Omit<RequestOf<typeof discoverCampaigns>, 'userId'>): Promise<PublicCampaignRow[]> {
    const { projectId, projectSlug, status = ['active', 'ended'], search, limit, cursor } = request;
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    return this.database.rows<PublicCampaignRow>(sql`
      ${PUBLIC_CAMPAIGN}
      WHERE p.status = 'active' AND c.status = ANY(${status}::text[])
        ${before === undefined ? empty : sql`AND c.id < ${before}`}
        ${projectId === undefined ? empty : sql`AND c.project_id = ${projectId}`}
        ${projectSlug === undefined ? empty : sql`AND p.slug = ${projectSlug}`}
        AND ${containing(['c.title'], search)}
      ORDER BY c.id DESC LIMIT ${limit + 1}`);
  }

  /** By its id, or by its slug and that of its project. */
  async campaign(by: { id: string } | { slug: string; projectSlug: string }): Promise<PublicCampaignRow> {
    return found(
      await this.database.row<PublicCampaignRow>(sql`
        ${PUBLIC_CAMPAIGN}
        WHERE p.status = 'active' AND c.status IN ('active', 'ended')
          AND ${'id' in by ? sql`c.id = ${by.id}` : sql`c.slug = ${by.slug} AND p.slug = ${by.projectSlug}`}`),
    );
  }

  /** Sums of campaigns, in the order of the ids. @param userId undefined: without progress */
  campaignSums(campaignIds: readonly string[], userId: string | undefined): Promise<CampaignSums[]> {
    const progress =
      userId === undefined
        ? sql`NULL::json`
        : sql`json_build_object('quests', (
            SELECT count(DISTINCT s.quest_id) FROM submission s JOIN quest q ON q.id = s.quest_id
            WHERE s.user_id = ${userId} AND s.campaign_id = c.id AND s.status = 'claimed' AND q.status = 'active'
          ), 'points', coalesce(own.points, 0)::text, 'xp', coalesce(own.xp, 0)::text)`;
    return this.database.rows<CampaignSums>(sql`
      SELECT c.id, quests.count AS quest_count, quests.points AS quest_points, coalesce(t.participants, 0) AS participants,
        ${progress} AS progress
      FROM unnest(${campaignIds}::uuid[]) WITH ORDINALITY AS c (id, place)
      CROSS JOIN LATERAL (
        SELECT count(*)::integer, coalesce(sum(points), 0)::text AS points FROM quest
        WHERE campaign_id = c.id AND status = 'active'
      ) quests
      LEFT JOIN campaign_tally t ON t.campaign_id = c.id
      LEFT JOIN standing own ON own.scope_id = c.id AND own.user_id = ${userId ?? null}
      ORDER BY c.place`);
  }

  /** Newest campaign first, then by position and id; one row more than the page. */
  async quests(on: Queries, { limit, cursor, ...filter }: PageRequest & QuestFilter): Promise<PublicQuestRow[]> {
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
    conditions.push(containing(['q.title'], search));
    if (after !== undefined) {
      const [inCampaign, position, id] = after;
      conditions.push(sql`(q.campaign_id < ${inCampaign}
        OR (q.campaign_id = ${inCampaign} AND (q.position, q.id) > (${position}, ${id}::uuid)))`);
    }
    return on.rows<PublicQuestRow>(sql`
      ${PUBLIC_QUEST} JOIN project p ON p.id = q.project_id WHERE ${join(conditions, ' AND ')}
      ORDER BY q.campaign_id DESC, q.position, q.id LIMIT ${limit + 1}`);
  }

  /** The first quests of the newest campaigns of each project, in rotation; one row more than the page. */
  async questsOfAll(
    on: Queries,
    { limit, cursor, taskTypeIds, search }: PageRequest & Pick<QuestFilter, 'taskTypeIds' | 'search'>,
  ): Promise<Rotated<PublicQuestRow>[]> {
    const after = decodeCursor(cursor, ['text', 'uuid', 'uuid', 'int32', 'uuid']);
    const [start = await startOfToday(this.database.quick), lastProjectId, lastCampaignId, lastPosition, lastId] =
      after ?? [];
    const isAfter =
      after === undefined
        ? empty
        : sql`AND (p.id <> ${lastProjectId} OR q.campaign_id < ${lastCampaignId}
            OR (q.campaign_id = ${lastCampaignId} AND (q.position, q.id) > (${lastPosition}, ${lastId}::uuid)))`;
    return inRotation({ start, lastProjectId, limit: limit + 1 }, (condition, most) =>
      on.rows<Rotated<PublicQuestRow>>(sql`
        SELECT q.*, ${start}::text AS start FROM project p CROSS JOIN LATERAL (
          ${PUBLIC_QUEST}
          WHERE c.project_id = p.id AND c.status IN ('active', 'ended') AND q.status = 'active'
            ${taskTypeIds === undefined ? empty : sql`AND q.task_type_id = ANY(${taskTypeIds}::text[])`}
            AND ${containing(['q.title'], search)}
          ORDER BY q.campaign_id DESC, q.position, q.id LIMIT ${ENTRIES_PER_PROJECT}
        ) q
        WHERE p.status = 'active' AND ${condition} ${isAfter}
        ORDER BY ${PLACE}, q.campaign_id DESC, q.position, q.id LIMIT ${most}`),
    );
  }

  /** Facts of one earner on any number of quests, in one statement. */
  earnerFacts(on: Queries, userId: string, questIds: readonly string[]): Promise<EarnerFacts[]> {
    // PostgreSQL assumes ten items in an array of unknown length; with one id it would plan each time anew.
    const these = questIds.length === 1 ? sql`q.id = ${questIds[0]}` : sql`q.id = ANY(${questIds}::uuid[])`;
    return on.rows<EarnerFacts>(sql`
      SELECT q.id AS quest_id, now() AS now,
        EXISTS (SELECT 1 FROM project_member m WHERE m.project_id = q.project_id AND m.user_id = ${userId}) AS is_member,
        EXISTS (SELECT 1 FROM earner e WHERE e.user_id = ${userId} AND e.status = 'suspended') AS is_suspended,
        (
          SELECT coalesce(jsonb_agg(
            jsonb_build_object('id', n.id, 'title', CASE WHEN n.status <> 'draft' THEN n.title END) ORDER BY needed.place
          ), '[]')
          FROM unnest(q.prerequisites) WITH ORDINALITY AS needed (id, place) JOIN quest n ON n.id = needed.id
          WHERE NOT EXISTS (
            SELECT 1 FROM submission s
            WHERE s.quest_id = needed.id AND s.user_id = ${userId} AND s.status = 'claimed')
          AND NOT EXISTS (
            SELECT FROM ${formerCompletions(userId)} AND f.quest_id = needed.id AND f.status = 'claimed')
        ) AS missing_prerequisites,
        ${formerPeriodKey(userId)} AS former_period_key,
        latest.submission AS latest
      FROM quest q
      LEFT JOIN LATERAL (
        SELECT json_build_object('id', s.id, 'status', s.status, 'reason', s.reason, 'nextTryAt', s.next_try_at,
          'proofUntil', s.proof_until,
          'periodKey', s.period_key, 'pointsAwarded', s.points_awarded, 'xpAwarded', s.xp_awarded,
          'createdAt', s.created_at, 'updatedAt', s.updated_at, 'claimedAt', s.claimed_at) AS submission
        FROM submission s
        WHERE s.quest_id = q.id AND s.user_id = ${userId}
          AND length(s.period_key) = ${periodKeyLength}
        ORDER BY s.period_key DESC LIMIT 1) latest ON true
      WHERE ${these}`);
  }
}
