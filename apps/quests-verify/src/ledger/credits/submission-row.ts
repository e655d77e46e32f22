import type { Completion, Credit, VerificationMethod } from '@questp/messages/quests';
import type { SubmissionStatus } from '@questp/messages/shared';
import { Prisma, type Submission } from '../../generated/prisma/browser.js';
import type { Narrowed } from '../../shared/narrowed.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';

/** A row of the table `submission`. */
export type SubmissionRow = Narrowed<
  Submission,
  { method: VerificationMethod; status: SubmissionStatus; inputs: JsonObject }
>;

export const SUBMISSION_COLUMNS = Object.keys(Prisma.SubmissionScalarFieldEnum);

export interface LockedSubmission extends SubmissionRow {
  /** Its quest has a limit of completions. */
  questLimited: boolean;
}

/** Response of a verification endpoint; `claimedAt` is null until a reviewer has decided. */
export function toCompletion(row: SubmissionRow): Completion {
  return {
    submissionId: row.id,
    status: row.status,
    pointsAwarded: row.pointsAwarded,
    xpAwarded: row.xpAwarded,
    claimedAt: row.claimedAt?.toISOString() ?? null,
  };
}

/** The same for types without review. */
export function toCredit(row: SubmissionRow): Credit {
  const { claimedAt, ...rest } = toCompletion(row);
  if (claimedAt === null) throw new Error(`Submission ${row.id} was not credited`);
  return { ...rest, claimedAt };
}
