import { ok, type Answer } from '../http/answer.js';
import type { PlatformRules, TokenProblem } from '../oauth/rules.js';
import { COMMENTS, idOf, POSTS, USERS, VOTES } from './collections.js';
import { COMPLEXITY, graphqlRoute, limitHeaders } from './graphql-route.js';

const CREDENTIALS = {
  clientId: 'emulatedLaunchsiteClientId0000000000000000001',
  clientSecret: 'emulatedLaunchsiteClientSecret00000000000000',
};
const APP_TOKEN = 'emulatedLaunchsiteApplicationToken';

const tokenError = (what: string, description: string): Answer => ({
  status: 401,
  body: { error: what, error_description: description },
});

const badClient = tokenError(
  'invalid_client',
  'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
);
const badGrant = tokenError(
  'invalid_grant',
  'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
);

const TOKEN_ERRORS: Readonly<Record<TokenProblem, Answer>> = {
  content_type: tokenError('invalid_request', 'The request is missing a required parameter.'),
  repeated: tokenError('invalid_request', 'The request includes a parameter twice.'),
  unknown_client: badClient,
  wrong_secret: badClient,
  grant_type: tokenError('unsupported_grant_type', 'The authorization grant type is not supported.'),
  code: badGrant,
  redirect_uri: badGrant,
  verifier_missing: badGrant,
  verifier: badGrant,
  refresh_token: badGrant,
};

const failed = (status: number, error: string, description: string, details: object = {}): Answer => ({
  status,
  body: { data: null, errors: [{ error, error_description: description, ...details }] },
});

/** Product Hunt: api.producthunt.com/v2/docs, whose tokens do not expire. */
export const LAUNCHSITE: PlatformRules = {
  name: 'launchsite',
  title: 'launch site (Product Hunt)',
  credentials: CREDENTIALS,
  addresses: { PLATFORM_LAUNCHSITE_URL: 'api.producthunt.com' },
  routes: [graphqlRoute()],
  collections: [USERS, POSTS, VOTES, COMMENTS],
  appTokens: [APP_TOKEN],
  faults: {
    rate_limited: () => ({
      ...failed(429, 'rate_limit_reached', 'Sorry. You have exceeded the API rate limit, please try again later.', {
        details: { limit: COMPLEXITY.requests, remaining: 0, reset_in: COMPLEXITY.seconds },
      }),
      headers: limitHeaders({
        ...{ limit: COMPLEXITY.requests, remaining: 0 },
        reset: Math.ceil(Date.now() / 1_000) + COMPLEXITY.seconds,
      }),
    }),
    forbidden: () => failed(403, 'forbidden', 'You are not allowed to do this.'),
    outage: () => failed(503, 'service_unavailable', 'The service is not available.'),
  },
  signIn: {
    authorize: {
      path: '/api.producthunt.com/v2/oauth/authorize',
      required: ['response_type', 'redirect_uri', 'scope'],
      // It knows no PKCE and ignores its parameters.
      challengeMethods: [],
      scopes: ['public', 'private', 'write'],
      codeSeconds: 600,
      redirected: ['invalid_scope', 'unsupported_response_type'],
      declined: { error_description: 'The resource owner or authorization server denied the request.' },
    },
    token: {
      paths: ['/api.producthunt.com/v2/oauth/token'],
      takesJson: true,
      clientBy: ['post'],
      isRefreshable: () => false,
      tokenType: 'Bearer',
      forClient: () => ok({ access_token: APP_TOKEN, token_type: 'Bearer', scope: 'public' }),
      errors: (which) => TOKEN_ERRORS[which],
    },
    userRoutes: [],
    refusal: (why) =>
      why === 'scope'
        ? failed(403, 'insufficient_scope', 'The access token does not have the scope that is needed.')
        : failed(401, 'invalid_oauth_token', 'Please supply a valid access token.'),
    idOf,
  },
};
