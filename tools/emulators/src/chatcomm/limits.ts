import type { LimitState } from '../oauth/rate-limits.js';

/** The platform returns its limits with each answer and publishes none that a client may rely on. */
export const LIMIT = { requests: 50, seconds: 1 };

export const limitHeaders = ({
  limit,
  remaining,
  reset,
}: Omit<LimitState, 'isExceeded'>): Readonly<Record<string, string>> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(reset),
  'x-ratelimit-reset-after': String(Math.max(0, reset - Math.floor(Date.now() / 1_000))),
  'x-ratelimit-bucket': 'a0d9ce2f4f6ab2aa4d3f7ab0b5ac1ee8',
});
