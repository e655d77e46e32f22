import type { ObjectionDecision, ObjectionState, PayoutObjection } from '@questp/messages/escrow';
import { iso, namesOf } from '@questp/postgres';

/** A row of the table `payout_objection`. */
export interface ObjectionRow {
  id: string;
  planId: string;
  campaignId: string;
  objectedBy: string;
  objectedAt: Date;
  reason: string;
  submissionIds: string[];
  state: ObjectionState;
  decidedAt: Date | null;
  proposalId: string | null;
  proposedDecision: ObjectionDecision | null;
  proposedReason: string | null;
  proposedBy: string | null;
  proposedAt: Date | null;
  /** Null although `decidedAt` is set: dismissed without a decision. */
  confirmedBy: string | null;
}

export const OBJECTION_COLUMNS = namesOf<keyof ObjectionRow>({
  id: true,
  planId: true,
  campaignId: true,
  objectedBy: true,
  objectedAt: true,
  reason: true,
  submissionIds: true,
  state: true,
  decidedAt: true,
  proposalId: true,
  proposedDecision: true,
  proposedReason: true,
  proposedBy: true,
  proposedAt: true,
  confirmedBy: true,
});

/** As the team sees it. */
export const toObjection = (row: ObjectionRow): PayoutObjection => ({
  id: row.id,
  reason: row.reason,
  submissionIds: row.submissionIds,
  objectedBy: row.objectedBy,
  objectedAt: iso(row.objectedAt),
  state: row.state,
  decisionReason: row.confirmedBy === null ? null : row.proposedReason,
  decidedAt: iso(row.decidedAt),
});
