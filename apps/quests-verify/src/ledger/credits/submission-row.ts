import type { Completion, Credit, SubmissionStatus, VerificationMethod } from '@questp/messages';
import type { JsonObject } from '../../catalog/definition/json-schema.js';

/** A row of the table `submission`. */
export interface SubmissionRow {
  id: string;
  projectId: string;
  campaignId: string;
  questId: string;
  userId: string;
  periodKey: string;
  taskTypeId: string;
  method: VerificationMethod;
  status: SubmissionStatus;
  reason: string | null;
  nextTryAt: Date | null;
  inputs: JsonObject;
  pointsAwarded: number;
  xpAwarded: number;
  creditNo: number;
  reviewedBy: string | null;
  reviewedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  verifiedAt: Date | null;
  claimedAt: Date | null;
}

export interface LockedSubmission extends SubmissionRow {
  /** Its quest counts its completions against a limit. */
  questLimited: boolean;
}

/** What a verification endpoint answers with; `claimedAt` is null while a reviewer has to decide. */
export function toCompletion(row: SubmissionRow): Completion {
  return {
    submissionId: row.id,
    status: row.status,
    pointsAwarded: row.pointsAwarded,
    xpAwarded: row.xpAwarded,
    claimedAt: row.claimedAt?.toISOString() ?? null,
  };
}

/** The same for types that no reviewer sees. */
export function toCredit(row: SubmissionRow): Credit {
  const { claimedAt, ...rest } = toCompletion(row);
  if (claimedAt === null) throw new Error(`Submission ${row.id} was not credited`);
  return { ...rest, claimedAt };
}
