import type { Answer } from '../http/answer.js';
import type { PlatformRules, TokenProblem } from '../oauth/rules.js';
import { ACCOUNTS, FOLLOWS, idOf } from './accounts.js';
import { appRoutes } from './app-routes.js';
import { APP_TOKEN, CREDENTIALS } from './credentials.js';
import { badToken, error, missingPermission, notAvailable } from './errors.js';
import { graphApi, MESSAGING } from './graph-routes.js';
import { CALLBACKS, MESSAGES, SENT, SUBSCRIBED } from './messages.js';

const tokenError = (message: string): Answer => ({
  status: 400,
  body: { error_type: 'OAuthException', code: 400, error_message: message },
});
const badCode = tokenError('Matching code was not found or was already used');

const TOKEN_ERRORS: Readonly<Record<TokenProblem, Answer>> = {
  content_type: tokenError('You must provide a client_id'),
  repeated: tokenError('Invalid parameter'),
  unknown_client: tokenError('Invalid platform app'),
  wrong_secret: tokenError('Error validating verification code. Please make sure your client_secret is right'),
  grant_type: tokenError('Invalid grant_type'),
  code: badCode,
  redirect_uri: tokenError('Error validating verification code. Please make sure your redirect_uri is identical'),
  verifier_missing: badCode,
  verifier: badCode,
  refresh_token: badCode,
};

/** Instagram: developers.facebook.com, the API with Instagram Login, of professional accounts alone. */
export const PHOTOSITE: PlatformRules = {
  name: 'photosite',
  title: 'photo site (Instagram)',
  credentials: CREDENTIALS,
  addresses: {
    PLATFORM_PHOTOSITE_URL: 'graph.instagram.com',
    PLATFORM_PHOTOSITE_SITE_URL: 'www.instagram.com',
    PLATFORM_PHOTOSITE_TOKEN_URL: 'api.instagram.com',
    PLATFORM_PHOTOSITE_APP_URL: 'graph.facebook.com',
  },
  routes: [...appRoutes(), ...graphApi()],
  collections: [ACCOUNTS, FOLLOWS, MESSAGES, SENT, SUBSCRIBED, CALLBACKS],
  appTokens: [APP_TOKEN],
  webhooks: { retryAfter: [500, 1_000, 5_000, 30_000, 60_000, 300_000], timeoutSeconds: 20 },
  faults: {
    rate_limited: () => ({
      ...error(403, 4, '(#4) Application request limit reached', 'OAuthException', { is_transient: true }),
      headers: { 'x-app-usage': JSON.stringify({ call_count: 100, total_cputime: 25, total_time: 25 }) },
    }),
    forbidden: missingPermission,
    not_available: notAvailable,
    outage: () =>
      error(500, 2, 'An unexpected error has occurred. Please retry your request later.', 'OAuthException', {
        is_transient: true,
      }),
  },
  signIn: {
    client: { id: 'appId', secret: 'appSecret' },
    tokenPrefix: 'IGAA',
    authorize: {
      path: '/www.instagram.com/oauth/authorize',
      required: ['response_type', 'redirect_uri', 'scope'],
      // It knows no PKCE and ignores its parameters.
      challengeMethods: [],
      scopes: [
        ...['instagram_business_basic', MESSAGING, 'instagram_business_manage_comments'],
        'instagram_business_content_publish',
      ],
      codeSeconds: 3_600,
      redirected: [],
      declined: { error_reason: 'user_denied', error_description: 'The user denied your request' },
    },
    token: {
      paths: ['/api.instagram.com/oauth/access_token'],
      clientBy: ['post'],
      accessSeconds: 3_600,
      isRefreshable: () => false,
      tokenType: 'bearer',
      scopeSeparator: ',',
      adds: (_, { person }) => ({ user_id: idOf(person) }),
      errors: (which) => TOKEN_ERRORS[which],
      format: (answer) => {
        if (answer.status !== 200 || typeof answer.body !== 'object' || answer.body === null) return answer;
        const members = new Map<string, unknown>(Object.entries(answer.body));
        const [access_token, user_id] = [members.get('access_token'), members.get('user_id')];
        return { ...answer, body: { access_token, user_id, permissions: members.get('scope') } };
      },
    },
    userRoutes: [],
    refusal: (why) => (why === 'scope' ? missingPermission() : badToken()),
    headers: (_, __, limit): Record<string, string> =>
      limit
        ? { 'x-app-usage': JSON.stringify({ call_count: Math.round(100 - (100 * limit.remaining) / limit.limit) }) }
        : {},
    idOf,
  },
};
