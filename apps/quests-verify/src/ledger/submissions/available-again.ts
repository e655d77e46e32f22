import type { CampaignStatus, QuestStatus } from '@questp/messages/quests';
import type { Period, SubmissionStatus } from '@questp/messages/shared';
import { nextPeriodStart, periodStart } from '../../shared/period.js';

export interface SubmissionState {
  status: SubmissionStatus;
  periodKey: string;
  nextTryAt: Date | null;
  updatedAt: Date;
  quest: { status: QuestStatus; period: Period; endsAt: Date | null };
  campaign: { status: CampaignStatus; endsAt: Date | null };
}

/** When the earner can act on the quest again after this submission; null: never, or not known. */
export function availableAgainAt(submission: SubmissionState): Date | null {
  const { quest, campaign } = submission;
  if (quest.status !== 'active' || campaign.status !== 'active') return null;
  const next = nextAction(submission);
  if (next === null) return null;
  const isBefore = (end: Date | null) => end === null || next < end;
  return isBefore(quest.endsAt) && isBefore(campaign.endsAt) ? next : null;
}

function nextAction({ status, periodKey, nextTryAt, updatedAt, quest }: SubmissionState): Date | null {
  switch (status) {
    case 'pending':
      return nextTryAt;
    case 'rejected':
      return updatedAt;
    case 'in_review':
    case 'claimed':
    case 'reversed': {
      const start = periodStart(periodKey);
      return start === null ? null : nextPeriodStart(quest.period, start);
    }
  }
}
