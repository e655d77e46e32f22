import { expectedOutcome, outcomeCheck } from './expectations.js';
import { QUEST_KEYS } from './program.js';
import type { QuestTotals } from './submissions.js';

const totalsFor = (earners: number): QuestTotals =>
  Object.fromEntries(
    QUEST_KEYS.map((key) => {
      const { credited, rejected } = expectedOutcome(key, earners);
      return [key, { points: 0, claimed: credited, reversed: 0, rejected, in_review: 0, pending: 0 }];
    }),
  ) as QuestTotals;

describe('outcomes of 200 earners', () => {
  it.each([
    ['check-in', { credited: 200, rejected: 0 }],
    ['early-bird', { credited: 50, rejected: 0 }],
    ['quiz', { credited: 180, rejected: 0 }],
    ['code', { credited: 191, rejected: 0 }],
    ['article', { credited: 188, rejected: 12 }],
  ] as const)('for %s are %j', (key, outcome) => {
    expect(expectedOutcome(key, 200)).toEqual(outcome);
  });

  it('pass when every quest ended so', () => {
    expect(outcomeCheck(totalsFor(200), 200).passed).toBe(true);
  });

  it('fail when a limited quest gave one completion too many', () => {
    const totals = totalsFor(200);
    totals['early-bird'].claimed += 1;
    expect(outcomeCheck(totals, 200).detail).toContain('early-bird: 51 claimed');
  });

  it('fail when a submission still waits', () => {
    const totals = totalsFor(200);
    totals.idea.claimed -= 1;
    totals.idea.in_review += 1;
    expect(outcomeCheck(totals, 200).passed).toBe(false);
  });

  it('count a reversed credit as one that was given', () => {
    const totals = totalsFor(200);
    totals.article.claimed -= 1;
    totals.article.reversed += 1;
    expect(outcomeCheck(totals, 200).passed).toBe(true);
  });
});
