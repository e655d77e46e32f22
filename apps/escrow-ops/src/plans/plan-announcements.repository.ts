import { Injectable } from '@nestjs/common';
import { sql, type Tx } from '@questp/postgres';

/** True if the announcement of an earlier plan of the same kind still holds for the earner. */
const STILL_TRUE = sql`
  old.announced IN ('interim', 'listed') AND new.amount IS NOT NULL
  OR old.announced IN ('address_missing', 'unlisted') AND new.excluded_reason = old.excluded_reason`;

@Injectable()
export class PlanAnnouncementsRepository {
  /**
   * Schedules the notification of the earners of a plan, except of what the plan before it announced already. A preview is
   * announced only after the end of the campaign.
   */
  async begin(tx: Tx, planId: string, previousId: string | null): Promise<void> {
    const begun = await tx.execute(sql`
      INSERT INTO payout_announcement (plan_id)
      SELECT id FROM payout_plan p WHERE id = ${planId} AND (
        kind = 'final' OR EXISTS (SELECT FROM payout_schedule t WHERE t.campaign_id = p.campaign_id))`);
    if (begun === 0 || previousId === null) return;
    await tx.execute(sql`
      UPDATE payout new SET announced = old.announced
      FROM payout old JOIN payout_plan o ON o.id = old.plan_id, payout_plan n
      WHERE n.id = ${planId} AND o.id = ${previousId} AND o.kind = n.kind AND new.plan_id = n.id
        AND old.user_id = new.user_id AND (${STILL_TRUE})`);
  }

  /** Schedules notifications of the changes by the approval. */
  async resume(tx: Tx, planId: string): Promise<void> {
    await tx.execute(sql`
      INSERT INTO payout_announcement (plan_id) VALUES (${planId})
      ON CONFLICT (plan_id) DO UPDATE SET due_at = now(), announced_at = now()`);
  }
}
