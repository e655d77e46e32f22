import type { Answer } from '../http/answer.js';
import type { Grant } from '../oauth/grants.js';
import { readBearer } from '../oauth/parameters.js';
import type { LimitState } from '../oauth/rate-limits.js';
import type { Asked, Route } from '../oauth/rules.js';
import { answerUser } from '../oauth/user-routes.js';
import type { Person } from '../people.js';
import { inNames } from './names.js';
import { unsupportedAuthentication } from './problems.js';

export const API = '/api.x.com/2';
export const WINDOW_SECONDS = 15 * 60;

export const limitHeaders = ({
  limit,
  remaining,
  reset,
}: Omit<LimitState, 'isExceeded'>): Readonly<Record<string, string>> => ({
  'x-rate-limit-limit': String(limit),
  'x-rate-limit-remaining': String(remaining),
  'x-rate-limit-reset': String(reset),
});

/** A request with the token of a person, or of the application when there is no viewer. */
export type Read = Asked & { viewer?: { person: Person; grant: Grant } };

interface Reading {
  name: string;
  path: string;
  /** Of the token of a person. */
  scopes: readonly string[];
  /** Requests in 15 minutes of a person, and of the application; without it only a person may ask. */
  limits: { user: number; app?: number };
  returnsEmail?: true;
  answer: (read: Read) => Answer;
}

/** A route that reads with the token of a person, and most also with that of the application. */
export function reading({ limits, answer, ...route }: Reading): Route {
  const { name, path } = route;
  const limit = { requests: limits.user, seconds: WINDOW_SECONDS };
  const forUser = {
    ...{ ...route, limit, method: 'GET' as const },
    answer: ({ person, grant, ...asked }: Asked & { person: Person; grant: Grant }) =>
      inNames(asked.platform, answer({ ...asked, viewer: { person, grant } })),
  };
  return {
    name,
    method: 'GET',
    path: `${API}${path}`,
    answer: async (asked) => {
      const { platform, headers } = asked;
      const token = readBearer(headers.authorization) ?? '';
      if (!platform.rules.appTokens?.includes(token)) return await answerUser(forUser, asked);
      if (limits.app === undefined) return unsupportedAuthentication();
      const state = platform.limits.count(`${name} app`, { requests: limits.app, seconds: WINDOW_SECONDS });
      const answered = state.isExceeded ? platform.rules.faults.rate_limited() : inNames(platform, answer(asked));
      return { ...answered, headers: { ...answered.headers, ...limitHeaders(state) } };
    },
  };
}
