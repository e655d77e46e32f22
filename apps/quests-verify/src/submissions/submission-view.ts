import type {
  AccountStatus,
  CampaignStatus,
  Period,
  QuestStatus,
  Submission,
  SubmissionStatus,
  SubmissionStep,
  TeamSubmission,
} from '@questp/messages';
import type { SubmissionRow } from '../credit/submission-row.js';
import { undoUntil } from '../rules/review.js';
import { availableAgainAt } from './available-again.js';

/** A submission with what its views show beside it. */
export interface SubmissionViewRow extends SubmissionRow {
  questSlug: string;
  questTitle: string;
  questStatus: QuestStatus;
  questPeriod: Period;
  questEndsAt: Date | null;
  campaignStatus: CampaignStatus;
  campaignEndsAt: Date | null;
  username: string | null;
  displayName: string | null;
  accountStatus: AccountStatus;
  primaryWallet: string | null;
}

export interface SubmissionStepRow {
  at: Date;
  status: SubmissionStatus;
  by: SubmissionStep['by'];
  reason: string | null;
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
    availableAt: availableAt?.toISOString() ?? null,
    periodKey: row.periodKey,
    pointsAwarded: row.pointsAwarded,
    xpAwarded: row.xpAwarded,
    inputs: row.inputs,
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
    earner: {
      userId: row.userId,
      username: row.username,
      displayName: row.displayName,
      accountStatus: row.accountStatus,
      wallet: row.primaryWallet,
    },
    reviewedBy: row.reviewedBy,
    undoUntil: decided === null ? null : undoUntil(decided).toISOString(),
  };
}

export const toStep = ({ at, status, by, reason }: SubmissionStepRow): SubmissionStep => ({
  at: at.toISOString(),
  status,
  by,
  reason,
});
