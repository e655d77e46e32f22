import type { Availability, EarnerQuest } from '@questp/messages';
import { questAvailability } from '../rules/availability.js';
import { iso } from '../studio/timestamps.js';
import { toDate } from '../studio/window.js';
import { taskType } from '../task-types/catalog.js';
import type { EarnerFacts, PublicQuestRow } from './discover.repository.js';

/** @param facts null for an anonymous reader */
export function toEarnerQuest(row: PublicQuestRow, facts: EarnerFacts | null): EarnerQuest {
  return {
    id: row.id,
    projectId: row.projectId,
    campaignId: row.campaignId,
    slug: row.slug,
    title: row.title,
    description: row.description,
    imageUrl: row.imageUrl,
    taskTypeId: row.taskTypeId,
    category: taskType(row.taskTypeId).category,
    method: row.method,
    points: row.points,
    xp: row.xp,
    config: row.config,
    period: row.period,
    prerequisites: row.prerequisites,
    maxCompletions: row.maxCompletions,
    completions: row.completions,
    startsAt: iso(row.startsAt),
    endsAt: iso(row.endsAt),
    position: row.position,
    availability: facts === null ? null : availability(row, facts),
  };
}

function availability(row: PublicQuestRow, { latest, now, isMember, prerequisitesMet }: EarnerFacts): Availability {
  const { state, reason, availableAt } = questAvailability({
    campaign: { status: row.campaignStatus, startsAt: row.campaignStartsAt, endsAt: row.campaignEndsAt },
    quest: row,
    completions: row.completions,
    prerequisitesMet,
    isMember,
    latest: latest === null ? null : { ...latest, nextTryAt: toDate(latest.nextTryAt) },
    now,
  });
  return { state, reason, availableAt: iso(availableAt) };
}
