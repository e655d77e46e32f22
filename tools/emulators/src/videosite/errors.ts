import type { Answer } from '../http/answer.js';

interface Reason {
  domain: string;
  reason: string;
  message: string;
  location: string;
  locationType: string;
}

export const error = (
  code: number,
  status: string,
  message: string,
  reason: Partial<Reason>,
  more: object = {},
): Answer => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain: 'global', ...reason }], status, ...more } },
});

/** A parameter that is missing or wrong. */
export const badParameter = (message: string, reason: string, location: string): Answer =>
  error(400, 'INVALID_ARGUMENT', message, { domain: 'youtube.parameter', reason, location, locationType: 'parameter' });

export const unauthenticated = (): Answer =>
  error(
    401,
    'UNAUTHENTICATED',
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    { message: 'Invalid Credentials', reason: 'authError' },
  );

export const quotaExceeded = (): Answer =>
  error(403, 'PERMISSION_DENIED', 'The request cannot be completed because you have exceeded your quota.', {
    domain: 'youtube.quota',
    reason: 'quotaExceeded',
  });
