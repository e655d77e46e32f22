/** Limit of a platform on this application: all projects together may use `most` in each window. */
export interface Quota {
  /** Unit of `most`: requests, or millionths of a US dollar. */
  of: 'requests' | 'micros';
  most: number;
  window: 'minute' | 'hour' | 'day';
  /** IANA time zone in which a window of a day begins at midnight; UTC by default. */
  timeZone?: string;
}

/** An owner who has used at most this fraction of the quota is admitted until the whole quota is used up. */
const SHARE = 1 / 20;
/** Fraction of the quota after which an earner makes no further request in the window. */
const EARNER_SHARE = 1 / 50;
/** Fraction of the quota that is reserved for owners within their share, at the start of a window. */
const RESERVE = 1 / 2;
/** Smallest reserved fraction, towards the end of a window. */
const LAST_RESERVE = 1 / 10;

/** Use of a window, including the request to admit. */
export interface QuotaUse {
  most: number;
  /** Used by all projects. */
  total: number;
  /** Used by the projects of the owner. */
  own: number;
  /** Elapsed fraction of the window, from 0 to 1. */
  elapsed: number;
}

/**
 * Reports whether a request for a project is admitted. An owner beyond the share must leave a reserve to the others. The
 * reserve shrinks during the window, so that quota that the others do not need can be used.
 */
export function isAdmitted({ most, total, own, elapsed }: QuotaUse): boolean {
  if (total > most) return false;
  const reserve = most * Math.max(RESERVE * (1 - elapsed), LAST_RESERVE);
  return own <= most * SHARE || total <= most - reserve;
}

/** @param usedBefore what the earner used in the window before the request */
export const isEarnerAdmitted = (most: number, usedBefore: number): boolean => usedBefore < most * EARNER_SHARE;
