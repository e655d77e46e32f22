import { MICROS_PER_USD } from '@questp/messages/integrations';
import { count, type ConfigOf } from '@questp/service';
import { accountOf, at } from '../../description/account.js';
import { revokedByForm } from '../../description/authorization.js';
import { address, application, definePlatform, optionalSecret } from '../../description/platform.js';
import { clientProbe } from '../../description/client-probe.js';
import { failure, resources } from './api.js';
import { follow, profile } from './own-account.js';
import { authorship, like, posts } from './own-posts.js';
import { ReadSpace } from './read-space.js';
import { SampleSpaces } from './sample-spaces.js';
import { SpacesRepository } from './spaces.repository.js';
import { account, post } from './targets.js';
import { readUsage } from './usage.js';

const CONFIG = {
  PLATFORM_MICROBLOG_URL: address('https://api.x.com'),
  PLATFORM_MICROBLOG_SITE_URL: address('https://x.com'),
  PLATFORM_MICROBLOG_DAILY_USD: count({
    desc: 'US dollars that checks of all projects may cost at the microblog in a day (UTC)',
    default: 100,
  }),
};

const bearer = (token: string, { PLATFORM_MICROBLOG_URL }: ConfigOf<typeof CONFIG>) => ({
  baseUrl: PLATFORM_MICROBLOG_URL,
  headers: { authorization: `Bearer ${token}` },
});

const tokens = ({ PLATFORM_MICROBLOG_URL: api }: Pick<ConfigOf<typeof CONFIG>, 'PLATFORM_MICROBLOG_URL'>) =>
  ({ tokenUrl: `${api}/2/oauth2/token`, clientBy: 'basic' }) as const;

export const microblog = definePlatform(CONFIG, {
  fields: { ...application, bearerToken: optionalSecret },
  probe: {
    needs: ['bearerToken'],
    url: (_, { PLATFORM_MICROBLOG_URL }) => `${PLATFORM_MICROBLOG_URL}/2/usage/tweets`,
    headers: ({ bearerToken }) => ({ authorization: `Bearer ${bearerToken}` }),
    shows: 'The bearer token was accepted.',
    reads: readUsage,
  },
  clientProbe: clientProbe('microblog', (config) => ({ ...tokens(config), refusedGrant: 'invalid_request' })),
  oauth: ({ PLATFORM_MICROBLOG_URL: api, PLATFORM_MICROBLOG_SITE_URL: site }) => ({
    authorizationUrl: `${site}/i/oauth2/authorize`,
    ...tokens({ PLATFORM_MICROBLOG_URL: api }),
    scopes: ['tweet.read', 'users.read', 'like.read', 'follows.read', 'offline.access'],
    profileUrl: `${api}/2/users/me`,
    account: (profile) => accountOf(at(at(profile, 'data'), 'id'), at(at(profile, 'data'), 'username')),
    revocation: revokedByForm(`${api}/2/oauth2/revoke`),
  }),
  api: {
    title: 'microblog',
    earner: bearer,
    platform: {
      needs: ['bearerToken'],
      access: ({ bearerToken = '' }, config) => bearer(bearerToken, config),
    },
    failure,
    // 100 posts of 25,000 characters, each in two texts.
    maxBytes: 16 * 1024 * 1024,
    resources,
    quota: ({ PLATFORM_MICROBLOG_DAILY_USD: usd }) => ({ of: 'micros', most: usd * MICROS_PER_USD, window: 'day' }),
  },
  facts: [account, post, follow, profile, like, authorship, posts],
  providers: [SpacesRepository, SampleSpaces, ReadSpace],
  purges: (get) => ({ microblogSpaces: () => get(SpacesRepository).purge() }),
});
