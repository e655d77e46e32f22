import type { Answer } from '../http/answer.js';
import { readBearer } from '../oauth/parameters.js';
import type { Asked, Platform, Route } from '../oauth/rules.js';
import { answerUser } from '../oauth/user-routes.js';
import type { Person } from '../people.js';
import { SETTINGS } from './collections.js';
import { error, quotaExceeded } from './errors.js';

export const API = '/www.googleapis.com/youtube/v3';
export const READONLY = 'https://www.googleapis.com/auth/youtube.readonly';
export const YOUTUBE = 'https://www.googleapis.com/auth/youtube';

/** A request of a person by their token, or of the application by its key. */
export type Read = Asked & { person?: Person };

interface DataRoute {
  name: string;
  path: string;
  scopes: readonly string[];
  answer: (read: Read) => Answer;
}

/** The day at the time of the Pacific, by which quotas are counted. */
const pacificDay = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format();

/** Charges a unit of the quota of the day, which people and the key of the application have in common. */
function charged(platform: Platform, answer: () => Answer): Answer {
  const quota = SETTINGS.of(platform).get()?.quota ?? 0;
  const state = platform.limits.count(`quota ${pacificDay()}`, { requests: quota, seconds: 86_400 });
  return state.isExceeded ? quotaExceeded() : { ...answer(), cost: 1 };
}

/** A route of the data API, with the token of a person or the key of the application. */
export const dataRoute = ({ name, path, scopes, answer }: DataRoute): Route => ({
  name,
  method: 'GET',
  path: `${API}${path}`,
  answer: async (asked) => {
    const { platform, headers, query } = asked;
    if (readBearer(headers.authorization) !== undefined) {
      const route = { name, method: 'GET', path, scopes } as const;
      return await answerUser({ ...route, answer: (own) => charged(platform, () => answer(own)) }, asked);
    }
    const key = headers['x-goog-api-key'] ?? query['key'];
    if (key === undefined) {
      const message = "Method doesn't allow unregistered callers (callers without established identity).";
      return error(403, 'PERMISSION_DENIED', message, { reason: 'forbidden' });
    }
    if (key !== platform.rules.credentials['apiKey']) {
      const message = 'API key not valid. Please pass a valid API key.';
      return error(400, 'INVALID_ARGUMENT', message, { reason: 'badRequest' });
    }
    return charged(platform, () => answer(asked));
  },
});

/** The refusal of a request that needs a person's token. */
export const loginRequired = (): Answer =>
  error(401, 'UNAUTHENTICATED', 'Login Required.', {
    ...{ reason: 'required', location: 'Authorization', locationType: 'header' },
  });
