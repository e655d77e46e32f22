import { Inject, Injectable } from '@nestjs/common';
import { AppError, type CampaignStatus, type CampaignTotals, type PageRequest } from '@questp/messages';
import {
  assignments,
  Database,
  decodeCursor,
  insertInto,
  isUniqueViolation,
  newId,
  sql,
  type Tx,
} from '@questp/postgres';
import { PRISMA, type Prisma } from '../platform/prisma.js';
import { changed } from '../studio/changed.js';
import { found } from '../studio/found.js';
import type { CampaignRow, NewCampaign } from './campaign.js';
import { campaignLock, questsLock } from './campaign-locks.js';

/** A campaign and the database clock. */
export type LockedCampaign = CampaignRow & { now: Date };

@Injectable()
export class CampaignsRepository {
  constructor(
    private readonly db: Database,
    @Inject(PRISMA) private readonly prisma: Prisma,
  ) {}

  /** SLUG_TAKEN */
  async insert(tx: Tx, projectId: string, campaign: NewCampaign): Promise<CampaignRow> {
    const row = { id: newId(), projectId, ...campaign };
    return tx.row<CampaignRow>(sql`${insertInto('campaign', row)} RETURNING *`).then(found, refuseTakenSlug);
  }

  /** The campaign, for a change of its quests: until the transaction ends there is no other such change. NOT_FOUND */
  async lockQuests(tx: Tx, projectId: string, campaignId: string): Promise<CampaignRow> {
    await tx.execute(sql`SELECT ${questsLock(sql`${campaignId}`)}`);
    return found(
      await tx.row<CampaignRow>(sql`SELECT * FROM campaign WHERE id = ${campaignId} AND project_id = ${projectId}`),
    );
  }

  /** Until the transaction ends nobody is credited in the campaign. After lockQuests. */
  async lockCredits(tx: Tx, campaignId: string): Promise<void> {
    await tx.execute(sql`SELECT ${campaignLock(sql`${campaignId}`)}`);
  }

  /** The campaign, for a change of itself: until the transaction ends nothing changes it or its quests. NOT_FOUND */
  async lock(tx: Tx, projectId: string, campaignId: string): Promise<LockedCampaign> {
    await tx.execute(sql`SELECT ${questsLock(sql`${campaignId}`)}, ${campaignLock(sql`${campaignId}`)}`);
    return found(
      await tx.row<LockedCampaign>(sql`
        SELECT *, now() AS now FROM campaign WHERE id = ${campaignId} AND project_id = ${projectId}
        FOR NO KEY UPDATE`),
    );
  }

  /** Writes every column a team or a step changes. SLUG_TAKEN */
  async update(tx: Tx, campaign: CampaignRow): Promise<CampaignRow> {
    return tx
      .row<CampaignRow>(
        sql`UPDATE campaign SET ${assignments(changed(campaign))} WHERE id = ${campaign.id} RETURNING *`,
      )
      .then(found, refuseTakenSlug);
  }

  /** Ids of active campaigns that are past their end, the most overdue first. */
  async due(limit: number): Promise<string[]> {
    const rows = await this.db.rows<{ id: string }>(
      sql`SELECT id FROM campaign WHERE status = 'active' AND ends_at <= now() ORDER BY ends_at LIMIT ${limit}`,
    );
    return rows.map(({ id }) => id);
  }

  /** Ends a campaign at its end; undefined when another replica or its team was faster. */
  async endIfDue(tx: Tx, campaignId: string): Promise<Pick<CampaignRow, 'projectId'> | undefined> {
    await tx.execute(sql`SELECT ${campaignLock(sql`${campaignId}`)}`);
    return tx.row(sql`
      UPDATE campaign SET status = 'ended', ended_at = ends_at, updated_at = now()
      WHERE id = ${campaignId} AND status = 'active' AND ends_at <= now()
      RETURNING project_id`);
  }

  async hasActiveQuest(tx: Tx, campaignId: string): Promise<boolean> {
    const quest = await tx.row(
      sql`SELECT 1 FROM quest WHERE campaign_id = ${campaignId} AND status = 'active' LIMIT 1`,
    );
    return quest !== undefined;
  }

  async get(projectId: string, campaignId: string): Promise<CampaignRow> {
    return found(await this.prisma.campaign.findFirst({ where: { id: campaignId, projectId } })) as CampaignRow;
  }

  /** Newest first, one row more than the page. */
  async list(request: PageRequest & { projectId: string; status?: CampaignStatus }): Promise<CampaignRow[]> {
    const { projectId, status, limit, cursor } = request;
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    const rows = await this.prisma.campaign.findMany({
      where: { projectId, status, id: { lt: before } },
      orderBy: { id: 'desc' },
      take: limit + 1,
    });
    return rows as CampaignRow[];
  }

  /** One statement, so that every number is of the same moment. */
  async totals(campaignId: string): Promise<CampaignTotals> {
    return found(
      await this.db.row<CampaignTotals>(sql`
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
