import { Injectable } from '@nestjs/common';
import { getPayoutPlan, listPayoutPlans, type PayoutPlan, type PayoutPlanKind } from '@questp/messages/escrow';
import type { Page, RequestOf } from '@questp/messages/language';
import {
  assignments,
  columns,
  Database,
  decodeCursor,
  found,
  insertInto,
  join,
  newId,
  sql,
  toPage,
  type Tx,
} from '@questp/postgres';
import { Rpc } from '@questp/service';
import { PLAN_COLUMNS, toPlan, type PlanRow } from './plan-row.js';

export interface NewPlan {
  campaignId: string;
  projectId: string;
  kind: PayoutPlanKind;
  /** Null: the platform. */
  requestedBy: string | null;
  /** The plan whose list it keeps. */
  listOf: string | null;
}

@Injectable()
export class PayoutPlansRepository {
  constructor(private readonly db: Database) {}

  /** Plans of a campaign change one after the other. */
  async lock(tx: Tx, campaignId: string): Promise<void> {
    await tx.execute(sql`SELECT exclusive_lock('payout plans of ' || ${campaignId}::text)`);
  }

  /** Call it while the campaign is locked. */
  async request(tx: Tx, { campaignId, ...plan }: NewPlan): Promise<PlanRow> {
    const version = sql`(SELECT coalesce(max(version), 0) + 1 FROM payout_plan WHERE campaign_id = ${campaignId})`;
    return found(
      await tx.row<PlanRow>(sql`
        ${insertInto('payout_plan', { id: newId(), campaignId, status: 'requested', version, ...plan })} RETURNING ${columns(PLAN_COLUMNS)}`),
    );
  }

  /** Of all campaigns, the one that waits longest first. */
  allRequested(): Promise<Pick<PlanRow, 'id'>[]> {
    return this.db.rows(sql`SELECT id FROM payout_plan WHERE status = 'requested' ORDER BY requested_at LIMIT 100`);
  }

  /** Undefined: another replica makes it. */
  claim(tx: Tx, id: string): Promise<PlanRow | undefined> {
    return tx.row(sql`
      SELECT ${columns(PLAN_COLUMNS)} FROM payout_plan WHERE id = ${id} AND status = 'requested' FOR UPDATE SKIP LOCKED`);
  }

  async byId(tx: Tx, id: string): Promise<PlanRow> {
    return found(await tx.row<PlanRow>(sql`SELECT ${columns(PLAN_COLUMNS)} FROM payout_plan WHERE id = ${id}`));
  }

  /** A new plan takes the place of the current one. */
  async supersede(tx: Tx, campaignId: string): Promise<void> {
    await tx.execute(sql`
      UPDATE payout_plan SET status = 'superseded' WHERE campaign_id = ${campaignId} AND status IN ('ready', 'approved')`);
  }

  /** Deletes superseded previews: those of the platform, and the oldest of the team. */
  async dropPreviews(tx: Tx, campaignId: string, kept: number): Promise<void> {
    await tx.execute(sql`
      DELETE FROM payout_plan WHERE id IN (
        SELECT id FROM (
          SELECT id, requested_by, row_number() OVER (PARTITION BY requested_by IS NULL ORDER BY version DESC) AS place
          FROM payout_plan WHERE campaign_id = ${campaignId} AND kind = 'preview' AND status = 'superseded'
        ) old
        WHERE requested_by IS NULL OR place > ${kept})`);
  }

  /** The plan that is being made. */
  requested(tx: Tx, campaignId: string): Promise<PlanRow | undefined> {
    return tx.row(
      sql`SELECT ${columns(PLAN_COLUMNS)} FROM payout_plan WHERE campaign_id = ${campaignId} AND status = 'requested'`,
    );
  }

  /** The plan that payouts follow, or would follow. */
  current(tx: Tx, campaignId: string): Promise<PlanRow | undefined> {
    return tx.row(
      sql`SELECT ${columns(PLAN_COLUMNS)} FROM payout_plan WHERE campaign_id = ${campaignId} AND status IN ('ready', 'approved')`,
    );
  }

  /** Its earners are notified from then on. */
  async approve(tx: Tx, id: string, userId: string): Promise<PlanRow> {
    await tx.execute(sql`INSERT INTO payout_announcement (plan_id) VALUES (${id})`);
    return found(
      await tx.row<PlanRow>(sql`
        UPDATE payout_plan SET status = 'approved', approved_by = ${userId}, approved_at = now()
        WHERE id = ${id} RETURNING ${columns(PLAN_COLUMNS)}`),
    );
  }

  async update(tx: Tx, id: string, changes: Partial<PlanRow>): Promise<PlanRow> {
    return found(
      await tx.row<PlanRow>(
        sql`UPDATE payout_plan SET ${assignments(changes)} WHERE id = ${id} RETURNING ${columns(PLAN_COLUMNS)}`,
      ),
    );
  }

  /** NOT_FOUND */
  @Rpc(getPayoutPlan)
  async get({ projectId, campaignId, planId }: RequestOf<typeof getPayoutPlan>): Promise<PayoutPlan> {
    return toPlan(
      found(
        await this.db.row<PlanRow>(sql`
          SELECT ${columns(PLAN_COLUMNS)} FROM payout_plan
          WHERE id = ${planId} AND campaign_id = ${campaignId} AND project_id = ${projectId}`),
      ),
    );
  }

  /** Latest first. NOT_FOUND for a campaign of another project. */
  @Rpc(listPayoutPlans)
  async list(request: RequestOf<typeof listPayoutPlans>): Promise<Page<PayoutPlan>> {
    const { projectId, campaignId, kind, limit, cursor } = request;
    found(
      await this.db.row(sql`
        SELECT FROM quests.published_campaign_v2 WHERE id = ${campaignId} AND project_id = ${projectId}`),
    );
    const [before] = decodeCursor(cursor, ['int32']) ?? [];
    const conditions = [
      [sql`campaign_id = ${campaignId}`],
      kind === undefined ? [] : [sql`kind = ${kind}`],
      before === undefined ? [] : [sql`version < ${before}`],
    ].flat();
    const rows = await this.db.rows<PlanRow>(sql`
      SELECT ${columns(PLAN_COLUMNS)} FROM payout_plan WHERE ${join(conditions, ' AND ')} ORDER BY version DESC LIMIT ${limit + 1}`);
    return toPage(rows, limit, ({ version }) => [version], toPlan);
  }
}
