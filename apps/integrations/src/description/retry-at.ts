import { FactFailure, type PlatformAnswer, type PlatformApi } from './platform-fact.js';

/** Maximum delay of the next request, whatever time the platform names: 24 h. */
const MAX_DELAY_MS = 24 * 3_600_000;

/**
 * The time from which a platform that limits requests answers again: Retry-After (RFC 9110 section 10.2.3), else the
 * seconds or the Unix time of its rate limit headers. Undefined where it names none.
 */
export function retryAt({ headers }: Pick<PlatformAnswer, 'headers'>, now = Date.now()): Date | undefined {
  const seconds = (name: string): number | undefined => {
    const value = headers[name];
    return typeof value === 'string' && /^\d{1,12}(\.\d{1,6})?$/.test(value) ? Number(value) : undefined;
  };
  const after = seconds('retry-after') ?? seconds('x-ratelimit-reset-after');
  const date = typeof headers['retry-after'] === 'string' ? Date.parse(headers['retry-after']) : Number.NaN;
  const reset = seconds('x-rate-limit-reset') ?? seconds('x-ratelimit-reset');
  if (after !== undefined) return inBounds(now + after * 1_000, now);
  if (!Number.isNaN(date)) return inBounds(date, now);
  return reset === undefined ? undefined : inBounds(reset * 1_000, now);
}

/** Not in the past, and not later than MAX_DELAY_MS from now. */
export const inBounds = (time: number, now = Date.now()): Date =>
  new Date(Math.min(Math.max(time, now), now + MAX_DELAY_MS));

/** The failure of a request that a platform refuses for its limits. @param title of the platform */
export const limited = (title: string, answer: Pick<PlatformAnswer, 'headers'>): FactFailure =>
  new FactFailure('unavailable', `The ${title} limits requests at the moment.`, retryAt(answer));

/** The failure that an answer stands for, whatever was asked. */
export const failureOf = (api: PlatformApi<never>, answer: PlatformAnswer): FactFailure | undefined =>
  api.failure?.(answer) ?? (answer.status === 429 ? limited(api.title, answer) : undefined);
