import { Injectable } from '@nestjs/common';
import { getPayoutPlan, listPayoutPlans, type PayoutPlan, type PayoutPlanKind } from '@questp/messages/escrow';
import type { Page, RequestOf } from '@questp/messages/language';
import {
  assignments,
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
import { PLANS, toPlan, type PlanRow, type StoredPlan } from './plan-row.js';

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
  constructor(private readonly database: Database) {}

  /** Locks the plans of a campaign, which change one after the other. */
  async lock(tx: Tx, campaignId: string): Promise<void> {
    await tx.execute(sql`SELECT exclusive_lock('payout plans of ' || ${campaignId}::text)`);
  }

  /** Call it while the campaign is locked. */
  async request(tx: Tx, { campaignId, ...plan }: NewPlan): Promise<PlanRow> {
    const version = sql`(SELECT coalesce(max(version), 0) + 1 FROM payout_plan WHERE campaign_id = ${campaignId})`;
    const id = newId();
    await tx.execute(insertInto('payout_plan', { id, campaignId, status: 'requested', version, ...plan }));
    return this.byId(tx, id);
  }

  /** Requested plans of all campaigns, oldest first. */
  allRequested(): Promise<Pick<PlanRow, 'id'>[]> {
    return this.database.rows(
      sql`SELECT id FROM payout_plan WHERE status = 'requested' ORDER BY requested_at LIMIT 100`,
    );
  }

  /** Call it first in the transaction that makes a plan. */
  async beginMaking(tx: Tx): Promise<void> {
    // The lists of a plan are read page by page.
    await tx.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`);
    // A statement over 100,000 earners takes seconds, and more on a busy machine.
    await tx.execute(sql`SET LOCAL statement_timeout = '5min'`);
  }

  /** The time of the transaction, by the clock of the database. */
  async now(tx: Tx): Promise<Date> {
    return found(await tx.row<{ now: Date }>(sql`SELECT now()`)).now;
  }

  /** Undefined: another replica is making it. */
  claim(tx: Tx, id: string): Promise<PlanRow | undefined> {
    return tx.row(sql`${PLANS} WHERE p.id = ${id} AND p.status = 'requested' FOR UPDATE OF p SKIP LOCKED`);
  }

  async byId(tx: Tx, id: string): Promise<PlanRow> {
    return found(await tx.row<PlanRow>(sql`${PLANS} WHERE p.id = ${id}`));
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
    return tx.row(sql`${PLANS} WHERE p.campaign_id = ${campaignId} AND p.status = 'requested'`);
  }

  /** The plan that is being made becomes a preview: the freeze was moved. Waits until a replica has made it. */
  async unfreeze(tx: Tx, campaignId: string): Promise<void> {
    await tx.execute(sql`
      UPDATE payout_plan SET kind = 'preview', list_of = NULL
      WHERE campaign_id = ${campaignId} AND status = 'requested' AND kind = 'final'`);
  }

  /** The plan that payouts follow, or would follow. */
  current(tx: Tx, campaignId: string): Promise<PlanRow | undefined> {
    return tx.row(sql`${PLANS} WHERE p.campaign_id = ${campaignId} AND p.status IN ('ready', 'approved')`);
  }

  /** As an admin of the project. */
  async approve(tx: Tx, id: string, userId: string): Promise<void> {
    await tx.execute(sql`
      UPDATE payout_plan SET status = 'approved', approved_by = ${userId}, approved_at = now() WHERE id = ${id}`);
  }

  /**
   * Approves a plan for the platform, if it is final and has entries, and its list was read at the time of approval or
   * later. Returns whether it was approved.
   */
  async approveAsPlatform(tx: Tx, id: string): Promise<boolean> {
    const approved = await tx.execute(sql`
      UPDATE payout_plan p SET status = 'approved', approved_at = now()
      FROM payout_schedule t
      WHERE p.id = ${id} AND p.kind = 'final' AND p.status = 'ready' AND p.voided_at IS NULL AND p.entries > 0
        AND (p.is_exact OR p.pool ->> 'attempt' IS NULL)
        AND t.campaign_id = p.campaign_id AND t.attempt = coalesce((p.pool ->> 'attempt')::integer, 0)
        AND p.as_of = t.freezes_at AND p.list_read_at >= t.approves_at AND t.approves_at <= now()
        AND p.list_read_at >= coalesce(t.operators_until, '-infinity')`);
    return approved > 0;
  }

  /** True if the plan pays an account that is no longer active. */
  async paysInactive(tx: Tx, id: string): Promise<boolean> {
    const paid = await tx.row(sql`
      SELECT FROM payout r LEFT JOIN quests.published_earner_v2 e ON e.user_id = r.user_id
      WHERE r.plan_id = ${id} AND r.amount IS NOT NULL AND e.status IS DISTINCT FROM 'active' LIMIT 1`);
    return paid !== undefined;
  }

  /** Records that the list of a plan was read again, without a difference. */
  async confirmList(tx: Tx, id: string): Promise<void> {
    await tx.execute(sql`UPDATE payout_plan SET list_read_at = now() WHERE id = ${id}`);
  }

  /** Deletes a plan that equals the current one. */
  async drop(tx: Tx, id: string): Promise<void> {
    await tx.execute(sql`DELETE FROM payout_plan WHERE id = ${id}`);
  }

  async update(tx: Tx, id: string, changes: Partial<StoredPlan>): Promise<void> {
    await tx.execute(sql`UPDATE payout_plan SET ${assignments(changes)} WHERE id = ${id}`);
  }

  /** NOT_FOUND */
  @Rpc(getPayoutPlan)
  async get({ projectId, campaignId, planId }: RequestOf<typeof getPayoutPlan>): Promise<PayoutPlan> {
    return toPlan(
      found(
        await this.database.row<PlanRow>(sql`
          ${PLANS} WHERE p.id = ${planId} AND p.campaign_id = ${campaignId} AND p.project_id = ${projectId}`),
      ),
    );
  }

  /** Latest first. NOT_FOUND for a campaign of another project. */
  @Rpc(listPayoutPlans)
  async list(request: RequestOf<typeof listPayoutPlans>): Promise<Page<PayoutPlan>> {
    const { projectId, campaignId, kind, limit, cursor } = request;
    found(
      await this.database.row(sql`
        SELECT FROM quests.published_campaign_v2 WHERE id = ${campaignId} AND project_id = ${projectId}`),
    );
    const [before] = decodeCursor(cursor, ['int32']) ?? [];
    const conditions = [
      [sql`p.campaign_id = ${campaignId}`],
      kind === undefined ? [] : [sql`p.kind = ${kind}`],
      before === undefined ? [] : [sql`p.version < ${before}`],
    ].flat();
    const rows = await this.database.rows<PlanRow>(sql`
      ${PLANS} WHERE ${join(conditions, ' AND ')} ORDER BY p.version DESC LIMIT ${limit + 1}`);
    return toPage(rows, limit, ({ version }) => [version], toPlan);
  }
}
