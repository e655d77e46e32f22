import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { Database, found, sql, type Queries } from '@questp/postgres';
import type { PlanPool } from '../plans/plan-row.js';

/** An approved plan whose payouts the team makes. */
export interface ManualPlan {
  id: string;
  campaignId: string;
  pool: PlanPool;
  approvedAt: Date;
}

type Row = Omit<ManualPlan, 'pool' | 'approvedAt'> & {
  status: string;
  pool: PlanPool | null;
  approvedAt: Date | null;
};

@Injectable()
export class ManualPlansRepository {
  constructor(private readonly database: Database) {}

  /** NOT_FOUND, PLAN_NOT_CURRENT, POOL_NOT_MANUAL */
  async get(
    { planId, campaignId, projectId }: { planId: string; campaignId: string; projectId: string },
    reader: Pick<Queries, 'row'> = this.database,
  ): Promise<ManualPlan> {
    const { status, pool, approvedAt, ...plan } = found(
      await reader.row<Row>(sql`
        SELECT id, campaign_id, status, pool, approved_at FROM payout_plan
        WHERE id = ${planId} AND campaign_id = ${campaignId} AND project_id = ${projectId}`),
    );
    if (status !== 'approved' || pool === null || approvedAt === null) throw new AppError('PLAN_NOT_CURRENT');
    if (pool.attempt !== null) throw new AppError('POOL_NOT_MANUAL');
    return { ...plan, pool, approvedAt };
  }

  /** The pool and the approval of a plan of which payments were imported. */
  async ofImport(planId: string): Promise<Pick<ManualPlan, 'pool' | 'approvedAt'>> {
    return found(
      await this.database.row<Pick<ManualPlan, 'pool' | 'approvedAt'>>(
        sql`SELECT pool, approved_at FROM payout_plan WHERE id = ${planId}`,
      ),
    );
  }
}
