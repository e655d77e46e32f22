import type {
  CampaignStatus,
  QuestStatus,
  Submission,
  SubmissionStep,
  TeamSubmission,
  TeamSubmissionStep,
} from '@questp/messages/quests';
import type { Period } from '@questp/messages/shared';
import type { SubmissionStep as StoredStep } from '../../generated/prisma/client.js';
import type { Narrowed } from '../../shared/narrowed.js';
import type { SubmissionRow } from '../credits/submission-row.js';
import { toEarner, toPublicUser, type EarnerRow, type PublicUserRow } from '../../people/earners/public-user.js';
import { toEvidenceFile, type KeptFile } from './evidence-file.js';
import { toReviewedAccount, type AccountRow } from './reviewed-account.js';
import { undoUntil } from './review-rule.js';
import { availableAgainAt } from './available-again.js';

/** A submission with what its views show beside it. */
export interface SubmissionViewRow extends SubmissionRow, EarnerRow {
  questSlug: string;
  questTitle: string;
  questStatus: QuestStatus;
  questPeriod: Period;
  questEndsAt: Date | null;
  campaignStatus: CampaignStatus;
  campaignEndsAt: Date | null;
  payoutFreezesAt: Date | null;
  payoutFrozen: boolean;
  evidence: KeptFile[];
  account: AccountRow | null;
}

export type SubmissionStepRow = Narrowed<
  Pick<StoredStep, 'at' | 'status' | 'by' | 'reason' | 'inputs'>,
  Pick<SubmissionStep, 'status' | 'by' | 'inputs'>
>;

/** A step with who took it; `userId` null: no user of the platform. */
export interface TeamSubmissionStepRow
  extends SubmissionStepRow, Pick<StoredStep, 'actorId'>, Omit<PublicUserRow, 'userId'> {
  userId: string | null;
}

export function toSubmission(row: SubmissionViewRow): Submission {
  const availableAt = availableAgainAt({
    status: row.status,
    periodKey: row.periodKey,
    nextTryAt: row.nextTryAt,
    updatedAt: row.updatedAt,
    quest: { status: row.questStatus, period: row.questPeriod, endsAt: row.questEndsAt },
    campaign: { status: row.campaignStatus, endsAt: row.campaignEndsAt },
  });
  return {
    id: row.id,
    projectId: row.projectId,
    campaignId: row.campaignId,
    questId: row.questId,
    questSlug: row.questSlug,
    questTitle: row.questTitle,
    taskTypeId: row.taskTypeId,
    method: row.method,
    status: row.status,
    reason: row.reason,
    nextTryAt: row.nextTryAt?.toISOString() ?? null,
    proofUntil: row.proofUntil?.toISOString() ?? null,
    availableAt: availableAt?.toISOString() ?? null,
    periodKey: row.periodKey,
    pointsAwarded: row.pointsAwarded,
    xpAwarded: row.xpAwarded,
    inputs: row.inputs,
    files: row.evidence.map(toEvidenceFile),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    claimedAt: row.claimedAt?.toISOString() ?? null,
  };
}

export function toTeamSubmission(row: SubmissionViewRow): TeamSubmission {
  const decided = row.status === 'claimed' || row.status === 'rejected' ? row.reviewedAt : null;
  return {
    ...toSubmission(row),
    earner: toEarner(row),
    account: row.account === null ? null : toReviewedAccount(row.account),
    reviewedBy: row.reviewedBy,
    undoUntil: decided === null ? null : undoUntil(decided).toISOString(),
    payoutFreezesAt: row.payoutFreezesAt?.toISOString() ?? null,
    payoutFrozen: row.payoutFrozen,
  };
}

export const toStep = ({ at, status, by, reason, inputs }: SubmissionStepRow): SubmissionStep => ({
  at: at.toISOString(),
  status,
  by,
  reason,
  inputs,
});

export const toTeamStep = ({ actorId, userId, ...row }: TeamSubmissionStepRow): TeamSubmissionStep => ({
  ...toStep(row),
  actorId,
  actor: userId === null ? null : toPublicUser({ ...row, userId }),
});
