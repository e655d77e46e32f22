import { type ConfigOf } from '@questp/service';
import { accountOf, at } from '../../description/account.js';
import { basic } from '../../description/authorization.js';
import { address, application, definePlatform, type OAuthDescription } from '../../description/platform.js';
import { codehostApi } from './api.js';
import { commits, issues, pulls } from './contributions.js';
import { fork } from './fork.js';
import { HandleEvent } from './handle-event.js';
import { HooksRepository, SEALED_HOOKS } from './hooks.repository.js';
import { readRateLimit } from './rate-limit.js';
import { ReceiveEvent } from './receive-event.js';
import { repository, star } from './repository.js';
import { SyncHooks } from './sync-hooks.js';

const CONFIG = {
  PLATFORM_CODEHOST_URL: address('https://api.github.com'),
  PLATFORM_CODEHOST_SITE_URL: address('https://github.com'),
};

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
    shows: 'Client id and secret were accepted.',
    reads: readRateLimit,
  },
  oauth,
  projectOAuth: (config) => ({
    ...oauth(config),
    // Creates and removes webhooks; nothing is read with it.
    scopes: ['read:user', 'admin:repo_hook'],
  }),
  connection: {
    token: 'grant',
    test: ({ token }, config) => ({ url: oauth(config).profileUrl, authorization: `Bearer ${token}` }),
    shows: 'The platform accepts the connection.',
    endsWithMember: true,
  },
  api: codehostApi,
  facts: [repository, star, fork, pulls, issues, commits],
  providers: [HooksRepository, SyncHooks, ReceiveEvent, HandleEvent],
  webhook: HandleEvent,
  sealed: [SEALED_HOOKS],
});
