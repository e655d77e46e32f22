import { Injectable } from '@nestjs/common';
import type { PayoutObjection } from '@questp/messages/escrow';
import { columns, found, newId, sql, type Tx } from '@questp/postgres';
import { OBJECTION_COLUMNS, toObjection, type ObjectionRow } from './objection-row.js';

export type NewObjection = Pick<ObjectionRow, 'planId' | 'campaignId' | 'objectedBy' | 'reason' | 'submissionIds'>;

/** An objection that was dismissed because nothing is left to decide. */
export interface ClosedObjection {
  objectionId: string;
  planId: string;
  projectId: string;
  version: number;
}

@Injectable()
export class ObjectionsRepository {
  /**
   * Whether the team can object to a plan: it is the current final one, and is approved later. The row is changed, so that a
   * transaction that approves a list by an older snapshot fails, and sees the objection when it is repeated.
   */
  async admit(tx: Tx, planId: string): Promise<boolean> {
    const admitted = await tx.execute(sql`
      UPDATE payout_plan p SET status = p.status
      FROM payout_schedule t
      WHERE p.id = ${planId} AND p.kind = 'final' AND p.status = 'ready' AND p.voided_at IS NULL
        AND t.campaign_id = p.campaign_id AND t.attempt = coalesce((p.pool ->> 'attempt')::integer, 0)
        AND p.as_of = t.freezes_at AND t.approves_at > clock_timestamp()`);
    return admitted > 0;
  }

  /** Call it while the plans of the campaign are locked. */
  async add(tx: Tx, objection: NewObjection): Promise<PayoutObjection> {
    const { planId, campaignId, objectedBy, reason, submissionIds } = objection;
    return toObjection(
      found(
        await tx.row<ObjectionRow>(sql`
          INSERT INTO payout_objection (id, plan_id, campaign_id, objected_by, reason, submission_ids)
          VALUES (${newId()}, ${planId}, ${campaignId}, ${objectedBy}, ${reason}, ${submissionIds}::uuid[])
          RETURNING ${columns(OBJECTION_COLUMNS)}`),
      ),
    );
  }

  ofPlan(tx: Tx, planId: string): Promise<ObjectionRow | undefined> {
    return tx.row(sql`SELECT ${columns(OBJECTION_COLUMNS)} FROM payout_objection WHERE plan_id = ${planId}`);
  }

  /** Whether all of the submissions are of the campaign. */
  async areOfCampaign(tx: Tx, campaignId: string, submissionIds: readonly string[]): Promise<boolean> {
    const row = await tx.row<{ count: number }>(sql`
      SELECT count(*)::integer AS count FROM quests.published_submission_v1
      WHERE id = ANY (${submissionIds}::uuid[]) AND campaign_id = ${campaignId}`);
    return row?.count === submissionIds.length;
  }

  /** Dismisses the open objections of a campaign without a decision. */
  close(tx: Tx, campaignId: string): Promise<ClosedObjection[]> {
    return tx.rows(sql`
      UPDATE payout_objection o SET state = 'dismissed', decided_at = now()
      FROM payout_plan p
      WHERE o.campaign_id = ${campaignId} AND o.state = 'open' AND p.id = o.plan_id
      RETURNING o.id AS objection_id, o.plan_id, p.project_id, p.version`);
  }
}
