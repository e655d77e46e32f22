import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf } from '@questp/messages/language';
import {
  CAMPAIGN_STATUSES,
  QUEST_STATUSES,
  type CampaignOrder,
  type CampaignTotals,
  type listCampaigns,
  type ProjectTotals,
} from '@questp/messages/quests';
import { SUBMISSION_STATUSES } from '@questp/messages/shared';
import {
  assignments,
  Database,
  byText,
  columns,
  empty,
  insertInto,
  isForeignKeyViolation,
  isUniqueViolation,
  newId,
  raw,
  sorted,
  sql,
  found,
  type Sort,
  type Sorted,
  type Sql,
  type Tx,
} from '@questp/postgres';
import { changed } from '../../shared/changed.js';
import { containing } from '../../shared/search.js';
import { COUNTS_AS_PARTICIPANT } from '../../ledger/submissions/takers.js';
import { SET_BY_TEAM } from '../quest-members.js';
import { CAMPAIGN_COLUMNS, type CampaignRow, type NewCampaign } from './campaign.js';
import { campaignLock, questsLock } from '../../shared/campaign-locks.js';

/**
 * True for an active campaign `c` that was activated before its start, has started within the last day, and whose start
 * is not recorded yet.
 */
const STARTS = sql`
  c.status = 'active' AND c.starts_at > c.activated_at AND c.starts_at BETWEEN now() - interval '1 day' AND now()
  AND NOT EXISTS (
    SELECT FROM project_audit_log l
    WHERE l.project_id = c.project_id AND l.subject_id = c.id::text AND l.action = 'campaign.started'
      AND l.at >= c.activated_at)`;

/** Members that a copy of the campaign does not take over; prerequisites are mapped to the copied quests. */
const NOT_COPIED: readonly string[] = ['prerequisites', 'startsAt', 'endsAt'];
const COPIED = ['projectId', ...SET_BY_TEAM.filter((name) => !NOT_COPIED.includes(name))];

/** A campaign and the database clock, read while the campaign was locked. */
export type LockedCampaign = CampaignRow & { now: Date };

const SORTS: Record<CampaignOrder, Sort> = {
  newest: { direction: 'DESC', by: { id: 'uuid' } },
  oldest: { direction: 'ASC', by: { id: 'uuid' } },
  title: { direction: 'ASC', by: { [byText('title')]: 'text', id: 'uuid' } },
};

@Injectable()
export class CampaignsRepository {
  constructor(private readonly database: Database) {}

  /** SLUG_TAKEN */
  async insert(tx: Tx, projectId: string, campaign: NewCampaign): Promise<CampaignRow> {
    const row = { id: newId(), projectId, ...campaign };
    return tx
      .row<CampaignRow>(sql`${insertInto('campaign', row)} RETURNING ${columns(CAMPAIGN_COLUMNS)}`)
      .then(found, refuseTakenSlug);
  }

  /** Locks the campaign for a change of its quests: no other such change until the transaction ends. NOT_FOUND */
  async lockQuests(tx: Tx, projectId: string, campaignId: string): Promise<CampaignRow> {
    await tx.execute(sql`SELECT ${questsLock(sql`${campaignId}`)}`);
    return found(
      await tx.row<CampaignRow>(sql`
        SELECT ${columns(CAMPAIGN_COLUMNS)} FROM campaign WHERE id = ${campaignId} AND project_id = ${projectId}`),
    );
  }

  /** Prevents credits in the campaign until the transaction ends. Call it after lockQuests. */
  async lockCredits(tx: Tx, campaignId: string): Promise<void> {
    await tx.execute(sql`SELECT ${campaignLock(sql`${campaignId}`)}`);
  }

  /**
   * Locks the campaign for a change of itself: neither it nor its quests change until the transaction ends. `now` is
   * not before the time of any credit that was made: credits may have begun after this transaction did. NOT_FOUND
   */
  async lock(tx: Tx, projectId: string, campaignId: string): Promise<LockedCampaign> {
    await tx.execute(sql`SELECT ${questsLock(sql`${campaignId}`)}, ${campaignLock(sql`${campaignId}`)}`);
    return found(
      await tx.row<LockedCampaign>(sql`
        SELECT ${columns(CAMPAIGN_COLUMNS)}, clock_timestamp() AS now FROM campaign
        WHERE id = ${campaignId} AND project_id = ${projectId}
        FOR NO KEY UPDATE`),
    );
  }

  /** Writes every column that a team or a transition changes. SLUG_TAKEN */
  async update(tx: Tx, campaign: CampaignRow): Promise<CampaignRow> {
    return tx
      .row<CampaignRow>(
        sql`
          UPDATE campaign SET ${assignments(changed(campaign))} WHERE id = ${campaign.id} RETURNING ${columns(CAMPAIGN_COLUMNS)}`,
      )
      .then(found, refuseTakenSlug);
  }

  /** Ids of active campaigns that are past their end, the most overdue first. */
  async due(limit: number): Promise<string[]> {
    const rows = await this.database.rows<Pick<CampaignRow, 'id'>>(
      sql`SELECT id FROM campaign WHERE status = 'active' AND ends_at <= now() ORDER BY ends_at LIMIT ${limit}`,
    );
    return rows.map(({ id }) => id);
  }

  /** Ends a campaign past its end; undefined: already ended by another replica or the team. */
  async endIfDue(tx: Tx, campaignId: string): Promise<Pick<CampaignRow, 'projectId' | 'title'> | undefined> {
    await tx.execute(sql`SELECT ${campaignLock(sql`${campaignId}`)}`);
    return tx.row(sql`
      UPDATE campaign SET status = 'ended', ended_at = ends_at, updated_at = now()
      WHERE id = ${campaignId} AND status = 'active' AND ends_at <= now()
      RETURNING project_id, title`);
  }

  /** Ids of campaigns whose start has not been recorded yet, the most overdue first. */
  async starting(limit: number): Promise<string[]> {
    const rows = await this.database.rows<Pick<CampaignRow, 'id'>>(
      sql`SELECT c.id FROM campaign c WHERE ${STARTS} ORDER BY c.starts_at LIMIT ${limit}`,
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Locks a campaign whose start this transaction records; undefined if another replica recorded it first, or the team
   * changed it.
   */
  async lockStarting(tx: Tx, campaignId: string): Promise<CampaignRow | undefined> {
    await tx.execute(sql`SELECT ${campaignLock(sql`${campaignId}`)}`);
    return tx.row<CampaignRow>(
      sql`SELECT ${columns(CAMPAIGN_COLUMNS, 'c')} FROM campaign c WHERE c.id = ${campaignId} AND ${STARTS}`,
    );
  }

  async hasBudget(tx: Tx, campaignId: string, budgetUsd: string): Promise<boolean> {
    const campaign = await tx.row(
      sql`SELECT FROM campaign WHERE id = ${campaignId} AND coalesce(check_budget_usd, ${budgetUsd}::numeric) = ${budgetUsd}::numeric`,
    );
    return campaign !== undefined;
  }

  async hasActiveQuest(tx: Tx, campaignId: string): Promise<boolean> {
    const quest = await tx.row(
      sql`SELECT 1 FROM quest WHERE campaign_id = ${campaignId} AND status = 'active' LIMIT 1`,
    );
    return quest !== undefined;
  }

  /** True if the campaign has a participant. */
  async hasTakers(tx: Tx, campaignId: string): Promise<boolean> {
    const taker = await tx.row(
      sql`SELECT FROM submission WHERE campaign_id = ${campaignId} AND ${COUNTS_AS_PARTICIPANT} LIMIT 1`,
    );
    return taker !== undefined;
  }

  /** Copies the unarchived quests into another campaign, as drafts without times. */
  async copyQuests(tx: Tx, fromCampaignId: string, toCampaignId: string): Promise<number> {
    const quests = await tx.rows<{ id: string }>(
      sql`SELECT id FROM quest WHERE campaign_id = ${fromCampaignId} AND status <> 'archived'`,
    );
    const ids = quests.map(({ id }) => id);
    return tx.execute(sql`
      WITH copy AS (
        SELECT * FROM unnest(${ids}::uuid[], ${ids.map(() => newId())}::uuid[]) AS c (source_id, id)
      )
      INSERT INTO quest (id, campaign_id, prerequisites, ${columns(COPIED)})
      SELECT c.id, ${toCampaignId}::uuid,
        ARRAY(
          SELECT n.id FROM unnest(q.prerequisites) WITH ORDINALITY AS needed (id, place)
          JOIN copy n ON n.source_id = needed.id ORDER BY needed.place
        ),
        ${columns(COPIED, 'q')}
      FROM quest q JOIN copy c ON c.source_id = q.id`);
  }

  /** Deletes the campaign with its quests. HAS_PARTICIPANTS if rows of an earner refer to one. */
  async delete(tx: Tx, campaignId: string): Promise<void> {
    try {
      await tx.execute(sql`DELETE FROM quest WHERE campaign_id = ${campaignId}`);
      await tx.execute(sql`DELETE FROM campaign WHERE id = ${campaignId}`);
    } catch (error) {
      throw isForeignKeyViolation(error) ? new AppError('HAS_PARTICIPANTS') : error;
    }
  }

  async get(projectId: string, campaignId: string): Promise<CampaignRow> {
    return found(
      await this.database.row<CampaignRow>(
        sql`
        SELECT ${columns(CAMPAIGN_COLUMNS)} FROM campaign WHERE id = ${campaignId} AND project_id = ${projectId}`,
      ),
    );
  }

  /** One row more than the page. */
  list(request: RequestOf<typeof listCampaigns>): Promise<Sorted<CampaignRow>[]> {
    const { projectId, status, search, order, limit, cursor } = request;
    const { sortKey, isAfter, orderBy } = sorted(SORTS, order, cursor);
    return this.database.rows<Sorted<CampaignRow>>(sql`
      SELECT ${columns(CAMPAIGN_COLUMNS)}, ${sortKey} FROM campaign
      WHERE project_id = ${projectId} AND ${isAfter} AND ${containing(['title', 'slug'], search)}
        ${status === undefined ? empty : sql`AND status = ANY(${status}::text[])`}
      ORDER BY ${orderBy} LIMIT ${limit + 1}`);
  }

  /** Of all campaigns of a project; one statement, so that every number is of the same moment. */
  async projectTotals(projectId: string): Promise<ProjectTotals> {
    const ofProject = sql`project_id = ${projectId}`;
    const counted = (table: string, statuses: readonly string[], condition: Sql) => sql`(
      SELECT jsonb_object_agg(known.status, coalesce(c.n, 0))
      FROM unnest(${statuses}::text[]) AS known (status)
      LEFT JOIN (SELECT status, count(*) AS n FROM ${raw(table)} WHERE ${condition} GROUP BY status) c USING (status))`;
    // By campaign, since the index of the submissions begins with it.
    const inCampaigns = sql`campaign_id IN (SELECT id FROM campaign WHERE ${ofProject})`;
    return found(
      await this.database.row<ProjectTotals>(sql`
        SELECT ${counted('campaign', CAMPAIGN_STATUSES, ofProject)} AS campaigns,
          ${counted('quest', QUEST_STATUSES, inCampaigns)} AS quests,
          ${counted('submission', SUBMISSION_STATUSES, inCampaigns)} AS submissions,
          s.earners, s.completions, s.points, s.xp
        FROM (
          SELECT count(*) FILTER (WHERE completions > 0)::integer AS earners,
            coalesce(sum(completions), 0)::integer AS completions,
            coalesce(sum(points), 0)::text AS points, coalesce(sum(xp), 0)::text AS xp
          FROM standing WHERE scope_id = ${projectId}
        ) s`),
    );
  }

  /** One statement, so that every number is of the same moment. */
  async totals(campaignId: string): Promise<CampaignTotals> {
    return found(
      await this.database.row<CampaignTotals>(sql`
        SELECT s.participants,
          jsonb_build_object('pending', s.pending, 'in_review', s.in_review, 'claimed', s.claimed,
            'rejected', s.rejected, 'reversed', s.reversed) AS submissions,
          l.points AS points_ledger, st.points AS points_standings, l.xp
        FROM
          (SELECT count(DISTINCT user_id)::int AS participants,
            count(*) FILTER (WHERE status = 'pending') AS pending,
            count(*) FILTER (WHERE status = 'in_review') AS in_review,
            count(*) FILTER (WHERE status = 'claimed') AS claimed,
            count(*) FILTER (WHERE status = 'rejected') AS rejected,
            count(*) FILTER (WHERE status = 'reversed') AS reversed
          FROM submission WHERE campaign_id = ${campaignId}) s,
          (SELECT coalesce(sum(points), 0)::text AS points, coalesce(sum(xp), 0)::text AS xp
          FROM points_ledger WHERE campaign_id = ${campaignId}) l,
          (SELECT coalesce(sum(points), 0)::text AS points FROM standing WHERE scope_id = ${campaignId}) st`),
    );
  }
}

function refuseTakenSlug(error: unknown): never {
  throw isUniqueViolation(error, 'campaign_slug_key') ? new AppError('SLUG_TAKEN') : error;
}
