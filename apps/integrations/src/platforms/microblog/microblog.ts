import { accountOf, at } from '../../outbound/account.js';
import { revokedByForm } from '../../outbound/authorization.js';
import { address, application, definePlatform, optionalSecret } from '../../outbound/platform.js';

export const microblog = definePlatform(
  {
    PLATFORM_MICROBLOG_URL: address('https://api.x.com'),
    PLATFORM_MICROBLOG_SITE_URL: address('https://x.com'),
  },
  {
    fields: { ...application, bearerToken: optionalSecret },
    probe: {
      needs: ['bearerToken'],
      url: (_, { PLATFORM_MICROBLOG_URL }) => `${PLATFORM_MICROBLOG_URL}/2/usage/tweets`,
      headers: ({ bearerToken }) => ({ authorization: `Bearer ${bearerToken}` }),
      shows: 'The bearer token was taken.',
    },
    oauth: ({ PLATFORM_MICROBLOG_URL: api, PLATFORM_MICROBLOG_SITE_URL: site }) => ({
      authorizationUrl: `${site}/i/oauth2/authorize`,
      tokenUrl: `${api}/2/oauth2/token`,
      clientBy: 'basic',
      scopes: ['tweet.read', 'users.read', 'like.read', 'follows.read', 'offline.access'],
      profileUrl: `${api}/2/users/me`,
      account: (profile) => accountOf(at(at(profile, 'data'), 'id'), at(at(profile, 'data'), 'username')),
      revocation: revokedByForm(`${api}/2/oauth2/revoke`),
    }),
  },
);
