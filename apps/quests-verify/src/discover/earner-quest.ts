import type { Availability, EarnerQuest, LatestSubmission } from '@questp/messages/quests';
import { iso } from '@questp/postgres';
import { questAvailability, type Blocker } from '../catalog/definition/availability.js';
import { toDate } from '../shared/window.js';
import { toPublicQuest } from '../studio/quests/quest.js';
import { TASK_TYPES } from '../task-types/index.js';
import type { EarnerFacts, PublicQuestRow } from './discover.repository.js';

/** What an earner sees of a quest in addition to the public fields. */
export interface SeenBy {
  facts: EarnerFacts;
  blocker: Blocker | null;
}

/** @param seen null for an anonymous reader */
export function toEarnerQuest(row: PublicQuestRow, seen: SeenBy | null): EarnerQuest {
  return {
    ...toPublicQuest(row),
    availability: seen === null ? null : availability(row, seen),
    submission: seen === null ? null : submission(seen.facts),
  };
}

function availability(row: PublicQuestRow, { facts, blocker }: SeenBy): Availability {
  const { latest, missingPrerequisites } = facts;
  const { state, reason, availableAt } = questAvailability({
    campaign: { status: row.campaignStatus, startsAt: row.campaignStartsAt, endsAt: row.campaignEndsAt },
    quest: row,
    completions: row.completions,
    prerequisitesMet: missingPrerequisites.length === 0,
    isMember: facts.isMember,
    isSuspended: facts.isSuspended,
    isVerifiable: TASK_TYPES.get(row.taskTypeId).available,
    blocker,
    latest:
      latest === null
        ? null
        : { ...latest, nextTryAt: toDate(latest.nextTryAt), proofUntil: toDate(latest.proofUntil) },
    formerPeriodKey: facts.formerPeriodKey,
    now: facts.now,
  });
  const missingAccount = (reason === blocker?.code && blocker?.account) || null;
  return { state, reason, availableAt: iso(availableAt), missingPrerequisites, missingAccount };
}

function submission({ latest }: EarnerFacts): LatestSubmission | null {
  if (latest === null) return null;
  const at = (time: string | null) => iso(toDate(time));
  return {
    ...latest,
    nextTryAt: at(latest.nextTryAt),
    proofUntil: at(latest.proofUntil),
    createdAt: new Date(latest.createdAt).toISOString(),
    updatedAt: new Date(latest.updatedAt).toISOString(),
    claimedAt: at(latest.claimedAt),
  };
}
