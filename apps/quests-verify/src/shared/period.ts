import type { Period } from '@questp/messages/shared';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The bucket a completion at `now` belongs to (spec 2.6 period_key): `once`, the UTC day `YYYY-MM-DD`, or the start of
 * the interval in ISO 8601 UTC, intervals being aligned to the Unix epoch. Independent of the process time zone.
 */
export function periodKey(period: Period, now: Date): string {
  switch (period.kind) {
    case 'once':
      return 'once';
    case 'daily':
      return startOf(now, DAY_MS).toISOString().slice(0, 10);
    case 'interval':
      return startOf(now, period.hours * HOUR_MS).toISOString();
  }
}

/** When the period after the one of `now` begins; null for `once`. */
export function nextPeriodStart(period: Period, now: Date): Date | null {
  if (period.kind === 'once') {
    return null;
  }
  const length = period.kind === 'daily' ? DAY_MS : period.hours * HOUR_MS;
  return new Date(startOf(now, length).getTime() + length);
}

/** The first instant of a period by its key; null for `once`. */
export function periodStart(key: string): Date | null {
  return key === 'once' ? null : new Date(key);
}

/** The time from which acts count for a period: the later of its start and that of the campaign; null: always. */
export function countsFrom(campaignStartsAt: Date | null, key: string): Date | null {
  const start = periodStart(key);
  return start === null || (campaignStartsAt !== null && campaignStartsAt > start) ? campaignStartsAt : start;
}

/** The time until which acts count for a period: the earlier of its end and that of the campaign; null: always. */
export function countsUntil(campaignEndsAt: Date | null, period: Period, key: string): Date | null {
  const start = periodStart(key);
  const end = start === null ? null : nextPeriodStart(period, start);
  return end === null || (campaignEndsAt !== null && campaignEndsAt < end) ? campaignEndsAt : end;
}

function startOf(now: Date, length: number): Date {
  return new Date(Math.floor(now.getTime() / length) * length);
}
