import type { AvailabilityReason, AvailabilityState, CampaignStatus, QuestStatus } from '@questp/messages/quests';
import type { LinkedAccountProvider, Period, SubmissionStatus } from '@questp/messages/shared';
import { nextPeriodStart, periodKey, periodStart } from '../../shared/period.js';

/** A half-open window [startsAt, endsAt); null is no bound. */
interface Window {
  startsAt: Date | null;
  endsAt: Date | null;
}

export interface AvailabilityInput {
  campaign: Window & { status: CampaignStatus };
  quest: Window & { status: QuestStatus; period: Period; maxCompletions: number | null };
  /** Completions counted against maxCompletions. */
  completions: number;
  prerequisitesMet: boolean;
  /** The earner is a member of the project. */
  isMember: boolean;
  isSuspended: boolean;
  /** The platform can verify quests of this type. */
  isVerifiable: boolean;
  /** Error code with which the task type's own state blocks an attempt; null: no known blocker. */
  blocker: Blocker | null;
  /** The earner's submission with the latest period key in this quest. */
  latest: { status: SubmissionStatus; periodKey: string; nextTryAt: Date | null; proofUntil: Date | null } | null;
  /** The latest period that a deleted account with one of the earner's sign-in methods completed. */
  formerPeriodKey: string | null;
  /** The database clock. */
  now: Date;
}

/** A blocker of attempts and when it ends; `availableAt` is null if only another change ends it. */
export interface Blocker {
  code: AvailabilityReason;
  availableAt: Date | null;
  /** Platform whose account has to be linked, or linked again. */
  account?: LinkedAccountProvider;
}

export interface QuestAvailability {
  state: AvailabilityState;
  /** Error code of a blocked attempt; null when available. */
  reason: AvailabilityReason | null;
  /** When an attempt becomes possible; null: now, never or not known. */
  availableAt: Date | null;
}

/**
 * Whether an earner can act on a quest now; if not, the reason and the next time. Reasons are in the order in which an
 * attempt is refused: the earner's own completion, then what closes the quest for everybody, then what the earner
 * lacks.
 */
export function questAvailability(input: AvailabilityInput): QuestAvailability {
  if (input.isSuspended) return answer('locked', 'ACCOUNT_SUSPENDED');
  return ownState(input) ?? formerState(input) ?? closedState(input) ?? earnerState(input) ?? answer('available', null);
}

function ownState({ latest, quest, now }: AvailabilityInput): QuestAvailability | null {
  if (latest === null || latest.status === 'rejected' || !coversNow(latest.periodKey, quest.period, now)) {
    return null;
  }
  if (latest.status === 'in_review') {
    return answer('in_review', 'SUBMISSION_IN_REVIEW');
  }
  if (latest.status === 'pending') {
    const isAsked = latest.proofUntil !== null && now < latest.proofUntil;
    return isAsked ? answer('pending', 'PROOF_NEEDED') : answer('pending', 'QUEST_COOLDOWN', latest.nextTryAt);
  }
  if (quest.period.kind === 'once') {
    return latest.status === 'claimed'
      ? answer('completed', 'ALREADY_COMPLETED')
      : answer('reversed', 'SUBMISSION_FINAL');
  }
  return periodUsed(latest.periodKey, quest, now);
}

function formerState({ formerPeriodKey: key, quest, now }: AvailabilityInput): QuestAvailability | null {
  if (key === null || !coversNow(key, quest.period, now)) return null;
  return quest.period.kind === 'once' ? answer('completed', 'ALREADY_COMPLETED') : periodUsed(key, quest, now);
}

function periodUsed(key: string, { period, endsAt }: AvailabilityInput['quest'], now: Date): QuestAvailability {
  const next = nextPeriodStart(period, periodStart(key) ?? now);
  const reachable = next !== null && (endsAt === null || next < endsAt);
  return answer('cooldown', 'QUEST_COOLDOWN', reachable ? next : null);
}

/**
 * True if the key is of the period of `now` or a later one: when the clock steps back, an earlier period does not open
 * again. A key of another kind belongs to a former period setting and does not count.
 */
function coversNow(key: string, period: Period, now: Date): boolean {
  const current = periodKey(period, now);
  return key === current || (key.length === current.length && key > current);
}

function closedState({ campaign, quest, completions, isVerifiable, now }: AvailabilityInput): QuestAvailability | null {
  if (quest.status === 'archived') {
    return answer('ended', 'QUEST_ARCHIVED');
  }
  if (campaign.status === 'ended' || campaign.status === 'archived' || isOver(campaign, now)) {
    return answer('ended', 'CAMPAIGN_NOT_ACTIVE');
  }
  if (isOver(quest, now)) {
    return answer('ended', 'QUEST_ENDED');
  }
  const opensAt = later(campaign.startsAt, quest.startsAt);
  if (campaign.status === 'draft' || isAhead(campaign, now)) {
    return answer('not_started', 'CAMPAIGN_NOT_ACTIVE', campaign.status === 'draft' ? null : opensAt);
  }
  if (quest.status === 'draft' || isAhead(quest, now)) {
    return answer('not_started', 'QUEST_NOT_STARTED', quest.status === 'draft' ? null : opensAt);
  }
  if (quest.maxCompletions !== null && completions >= quest.maxCompletions) {
    return answer('full', 'QUEST_FULL');
  }
  return isVerifiable ? null : answer('locked', 'TASK_TYPE_NOT_AVAILABLE');
}

function earnerState({ isMember, prerequisitesMet, blocker }: AvailabilityInput): QuestAvailability | null {
  if (isMember) {
    return answer('locked', 'MEMBER_CANNOT_EARN');
  }
  if (!prerequisitesMet) {
    return answer('locked', 'PREREQUISITES_NOT_MET');
  }
  if (blocker === null) {
    return null;
  }
  const { code, availableAt } = blocker;
  return answer(availableAt === null ? 'locked' : 'cooldown', code, availableAt);
}

function isOver({ endsAt }: Window, now: Date): boolean {
  return endsAt !== null && now >= endsAt;
}

function isAhead({ startsAt }: Window, now: Date): boolean {
  return startsAt !== null && now < startsAt;
}

function later(a: Date | null, b: Date | null): Date | null {
  return a === null || (b !== null && b > a) ? b : a;
}

function answer(
  state: AvailabilityState,
  reason: AvailabilityReason | null,
  availableAt: Date | null = null,
): QuestAvailability {
  return { state, reason, availableAt };
}
