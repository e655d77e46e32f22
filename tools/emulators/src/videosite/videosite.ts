import { ok, type Answer } from '../http/answer.js';
import { readParameters } from '../oauth/parameters.js';
import type { PlatformRules, TokenProblem } from '../oauth/rules.js';
import { channelRoutes } from './channels.js';
import { CHANNELS, COMMENTS, idOf, RATINGS, SETTINGS, SUBSCRIPTIONS, VIDEOS } from './collections.js';
import { commentRoutes } from './comments.js';
import { dataRoute, YOUTUBE } from './data.js';
import { error, quotaExceeded, unauthenticated } from './errors.js';
import { videoRoutes } from './videos.js';

const PROFILE = ['openid', 'email', 'profile'];
const CREDENTIALS = {
  clientId: '100000000001-emulatedvideosite.apps.googleusercontent.com',
  clientSecret: 'GOCSPX-emulated-videosite-secret',
  apiKey: 'AIzaSyEmulatedVideositeApiKey0000000000',
};

const tokenError = (what: string, description: string, status = 400): Answer => ({
  status,
  body: { error: what, error_description: description },
});

const TOKEN_ERRORS: Readonly<Record<TokenProblem, Answer>> = {
  content_type: tokenError('invalid_request', 'Missing required parameter: grant_type'),
  repeated: tokenError('invalid_request', 'OAuth 2 parameters can only have a single value'),
  unknown_client: tokenError('invalid_client', 'The OAuth client was not found.', 401),
  wrong_secret: tokenError('invalid_client', 'Unauthorized', 401),
  grant_type: tokenError('unsupported_grant_type', 'Invalid grant_type'),
  code: tokenError('invalid_grant', 'Malformed auth code.'),
  redirect_uri: tokenError('redirect_uri_mismatch', 'Bad Request'),
  verifier_missing: tokenError('invalid_grant', 'Missing code verifier.'),
  verifier: tokenError('invalid_grant', 'Invalid code verifier.'),
  refresh_token: tokenError('invalid_grant', 'Token has been expired or revoked.'),
};

/** Google: OAuth 2.0 for web server applications, and the YouTube Data API v3. */
export const VIDEOSITE: PlatformRules = {
  name: 'videosite',
  title: 'video site (YouTube)',
  credentials: CREDENTIALS,
  addresses: {
    PLATFORM_VIDEOSITE_URL: 'www.googleapis.com',
    PLATFORM_VIDEOSITE_SITE_URL: 'accounts.google.com',
    PLATFORM_VIDEOSITE_TOKEN_URL: 'oauth2.googleapis.com',
  },
  routes: [
    {
      name: 'revoke',
      method: 'POST',
      path: '/oauth2.googleapis.com/revoke',
      answer: ({ platform: { grants }, query, body }) => {
        const grant = grants.ofAny(query['token'] ?? readParameters(body)?.['token'] ?? '');
        if (grant === undefined) return tokenError('invalid_token', 'Token expired or revoked');
        grants.revoke(grant);
        return ok({});
      },
    },
    dataRoute({
      name: 'languages',
      path: '/i18nLanguages',
      scopes: [`${YOUTUBE}.readonly`],
      answer: () => ok({ kind: 'youtube#i18nLanguageListResponse', etag: 'emulated', items: [] }),
    }),
    ...channelRoutes(),
    ...videoRoutes(),
    ...commentRoutes(),
  ],
  collections: [CHANNELS, VIDEOS, SUBSCRIPTIONS, RATINGS, COMMENTS, SETTINGS],
  faults: {
    rate_limited: () => ({
      ...error(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for quota metric.', { reason: 'rateLimitExceeded' }),
      headers: { 'retry-after': '60' },
    }),
    quota_exceeded: quotaExceeded,
    forbidden: () => error(403, 'PERMISSION_DENIED', 'Forbidden', { domain: 'youtube.common', reason: 'forbidden' }),
    account_closed: () =>
      error(403, 'PERMISSION_DENIED', 'The account is closed.', {
        domain: 'youtube.common',
        reason: 'authenticatedUserAccountClosed',
      }),
    subscription_forbidden: () =>
      error(403, 'PERMISSION_DENIED', 'The requester is not allowed to access the requested subscriptions.', {
        domain: 'youtube.subscription',
        reason: 'subscriptionForbidden',
      }),
    outage: () => error(503, 'UNAVAILABLE', 'The service is currently unavailable.', { reason: 'backendError' }),
  },
  signIn: {
    tokenPrefix: 'ya29.',
    authorize: {
      path: '/accounts.google.com/o/oauth2/v2/auth',
      required: ['response_type', 'redirect_uri', 'scope'],
      challengeMethods: ['S256', 'plain'],
      scopes: [YOUTUBE, `${YOUTUBE}.readonly`, `${YOUTUBE}.force-ssl`, ...PROFILE],
      codeSeconds: 600,
      redirected: [],
      status: { unknown_client: 401 },
      adds: ({ scopes }) => ({ scope: scopes.join(' ') }),
    },
    token: {
      paths: ['/oauth2.googleapis.com/token'],
      clientBy: ['basic', 'post'],
      accessSeconds: 3_599,
      // Issued once, unless the consent is asked for again.
      isRefreshable: (_, { access_type: type, prompt = '' }, isFirst) =>
        type === 'offline' && (isFirst || prompt.split(' ').includes('consent')),
      tokenType: 'Bearer',
      errors: (which) => TOKEN_ERRORS[which],
    },
    userRoutes: [],
    implies: { [YOUTUBE]: [`${YOUTUBE}.readonly`], [`${YOUTUBE}.force-ssl`]: [`${YOUTUBE}.readonly`, YOUTUBE] },
    refusal: (why) =>
      why === 'scope'
        ? {
            ...error(
              403,
              'PERMISSION_DENIED',
              'Request had insufficient authentication scopes.',
              { message: 'Insufficient Permission', reason: 'insufficientPermissions' },
              {
                details: [
                  {
                    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
                    reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
                    domain: 'googleapis.com',
                  },
                ],
              },
            ),
            headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="insufficient_scope"' },
          }
        : {
            ...unauthenticated(),
            headers: {
              'www-authenticate': `Bearer realm="https://accounts.google.com/"${why === 'bad' ? ', error="invalid_token"' : ''}`,
            },
          },
    idOf,
  },
};
