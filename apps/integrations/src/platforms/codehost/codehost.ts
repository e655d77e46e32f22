import { type ConfigOf } from '@questp/service';
import { accountOf, at } from '../../outbound/account.js';
import { basic } from '../../outbound/authorization.js';
import type { PlatformAnswer } from '../../outbound/platform-fact.js';
import { limited } from '../../outbound/retry-at.js';
import { address, application, definePlatform, type OAuthDescription } from '../../outbound/platform.js';
import { repository, star } from './star.js';

const CONFIG = {
  PLATFORM_CODEHOST_URL: address('https://api.github.com'),
  PLATFORM_CODEHOST_SITE_URL: address('https://github.com'),
};

const isLimit = (headers: PlatformAnswer['headers']): boolean =>
  headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0';

const bearer = (token: string, { PLATFORM_CODEHOST_URL }: ConfigOf<typeof CONFIG>) => ({
  baseUrl: PLATFORM_CODEHOST_URL,
  headers: { authorization: `Bearer ${token}` },
});

const oauth = ({ PLATFORM_CODEHOST_URL: api, PLATFORM_CODEHOST_SITE_URL: site }: ConfigOf<typeof CONFIG>) =>
  ({
    authorizationUrl: `${site}/login/oauth/authorize`,
    tokenUrl: `${site}/login/oauth/access_token`,
    clientBy: 'post',
    scopes: ['read:user'],
    profileUrl: `${api}/user`,
    account: (profile) => accountOf(at(profile, 'id'), at(profile, 'login')),
    revocation: ({ clientId, clientSecret }, token) => ({
      url: `${api}/applications/${clientId}/token`,
      method: 'DELETE',
      headers: { 'content-type': 'application/json', authorization: basic(clientId, clientSecret) },
      body: Buffer.from(JSON.stringify({ access_token: token })),
    }),
  }) satisfies OAuthDescription;

export const codehost = definePlatform(CONFIG, {
  fields: application,
  probe: {
    needs: ['clientId', 'clientSecret'],
    url: (_, { PLATFORM_CODEHOST_URL }) => `${PLATFORM_CODEHOST_URL}/rate_limit`,
    headers: ({ clientId, clientSecret }) => ({ authorization: basic(clientId, clientSecret) }),
    shows: 'Client id and secret were taken.',
  },
  oauth,
  projectOAuth: (config) => ({
    ...oauth(config),
    // The least with which collaborators see more than everybody does (decision 122).
    scopes: ['read:user', 'public_repo'],
  }),
  connection: {
    token: 'grant',
    test: ({ token }, config) => ({ url: oauth(config).profileUrl, authorization: `Bearer ${token}` }),
    shows: 'What was agreed to still holds.',
  },
  api: {
    title: 'code host',
    earner: bearer,
    project: bearer,
    platform: {
      needs: ['clientId', 'clientSecret'],
      access: ({ clientId, clientSecret }, { PLATFORM_CODEHOST_URL }) => ({
        baseUrl: PLATFORM_CODEHOST_URL,
        headers: { authorization: basic(clientId, clientSecret) },
      }),
    },
    // Its limits are answered with 403 as well as with 429.
    failure: (answer) => (answer.status === 403 && isLimit(answer.headers) ? limited('code host', answer) : undefined),
  },
  facts: [repository, star],
});
