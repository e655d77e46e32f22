import { ok, type Answer } from '../http/answer.js';
import type { Parameters } from '../oauth/parameters.js';
import type { Asked, PlatformRules, TokenProblem } from '../oauth/rules.js';
import { asClient } from '../oauth/token.js';
import { botRoutes } from './bot-routes.js';
import { CREDENTIALS } from './credentials.js';
import { error, MISSING_ACCESS, MISSING_PERMISSIONS } from './errors.js';
import { LIMIT, limitHeaders } from './limits.js';
import { messageRoutes } from './message-routes.js';
import { CHANNELS, MESSAGES, SETTINGS } from './messages.js';
import { MEMBERS, openServers, ROLES, serverNamed, SERVERS, type Server } from './servers.js';
import { userRoutes } from './user-routes.js';
import { API, idOf } from './users.js';

const SCOPES = [
  ...['identify', 'email', 'guilds', 'guilds.join', 'guilds.members.read', 'connections', 'bot'],
  ...['applications.commands', 'role_connections.write', 'webhook.incoming', 'openid'],
];

const tokenError = (what: string, description?: string): Answer => ({
  status: what === 'invalid_client' ? 401 : 400,
  body: { error: what, ...(description && { error_description: description }) },
});

const TOKEN_ERRORS: Readonly<Record<TokenProblem, Answer>> = {
  content_type: tokenError('invalid_request', 'The content type has to be application/x-www-form-urlencoded.'),
  repeated: tokenError('invalid_request'),
  unknown_client: tokenError('invalid_client'),
  wrong_secret: tokenError('invalid_client'),
  grant_type: tokenError('unsupported_grant_type', 'Grant type None is not supported'),
  code: tokenError('invalid_grant', 'Invalid "code" in request.'),
  redirect_uri: tokenError('invalid_grant', 'Invalid "redirect_uri" in request.'),
  verifier_missing: tokenError('invalid_request', 'Missing "code_verifier" in request.'),
  verifier: tokenError('invalid_grant', 'Invalid "code_verifier" in request.'),
  refresh_token: tokenError('invalid_grant'),
};

const RETRY_AFTER = 1.5;

/** The server that the bot was added to, as the token answer shows it. */
function addedTo({ id, name }: Server) {
  return { id, name, icon: null, owner_id: '1', features: [], description: null };
}

/** Discord: discord.com/developers/docs, with the installation of a bot. */
export const CHATCOMM: PlatformRules = {
  name: 'chatcomm',
  title: 'chat server (Discord)',
  credentials: CREDENTIALS,
  addresses: { PLATFORM_CHATCOMM_URL: 'discord.com/api/v10', PLATFORM_CHATCOMM_SITE_URL: 'discord.com' },
  routes: [
    ...['/discord.com/api', API].map((base) => ({
      name: 'revoke',
      method: 'POST' as const,
      path: `${base}/oauth2/token/revoke`,
      answer: (asked: Asked) =>
        asClient(asked, ({ token = '' }) => {
          const grant = asked.platform.grants.ofAny(token);
          if (grant) asked.platform.grants.revoke(grant);
          return ok({});
        }),
    })),
    ...botRoutes(),
    ...messageRoutes(),
  ],
  collections: [SERVERS, CHANNELS, ROLES, MEMBERS, MESSAGES, SETTINGS],
  faults: {
    rate_limited: () => ({
      status: 429,
      body: { message: 'You are being rate limited.', retry_after: RETRY_AFTER, global: false },
      headers: {
        ...limitHeaders({ limit: LIMIT.requests, remaining: 0, reset: Math.ceil(Date.now() / 1_000 + RETRY_AFTER) }),
        'x-ratelimit-scope': 'user',
        'retry-after': String(Math.ceil(RETRY_AFTER)),
      },
    }),
    global_limit: () => ({
      status: 429,
      body: { message: 'You are being rate limited.', retry_after: RETRY_AFTER, global: true },
      headers: {
        'x-ratelimit-global': 'true',
        'x-ratelimit-scope': 'global',
        'retry-after': String(Math.ceil(RETRY_AFTER)),
      },
    }),
    index_not_ready: () => ({
      status: 202,
      body: {
        ...{ message: 'Index not yet available. Try again later', code: 110_000 },
        ...{ documents_indexed: 0, retry_after: 2 },
      },
    }),
    forbidden: () => MISSING_ACCESS,
    missing_permissions: () => MISSING_PERMISSIONS,
    outage: () => error(503, '503: Service Unavailable'),
  },
  signIn: {
    authorize: {
      path: '/discord.com/oauth2/authorize',
      required: ['response_type', 'redirect_uri', 'scope'],
      challengeMethods: ['S256'],
      scopes: SCOPES,
      codeSeconds: 60,
      redirected: ['invalid_scope'],
      declined: { error_description: 'The resource owner or authorization server denied the request' },
      adds: ({ scopes, asked }, platform): Parameters => {
        const server = serverNamed(platform, asked['guild_id']);
        if (!scopes.includes('bot') || server === undefined) return {};
        const permissions = asked['permissions'] ?? '0';
        if (/^\d{1,20}$/.test(permissions))
          SERVERS.of(platform).put({ ...server, bot: true, botPermissions: permissions });
        return { guild_id: server.id, permissions };
      },
      choices: ({ scope = '', guild_id: chosen }, platform): Record<string, Record<string, string>> =>
        scope.split(' ').includes('bot') && chosen === undefined
          ? { guild_id: Object.fromEntries(openServers(platform).map(({ id, name }) => [id, name])) }
          : {},
    },
    token: {
      paths: ['/discord.com/api/oauth2/token', `${API}/oauth2/token`],
      clientBy: ['basic', 'post'],
      accessSeconds: 604_800,
      isRefreshable: () => true,
      rotates: true,
      tokenType: 'Bearer',
      adds: (platform, { scopes, asked }) => {
        const server = scopes.includes('bot') ? serverNamed(platform, asked['guild_id']) : undefined;
        return server ? { guild: addedTo(server) } : {};
      },
      errors: (which) => TOKEN_ERRORS[which],
    },
    userRoutes: userRoutes(LIMIT, CREDENTIALS.clientId),
    refusal: (why) =>
      why === 'scope' ? error(403, 'Missing required OAuth2 scope', 50_026) : error(401, '401: Unauthorized'),
    headers: (_, __, limit): Record<string, string> => (limit ? limitHeaders(limit) : {}),
    idOf,
  },
};
