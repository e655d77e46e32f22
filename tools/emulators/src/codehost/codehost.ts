import type { IncomingHttpHeaders } from 'node:http';
import { ok, type Answer } from '../http/answer.js';
import type { Grant } from '../oauth/grants.js';
import { readBearer } from '../oauth/parameters.js';
import type { LimitState } from '../oauth/rate-limits.js';
import type { Asked, PlatformRules, TokenProblem } from '../oauth/rules.js';
import { ANONYMOUS, API, DOCS, error, HOUR, NO_CONTENT, SEARCH } from './answers.js';
import { COMMITS, commitRoutes } from './commits.js';
import { hookRoutes } from './hook-routes.js';
import { HOOKS } from './hooks.js';
import { issueRoutes } from './issue-routes.js';
import { ISSUES, PULLS } from './issues.js';
import { REPOSITORIES } from './repositories.js';
import { repositoryRoutes } from './repository-routes.js';
import { SETTINGS, starRoutes, STARS, starUserRoute } from './stars.js';
import { userRoutes } from './user-routes.js';
import { idOf, showProfile, userOf, USERS } from './users.js';
import { isClient, limitHeaders } from './viewer.js';

const CREDENTIALS = { clientId: 'Ov23liEmulatedCodehost', clientSecret: 'emulated0codehost0client0secret000000000' };

/** Refusals of a token come with status 200. */
const tokenError = (code: string, description: string): Answer =>
  ok({
    error: code,
    error_description: description,
    error_uri: `${DOCS}/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/#${code.replaceAll('_', '-')}`,
  });

const badCode = tokenError('bad_verification_code', 'The code passed is incorrect or expired.');
const badClient = tokenError(
  'incorrect_client_credentials',
  'The client_id and/or client_secret passed are incorrect.',
);

const TOKEN_ERRORS: Readonly<Record<TokenProblem, Answer>> = {
  content_type: { status: 404, body: { error: 'Not Found' } },
  repeated: badCode,
  unknown_client: { status: 404, body: { error: 'Not Found' } },
  wrong_secret: badClient,
  grant_type: tokenError('unsupported_grant_type', 'The grant_type is not supported.'),
  code: badCode,
  redirect_uri: tokenError(
    'redirect_uri_mismatch',
    'The redirect_uri MUST match the registered callback URL for this application.',
  ),
  verifier_missing: badCode,
  verifier: badCode,
  refresh_token: tokenError('bad_refresh_token', 'The refresh token passed is incorrect or expired.'),
};

/** The host has to be the same, and the path the registered one or below it. */
function fits(asked: string, registered: string): boolean {
  if (!URL.canParse(asked)) return false;
  const [one, other] = [new URL(asked), new URL(registered)];
  const isBelow = one.pathname === other.pathname || one.pathname.startsWith(`${other.pathname.replace(/\/$/, '')}/`);
  return one.origin === other.origin && one.username === '' && one.password === '' && isBelow;
}

/** Form-encoded unless the client accepts JSON. */
function format(answer: Answer, { accept = '' }: IncomingHttpHeaders): Answer {
  if (accept.includes('json')) return answer;
  const body = new URLSearchParams(answer.body as Record<string, string>).toString();
  return {
    ...answer,
    body,
    headers: { ...answer.headers, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
  };
}

/** Of a route below /applications/{client_id}, which the application asks about one of its tokens. */
function aboutToken(asked: Asked, answer: (grant: Grant, token: string) => Answer): Answer {
  const { platform, params, body } = asked;
  if (!isClient(asked) || params['client_id'] !== CREDENTIALS.clientId) return error(404, 'Not Found');
  const token = typeof body === 'object' && body && 'access_token' in body ? body.access_token : undefined;
  if (typeof token !== 'string') {
    const problem = { resource: 'OauthAccess', code: 'missing_field', field: 'access_token' };
    return {
      status: 422,
      body: { message: 'Validation Failed', errors: [problem], documentation_url: `${DOCS}/rest` },
    };
  }
  const grant = platform.grants.ofAccess(token);
  return grant ? answer(grant, token) : error(404, 'Not Found', '/rest/apps/oauth-applications');
}

const HOOK_SCOPES = ['admin:repo_hook', 'write:repo_hook', 'read:repo_hook'];

const without = ({ remaining, reset }: LimitState) => ({ remaining, reset });

/** GitHub: an OAuth app (docs.github.com), whose tokens do not expire. */
export const CODEHOST: PlatformRules = {
  name: 'codehost',
  title: 'code host (GitHub)',
  credentials: CREDENTIALS,
  addresses: { PLATFORM_CODEHOST_URL: 'api.github.com', PLATFORM_CODEHOST_SITE_URL: 'github.com' },
  routes: [
    ...repositoryRoutes(),
    ...starRoutes(),
    ...issueRoutes(),
    ...commitRoutes(),
    {
      name: 'check',
      method: 'POST',
      path: `${API}/applications/:client_id/token`,
      answer: (asked) =>
        aboutToken(asked, (grant, token) =>
          ok({ token, scopes: grant.scopes, user: showProfile(userOf(asked.platform, grant.person)) }),
        ),
    },
    {
      name: 'revoke',
      method: 'DELETE',
      path: `${API}/applications/:client_id/token`,
      answer: (asked) =>
        aboutToken(asked, (_, token) => {
          asked.platform.grants.dropAccess(token);
          return NO_CONTENT;
        }),
    },
    {
      name: 'revoke',
      method: 'DELETE',
      path: `${API}/applications/:client_id/grant`,
      answer: (asked) =>
        aboutToken(asked, ({ person }) => {
          asked.platform.grants.revokeAllOf(person);
          return NO_CONTENT;
        }),
    },
    {
      name: 'rate_limit',
      method: 'GET',
      path: `${API}/rate_limit`,
      answer: (asked) => {
        const { platform, headers } = asked;
        const token = readBearer(headers.authorization);
        const grant = token === undefined ? undefined : platform.grants.ofAccess(token);
        if (headers.authorization !== undefined && !isClient(asked) && !grant) return error(401, 'Bad credentials');
        const caller = grant?.person.key ?? (isClient(asked) ? 'client' : 'anybody');
        const stateOf = (limit: typeof HOUR) => {
          const state = platform.limits.count(`${limit.name} ${caller}`, limit, 0);
          return { limit: limit.requests, used: limit.requests - state.remaining, ...without(state) };
        };
        const core = stateOf(caller === 'anybody' ? ANONYMOUS : HOUR);
        return ok({ resources: { core, search: stateOf(SEARCH) }, rate: core });
      },
    },
  ],
  collections: [USERS, REPOSITORIES, STARS, PULLS, ISSUES, COMMITS, HOOKS, SETTINGS],
  // A webhook that fails is not repeated.
  webhooks: { retryAfter: [], timeoutSeconds: 10 },
  precondition: (headers) =>
    headers['user-agent']
      ? undefined
      : {
          status: 403,
          body: 'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.\n',
        },
  faults: {
    rate_limited: () => ({
      ...error(429, 'API rate limit exceeded for user ID 1.', '/rest/using-the-rest-api/rate-limits-for-the-rest-api'),
      headers: limitHeaders(
        {
          limit: HOUR.requests,
          remaining: 0,
          reset: Math.ceil(Date.now() / 1_000) + HOUR.seconds,
        },
        'core',
      ),
    }),
    secondary_limit: () => ({
      ...error(403, 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'),
      headers: { 'retry-after': '60' },
    }),
    forbidden: () => error(403, 'Resource not accessible by integration'),
    outage: () => error(503, 'Service unavailable'),
  },
  signIn: {
    tokenPrefix: 'gho_',
    authorize: {
      path: '/github.com/login/oauth/authorize',
      required: [],
      challengeMethods: ['S256'],
      scopes: [
        ...['repo', 'repo:status', 'public_repo', 'read:org', 'gist', 'notifications'],
        ...['user', 'read:user', 'user:email', 'user:follow'],
        ...HOOK_SCOPES,
      ],
      ignoresUnknownScopes: true,
      codeSeconds: 600,
      redirected: ['redirect_uri_mismatch'],
      status: { unknown_client: 404 },
      fits,
      declined: {
        error_description: 'The user has denied your application access.',
        error_uri: `${DOCS}/apps/managing-oauth-apps/troubleshooting-authorization-request-errors/#access-denied`,
      },
    },
    token: {
      paths: ['/github.com/login/oauth/access_token'],
      takesJson: true,
      clientBy: ['post'],
      defaultGrantType: 'authorization_code',
      isRedirectUriOptional: true,
      isRefreshable: () => false,
      tokenType: 'bearer',
      scopeSeparator: ',',
      errors: (which) => TOKEN_ERRORS[which],
      format,
    },
    userRoutes: [...userRoutes(), starUserRoute(), ...hookRoutes()],
    implies: {
      user: ['read:user', 'user:email', 'user:follow'],
      repo: ['repo:status', 'public_repo', ...HOOK_SCOPES],
      'admin:repo_hook': HOOK_SCOPES,
      'write:repo_hook': ['read:repo_hook'],
    },
    refusal: (why, { page }) => {
      if (why === 'none') return error(401, 'Requires authentication', page);
      // A resource that the token may not see is a 404.
      return why === 'bad' ? error(401, 'Bad credentials') : error(404, 'Not Found', page);
    },
    headers: ({ scopes }, grant, limit) => ({
      ...(limit && limitHeaders(limit, 'core')),
      'x-oauth-scopes': grant.scopes.join(', '),
      'x-accepted-oauth-scopes': scopes.join(', '),
      'x-oauth-client-id': CREDENTIALS.clientId,
      'x-github-media-type': 'github.v3; format=json',
    }),
    idOf,
  },
};
