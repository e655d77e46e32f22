import { at } from '../../description/account.js';
import {
  FactFailure,
  unexpected,
  type PlatformAnswer,
  type PlatformApi,
  type PlatformCalls,
} from '../../description/platform-fact.js';
import { asObject, listAt, optionalAt, textAt } from '../../outbound/described-json.js';
import { inBounds } from '../../description/retry-at.js';
import { nextMidnightPacific } from './quota-day.js';

export interface VideositeConfig {
  PLATFORM_VIDEOSITE_URL: string;
  PLATFORM_VIDEOSITE_DAILY_UNITS: number;
}

const title = 'video site';
const baseUrl = ({ PLATFORM_VIDEOSITE_URL }: Pick<VideositeConfig, 'PLATFORM_VIDEOSITE_URL'>) =>
  `${PLATFORM_VIDEOSITE_URL}/youtube/v3`;

/** The reason of a refusal (developers.google.com/youtube/v3/docs/errors). */
export const reasonOf = ({ json }: PlatformAnswer): unknown => at(at(at(at(json, 'error'), 'errors'), 0), 'reason');

/** Refusals that only the earner can resolve. */
const hidden = (message: string) => () => new FactFailure('hidden', message);
const closed = hidden('Your account of the video site is closed or suspended; link another one.');

const relink = () => new FactFailure('relink', 'Link your account of the video site again.');

const FAILURES: Readonly<Record<string, () => FactFailure>> = {
  quotaExceeded: () =>
    new FactFailure('unavailable', 'The daily quota of the video site is used up.', inBounds(nextMidnightPacific())),
  rateLimitExceeded: () => new FactFailure('unavailable', 'The video site limits requests at the moment.'),
  authenticatedUserAccountClosed: relink,
  authenticatedUserAccountSuspended: relink,
  accountDelegationForbidden: relink,
  subscriptionForbidden: hidden('Make your subscriptions of the video site public in its privacy settings.'),
  accountClosed: closed,
  accountSuspended: closed,
  playlistItemsNotAccessible: hidden('Make your liked videos visible in the settings of the video site.'),
  insufficientPermissions: relink,
};

export const videositeApi: PlatformApi<VideositeConfig> = {
  title,
  earner: (token, config) => ({ baseUrl: baseUrl(config), headers: { authorization: `Bearer ${token}` } }),
  platform: {
    needs: ['apiKey'],
    access: ({ apiKey = '' }, config) => ({ baseUrl: baseUrl(config), headers: { 'x-goog-api-key': apiKey } }),
  },
  // Its days begin at midnight in California.
  quota: ({ PLATFORM_VIDEOSITE_DAILY_UNITS: most }) => ({
    of: 'requests',
    most,
    window: 'day',
    timeZone: 'America/Los_Angeles',
  }),
  failure: (answer) => (answer.status === 403 ? FAILURES[String(reasonOf(answer))]?.() : undefined),
};

/** The items of a list. @throws FactFailure, UnusableAnswer */
export async function readItems(
  { get }: PlatformCalls,
  path: string,
  sharedSeconds?: number,
): Promise<{ items: readonly unknown[]; nextPageToken: string | undefined }> {
  const answer = await get(path, sharedSeconds);
  if (answer.status !== 200) throw unexpected(answer);
  const body = asObject(answer.json, 'the answer');
  const nextPageToken = optionalAt(body, 'nextPageToken', (parent, name) => textAt(parent, name, /^[\w-]{1,200}$/));
  // An empty list of channels leaves its items out.
  const isEmpty = body['items'] === undefined && at(body['pageInfo'], 'totalResults') === 0;
  return { items: isEmpty ? [] : listAt(body, 'items'), nextPageToken };
}
