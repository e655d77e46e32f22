const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Commit windows below have no minimum reserve: test networks. */
const SHORT_WINDOW_MS = 5 * DAY_MS;
/** A fifth of the commit window is kept in reserve, and the team has a fifth of it to object. */
const PART = 5;
const MIN_MS = 24 * HOUR_MS;
const MAX_RESERVE_MS = 7 * DAY_MS;
const MAX_OBJECTION_MS = 3 * DAY_MS;

/** Time from the end of a campaign to the approval of its payouts, where the commit window allows it. */
export const REVIEW_MS = 14 * DAY_MS;

/**
 * Time to object to the list that is made in place of a rejected one, from the freeze until the team may approve, and from
 * a freeze that an operator moved to the approval.
 */
const SHORT_OBJECTION_MS = 12 * HOUR_MS;

/** When the payouts of a campaign are listed and approved, in milliseconds. */
export interface ScheduleTimes {
  /** Undecided submissions also go to platform moderators. */
  moderatorsFrom: number;
  freezesAt: number;
  approvesAt: number;
}

/**
 * The times of a campaign that has ended, as docs/decisions/284 has them.
 * @param commitDeadline of its escrow; null: the team pays
 * @param reviewMs time from the end to the approval; 14 days unless the operator of the platform configured less
 */
export function payoutSchedule(endedAt: number, commitDeadline: number | null, reviewMs = REVIEW_MS): ScheduleTimes {
  const window = commitDeadline === null ? Infinity : commitDeadline - endedAt;
  const approvesAt = Math.min(endedAt + reviewMs, endedAt + window - partOf(window, MAX_RESERVE_MS));
  const objection = Math.min(partOf(window, MAX_OBJECTION_MS), inReview(MAX_OBJECTION_MS, reviewMs));
  const freezesAt = Math.floor(approvesAt - objection);
  return {
    moderatorsFrom: Math.floor(freezesAt - objection),
    freezesAt,
    approvesAt: Math.floor(approvesAt),
  };
}

/** When the list is approved that is made at `now` in place of a rejected one. */
export function nextApproval(now: number, commitDeadline: number | null, reviewMs = REVIEW_MS): number {
  const left = commitDeadline === null ? Infinity : Math.max(0, commitDeadline - now);
  return Math.floor(now + Math.min(shortObjection(reviewMs), left / PART));
}

/** The latest time to which the freeze can be moved. */
export const latestFreeze = (approvesAt: number, reviewMs = REVIEW_MS): number =>
  Math.floor(approvesAt - shortObjection(reviewMs));

export const shortObjection = (reviewMs = REVIEW_MS): number => inReview(SHORT_OBJECTION_MS, reviewMs);

/** The time in the review that corresponds to `part` of 14 days. */
const inReview = (part: number, reviewMs: number): number => (reviewMs * part) / REVIEW_MS;

/** The time before the commit deadline that is kept to send and to repair. */
export const payoutReserve = (endedAt: number, commitDeadline: number): number =>
  partOf(commitDeadline - endedAt, MAX_RESERVE_MS);

const partOf = (window: number, max: number): number =>
  window < SHORT_WINDOW_MS ? window / PART : Math.max(MIN_MS, Math.min(max, window / PART));
