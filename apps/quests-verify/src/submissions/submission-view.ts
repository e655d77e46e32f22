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
  quest_slug: string;
  quest_title: string;
  quest_status: QuestStatus;
  quest_period: Period;
  quest_ends_at: Date | null;
  campaign_status: CampaignStatus;
  campaign_ends_at: Date | null;
  username: string | null;
  display_name: string | null;
  account_status: AccountStatus;
  primary_wallet: string | null;
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
    periodKey: row.period_key,
    nextTryAt: row.next_try_at,
    updatedAt: row.updated_at,
    quest: { status: row.quest_status, period: row.quest_period, endsAt: row.quest_ends_at },
    campaign: { status: row.campaign_status, endsAt: row.campaign_ends_at },
  });
  return {
    id: row.id,
    projectId: row.project_id,
    campaignId: row.campaign_id,
    questId: row.quest_id,
    questSlug: row.quest_slug,
    questTitle: row.quest_title,
    taskTypeId: row.task_type_id,
    method: row.method,
    status: row.status,
    reason: row.reason,
    nextTryAt: row.next_try_at?.toISOString() ?? null,
    availableAt: availableAt?.toISOString() ?? null,
    periodKey: row.period_key,
    pointsAwarded: row.points_awarded,
    xpAwarded: row.xp_awarded,
    inputs: row.inputs,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    verifiedAt: row.verified_at?.toISOString() ?? null,
    claimedAt: row.claimed_at?.toISOString() ?? null,
  };
}

export function toTeamSubmission(row: SubmissionViewRow): TeamSubmission {
  const decided = row.status === 'claimed' || row.status === 'rejected' ? row.reviewed_at : null;
  return {
    ...toSubmission(row),
    earner: {
      userId: row.user_id,
      username: row.username,
      displayName: row.display_name,
      accountStatus: row.account_status,
      wallet: row.primary_wallet,
    },
    reviewedBy: row.reviewed_by,
    undoUntil: decided === null ? null : undoUntil(decided).toISOString(),
  };
}

export const toStep = ({ at, status, by, reason }: SubmissionStepRow): SubmissionStep => ({
  at: at.toISOString(),
  status,
  by,
  reason,
});
