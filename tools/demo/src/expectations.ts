import { check, type Check } from './checks.js';
import { completionLimit, QUEST_KEYS, type QuestKey } from './program.js';
import type { QuestTotals } from './submissions.js';
import { traitsOf, type Traits } from './traits.js';

interface Outcome {
  /** Credited, even if the credit was reversed later. */
  credited: number;
  rejected: number;
}

/** The expected submissions of a quest, from the traits of the earners. */
export function expectedOutcome(key: QuestKey, earners: number): Outcome {
  const limit = completionLimit(key, earners);
  const whoever = (test: (traits: Traits) => boolean) =>
    Array.from({ length: earners }, (_, index) => traitsOf(index + 1)).filter(test).length;
  switch (key) {
    case 'quiz':
      return { credited: whoever(({ quiz }) => quiz !== 'fails'), rejected: 0 };
    case 'code':
      return { credited: whoever(({ code }) => code !== 'gives up'), rejected: 0 };
    case 'survey':
    case 'idea':
    case 'article':
      return { credited: whoever(({ work }) => work !== 'poor'), rejected: whoever(({ work }) => work === 'poor') };
    default:
      return { credited: Math.min(limit ?? earners, earners), rejected: 0 };
  }
}

/** Checks that every submission has the status expected from its earner's traits; then none is left in review. */
export function outcomeCheck(totals: QuestTotals, earners: number): Check {
  const differences = QUEST_KEYS.flatMap((key) => {
    const expected = expectedOutcome(key, earners);
    const { claimed, reversed, rejected, in_review: inReview, pending } = totals[key];
    const same = claimed + reversed === expected.credited && rejected === expected.rejected && inReview + pending === 0;
    const text = `${key}: ${claimed} claimed, ${reversed} reversed, ${rejected} rejected, ${inReview + pending} open`;
    return same ? [] : [`${text}; expected ${expected.credited} credited and ${expected.rejected} rejected`];
  });
  const limited = completionLimit('early-bird', earners);
  return check(
    'every submission ended as its earner played',
    differences,
    `the limited one after ${limited} completions`,
  );
}
