/** What a platform lets this application use in a window, for all projects together. */
export interface Quota {
  /** What is counted: requests, or millionths of a US dollar. */
  of: 'requests' | 'micros';
  most: number;
  window: 'minute' | 'hour' | 'day';
  /** In which days begin at midnight; UTC by default. */
  timeZone?: string;
}

/** A project within this share of the quota is never refused for what others use, while there is a quota. */
const SHARE = 1 / 20;
/** Part of the quota that is left to projects within their share, at the start of a window. */
const RESERVE = 1 / 2;
/** The part at its end. */
const LAST_RESERVE = 1 / 10;

/** A window's use with the request that is to be admitted. */
export interface QuotaUse {
  most: number;
  /** By all projects. */
  total: number;
  /** By the project. */
  own: number;
  /** Part of the window that is over, from 0 to 1. */
  elapsed: number;
}

/**
 * Whether a project may use so much of a quota. Beyond its share it leaves a reserve to the others, which shrinks as the
 * window passes, so that quota that nobody uses does not stay idle.
 */
export function isAdmitted({ most, total, own, elapsed }: QuotaUse): boolean {
  if (total > most) return false;
  const reserve = most * Math.max(RESERVE * (1 - elapsed), LAST_RESERVE);
  return own <= most * SHARE || total <= most - reserve;
}
