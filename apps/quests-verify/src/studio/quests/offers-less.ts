import type { QuestRow } from './quest.js';

type Offer = Pick<QuestRow, 'status' | 'points' | 'maxCompletions' | 'startsAt' | 'endsAt'>;

/** True if a change of a published quest takes points, places or time from earners. */
export function offersLess(before: Offer, after: Offer): boolean {
  if (before.status !== 'active') return false;
  return (
    after.points < before.points ||
    isLess(after.maxCompletions, before.maxCompletions) ||
    isLess(after.endsAt, before.endsAt) ||
    (after.startsAt !== null && (before.startsAt === null || after.startsAt > before.startsAt))
  );
}

/** Null: unlimited. */
const isLess = <Limit extends number | Date>(after: Limit | null, before: Limit | null): boolean =>
  after !== null && (before === null || after < before);
