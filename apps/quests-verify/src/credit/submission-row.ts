import type { Completion, Credit, SubmissionSnapshot, SubmissionStatus, VerificationMethod } from '@questp/messages';
import type { JsonObject } from '../task-types/task-type.js';

/** A row of the table `submission`. */
export interface SubmissionRow {
  id: string;
  project_id: string;
  campaign_id: string;
  quest_id: string;
  user_id: string;
  period_key: string;
  task_type_id: string;
  method: VerificationMethod;
  status: SubmissionStatus;
  reason: string | null;
  next_try_at: Date | null;
  inputs: JsonObject;
  points_awarded: number;
  xp_awarded: number;
  credit_no: number;
  reviewed_by: string | null;
  reviewed_at: Date | null;
  created_at: Date;
  updated_at: Date;
  verified_at: Date | null;
  claimed_at: Date | null;
}

/** What a verification endpoint answers with; `claimedAt` is null while a reviewer has to decide. */
export function toCompletion(row: SubmissionRow): Completion {
  return {
    submissionId: row.id,
    status: row.status,
    pointsAwarded: row.points_awarded,
    xpAwarded: row.xp_awarded,
    claimedAt: row.claimed_at?.toISOString() ?? null,
  };
}

/** The same for types that no reviewer sees. */
export function toCredit(row: SubmissionRow): Credit {
  const { claimedAt, ...rest } = toCompletion(row);
  if (claimedAt === null) throw new Error(`Submission ${row.id} was not credited`);
  return { ...rest, claimedAt };
}

/** What events tell of a submission. */
export function toSnapshot(row: SubmissionRow, questTitle: string): SubmissionSnapshot {
  return {
    submissionId: row.id,
    projectId: row.project_id,
    campaignId: row.campaign_id,
    questId: row.quest_id,
    questTitle,
    userId: row.user_id,
    status: row.status,
    pointsAwarded: row.points_awarded,
    reason: row.reason,
  };
}
