import type {
  PayoutObjection,
  PayoutPlan,
  PayoutPlanKind,
  PayoutPlanStatus,
  PayoutPool,
} from '@questp/messages/escrow';
import { columns, iso, namesOf, sql, type Sql } from '@questp/postgres';

/** The terms of the pool for which a plan was made. */
export interface PlanPool extends PayoutPool {
  /** Maximum per earner that the team set; null: none, or in automatic mode. */
  maxPayout: string | null;
}

/** A row of the table `payout_plan`. Numbers beyond 2^53 are text. */
export interface StoredPlan {
  id: string;
  campaignId: string;
  projectId: string;
  version: number;
  kind: PayoutPlanKind;
  status: PayoutPlanStatus;
  requestedBy: string | null;
  requestedAt: Date;
  listOf: string | null;
  plannedAt: Date | null;
  asOf: Date | null;
  listReadAt: Date | null;
  pool: PlanPool | null;
  total: string | null;
  fee: string | null;
  leftover: string | null;
  isExact: boolean | null;
  earners: number | null;
  entries: number | null;
  ledgerCredits: string | null;
  ledgerPosition: string | null;
  listSha256: Buffer | null;
  allocationSha256: Buffer | null;
  approvedBy: string | null;
  approvedAt: Date | null;
  /** When its allocation was first read as finalized. */
  finalizedAt: Date | null;
  /** When its escrow was first read as cancelled or expired. */
  voidedAt: Date | null;
}

/** A plan with the schedule of its campaign; null before the campaign has ended. */
export interface PlanRow extends StoredPlan {
  freezesAt: Date | null;
  approvesAt: Date | null;
  commitDeadline: Date | null;
  /** Null: no operator moved the freeze. */
  freezeMovedAt: Date | null;
  objection: PayoutObjection | null;
}

const PLAN_COLUMNS = namesOf<keyof StoredPlan>({
  id: true,
  campaignId: true,
  projectId: true,
  version: true,
  kind: true,
  status: true,
  requestedBy: true,
  requestedAt: true,
  listOf: true,
  plannedAt: true,
  asOf: true,
  listReadAt: true,
  pool: true,
  total: true,
  fee: true,
  leftover: true,
  isExact: true,
  earners: true,
  entries: true,
  ledgerCredits: true,
  ledgerPosition: true,
  listSha256: true,
  allocationSha256: true,
  approvedBy: true,
  approvedAt: true,
  finalizedAt: true,
  voidedAt: true,
});

/** SELECT of plans, to which a condition is added. */
export const PLANS: Sql = sql`
  SELECT ${columns(PLAN_COLUMNS, 'p')}, t.freezes_at, t.approves_at, t.commit_deadline, t.freeze_moved_at, (
    SELECT jsonb_build_object('id', o.id, 'reason', o.reason, 'submissionIds', o.submission_ids,
      'objectedBy', o.objected_by, 'objectedAt', o.objected_at, 'state', o.state, 'decidedAt', o.decided_at,
      'decisionReason', CASE WHEN o.confirmed_by IS NOT NULL THEN o.proposed_reason END)
    FROM payout_objection o WHERE o.plan_id = p.id
  ) AS objection
  FROM payout_plan p LEFT JOIN LATERAL (
    SELECT freezes_at, approves_at, commit_deadline, freeze_moved_at FROM payout_schedule s
    WHERE s.campaign_id = p.campaign_id ORDER BY attempt DESC LIMIT 1
  ) t ON true`;

export function toPlan(plan: PlanRow): PayoutPlan {
  const {
    pool,
    projectId: _projectId,
    listOf: _listOf,
    listReadAt,
    freezesAt,
    approvesAt,
    freezeMovedAt,
    objection,
    ...row
  } = plan;
  return {
    ...row,
    requestedAt: row.requestedAt.toISOString(),
    plannedAt: iso(row.plannedAt),
    asOf: iso(row.asOf),
    listReadAt: iso(listReadAt),
    pool: pool && toPool(pool),
    ledgerCredits: row.ledgerCredits === null ? null : Number(row.ledgerCredits),
    listSha256: row.listSha256?.toString('hex') ?? null,
    allocationSha256: row.allocationSha256?.toString('hex') ?? null,
    approvedAt: iso(row.approvedAt),
    finalizedAt: iso(row.finalizedAt),
    voidedAt: iso(row.voidedAt),
    reviewUntil: iso(freezesAt),
    reviewMovedAt: iso(freezeMovedAt),
    objectUntil: iso(approvesAt),
    autoApproveAt: iso(approvesAt),
    commitDeadline: iso(row.commitDeadline),
    objection: objection && {
      ...objection,
      objectedAt: iso(new Date(objection.objectedAt)),
      decidedAt: objection.decidedAt && iso(new Date(objection.decidedAt)),
    },
  };
}

const toPool = ({ maxPayout: _maxPayout, ...pool }: PlanPool): PayoutPool => pool;
