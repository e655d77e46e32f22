/** How an earner plays. Together the traits provoke each kind of failure. */
export interface Traits {
  checksInTwice: boolean;
  /** Wrong answers in the first attempt, or in all of them. */
  quiz: 'knows' | 'learns' | 'fails';
  code: 'knows' | 'guesses' | 'gives up';
  /** Completes the visit too early and submits the article before its prerequisite. */
  hurries: boolean;
  /** Submits drafts, which are rejected, and then better work or none. */
  work: 'good' | 'improves' | 'poor';
}

/** The traits of the earner with this number, counted from 1. */
export function traitsOf(number: number): Traits {
  const every = (n: number) => number % n === 0;
  return {
    checksInTwice: every(4),
    quiz: every(10) ? 'fails' : every(5) ? 'learns' : 'knows',
    code: every(21) ? 'gives up' : every(7) ? 'guesses' : 'knows',
    hurries: every(6),
    work: every(16) ? 'poor' : every(8) ? 'improves' : 'good',
  };
}
