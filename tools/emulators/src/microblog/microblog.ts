import { ok, type Answer } from '../http/answer.js';
import { readBearer } from '../oauth/parameters.js';
import type { PlatformRules, TokenProblem } from '../oauth/rules.js';
import { asClient } from '../oauth/token.js';
import { ACCOUNTS, FOLLOWS, idOf } from './accounts.js';
import { SETTINGS } from './names.js';
import { LIKES, POSTS } from './posts.js';
import { notAuthorized, problem } from './problems.js';
import { limitHeaders, WINDOW_SECONDS } from './reading.js';
import { SPACES, spaceRoutes } from './spaces.js';
import { tweetRoutes } from './tweets.js';
import { userRoutes } from './users.js';

const SCOPES = [
  ...[
    'tweet.read',
    'tweet.write',
    'tweet.moderate.write',
    'users.email',
    'users.read',
    'follows.read',
    'follows.write',
  ],
  ...['offline.access', 'space.read', 'mute.read', 'mute.write', 'like.read', 'like.write', 'list.read', 'list.write'],
  ...['block.read', 'block.write', 'bookmark.read', 'bookmark.write', 'dm.read', 'dm.write', 'media.write'],
];
const invalid = (what: string): Answer => ({
  status: 400,
  body: { error: 'invalid_request', error_description: what },
});
const unauthorized = (what: string): Answer => ({
  status: 401,
  body: { error: 'unauthorized_client', error_description: what },
});

const TOKEN_ERRORS: Readonly<Record<TokenProblem, Answer>> = {
  content_type: invalid('Missing required parameter [grant_type].'),
  repeated: invalid('Bad request.'),
  unknown_client: unauthorized('Missing valid authorization header'),
  wrong_secret: unauthorized('Missing valid authorization header'),
  grant_type: invalid('Missing required parameter [grant_type].'),
  code: invalid('Value passed for the authorization code was invalid.'),
  redirect_uri: invalid('Value passed for the redirect uri did not match the uri of the authorization code.'),
  verifier_missing: invalid('Missing required parameter [code_verifier].'),
  verifier: invalid('Value passed for the code verifier did not match the code challenge.'),
  refresh_token: invalid('Value passed for the token was invalid.'),
};

const CREDENTIALS = {
  clientId: 'ZW11bGF0ZWQtbWljcm9ibG9nOjE6Y2k',
  clientSecret: 'emulated-microblog-client-secret',
  bearerToken: 'emulated-microblog-bearer-token',
};

/** X: docs.x.com, OAuth 2.0 authorization code flow with PKCE, confidential client. */
export const MICROBLOG: PlatformRules = {
  name: 'microblog',
  title: 'microblog (X API v2)',
  credentials: CREDENTIALS,
  addresses: { PLATFORM_MICROBLOG_URL: 'api.x.com', PLATFORM_MICROBLOG_SITE_URL: 'x.com' },
  routes: [
    {
      name: 'revoke',
      method: 'POST',
      path: '/api.x.com/2/oauth2/revoke',
      answer: (asked) =>
        asClient(asked, ({ token }) => {
          if (!token) return invalid('Missing required parameter [token].');
          const grant = asked.platform.grants.ofAny(token);
          if (grant) asked.platform.grants.revoke(grant);
          return ok({ revoked: true });
        }),
    },
    {
      name: 'usage',
      method: 'GET',
      path: '/api.x.com/2/usage/tweets',
      answer: ({ headers }) =>
        readBearer(headers.authorization) === CREDENTIALS.bearerToken
          ? ok({ data: { project_id: '1', project_usage: '0', project_cap: '2000000', cap_reset_day: 1 } })
          : problem(401, 'Unauthorized'),
    },
    ...userRoutes(),
    ...tweetRoutes(),
    ...spaceRoutes(),
  ],
  collections: [ACCOUNTS, FOLLOWS, POSTS, LIKES, SPACES, SETTINGS],
  appTokens: [CREDENTIALS.bearerToken],
  faults: {
    rate_limited: () => ({
      status: 429,
      body: { errors: [{ code: 88, message: 'Rate limit exceeded' }] },
      headers: limitHeaders({ limit: 75, remaining: 0, reset: Math.ceil(Date.now() / 1_000) + WINDOW_SECONDS }),
    }),
    forbidden: () =>
      problem(403, 'Client Forbidden', {
        type: 'https://api.x.com/2/problems/client-forbidden',
        detail:
          'This request must be made using an approved developer account that is enrolled in the requested endpoint.',
        reason: 'client-not-enrolled',
        required_enrollment: 'Standard Basic',
      }),
    subset: () => ({
      status: 403,
      body: {
        errors: [{ code: 453, message: 'You currently have access to a subset of X API V2 endpoints.' }],
      },
    }),
    outage: () => problem(503, 'Service Unavailable'),
    usage_capped: () =>
      problem(429, 'UsageCapExceeded', {
        type: 'https://api.x.com/2/problems/usage-capped',
        detail: 'Usage cap exceeded: Monthly product cap',
        period: 'Monthly',
        scope: 'Product',
      }),
    suspended: () =>
      problem(403, 'Forbidden', { detail: 'Your account is suspended and is not permitted to access this feature.' }),
    locked: () => ({
      status: 403,
      body: {
        errors: [{ code: 326, message: 'To protect our users from spam, this account is temporarily locked.' }],
      },
    }),
    /** Status 200, as for a resource that only its owner may see. */
    not_authorized: () => ok({ errors: [notAuthorized('user', 'id', '')] }),
  },
  signIn: {
    authorize: {
      path: '/x.com/i/oauth2/authorize',
      required: ['response_type', 'redirect_uri', 'scope', 'state', 'code_challenge', 'code_challenge_method'],
      challengeMethods: ['S256', 'plain'],
      scopes: SCOPES,
      codeSeconds: 30,
      redirected: [],
    },
    token: {
      paths: ['/api.x.com/2/oauth2/token'],
      clientBy: ['basic'],
      accessSeconds: 7_200,
      isRefreshable: (scopes) => scopes.includes('offline.access'),
      rotates: true,
      tokenType: 'bearer',
      errors: (which) => TOKEN_ERRORS[which],
    },
    userRoutes: [],
    refusal: (why) => (why === 'scope' ? problem(403, 'Forbidden') : problem(401, 'Unauthorized')),
    headers: (_, __, limit): Record<string, string> => (limit ? limitHeaders(limit) : {}),
    idOf,
  },
};
