import { ok, type Answer } from '../http/answer.js';
import type { LimitState } from '../oauth/rate-limits.js';
import type { Asked, PlatformRules, TokenProblem } from '../oauth/rules.js';
import { asClient } from '../oauth/token.js';
import { GUILDS, guildNamed, type Guild } from './guilds.js';
import { API, idOf, userRoutes } from './users.js';

const SCOPES = [
  ...['identify', 'email', 'guilds', 'guilds.join', 'guilds.members.read', 'connections', 'bot'],
  ...['applications.commands', 'role_connections.write', 'webhook.incoming', 'openid'],
];
/** Real ones are told by each answer; nothing is published that a client may count on. */
const LIMIT = { requests: 50, seconds: 1 };
const CREDENTIALS = {
  clientId: '1200000000000000001',
  clientSecret: 'emulated-chatcomm-client-secret0',
  botToken: 'MTIwMDAwMDAwMDAwMDAwMDAwMQ.emulated.chatcomm-bot-token',
};

const error = (status: number, message: string, code = 0): Answer => ({ status, body: { message, code } });
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

const limitHeaders = ({ limit, remaining, reset }: Omit<LimitState, 'isExceeded'>): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(reset),
  'x-ratelimit-reset-after': String(Math.max(0, reset - Math.floor(Date.now() / 1_000))),
  'x-ratelimit-bucket': 'a0d9ce2f4f6ab2aa4d3f7ab0b5ac1ee8',
});

const RETRY_AFTER = 1.5;

/** Of a route that the bot asks. */
function asBot({ headers }: Asked, answer: () => Answer): Answer {
  return headers.authorization === `Bot ${CREDENTIALS.botToken}` ? answer() : error(401, '401: Unauthorized');
}

const guildOf = ({ id, name }: Guild) => ({ id, name, icon: null, owner_id: '1', features: [], description: null });

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
    {
      name: 'application',
      method: 'GET',
      path: `${API}/applications/@me`,
      answer: (asked) => asBot(asked, () => ok({ id: CREDENTIALS.clientId, name: 'Emulated application', flags: 0 })),
    },
    {
      name: 'guild',
      method: 'GET',
      path: `${API}/guilds/:id`,
      answer: (asked) =>
        asBot(asked, () => {
          const guild = GUILDS.find(({ id }) => id === asked.params['id']);
          return guild ? ok(guildOf(guild)) : error(404, 'Unknown Guild', 10_004);
        }),
    },
  ],
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
    forbidden: () => error(403, 'Missing Access', 50_001),
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
      adds: ({ scopes, asked }) =>
        scopes.includes('bot')
          ? { guild_id: guildNamed(asked['guild_id']).id, permissions: asked['permissions'] ?? '0' }
          : {},
      choices: ({ scope = '', guild_id: chosen }): Record<string, Record<string, string>> =>
        scope.split(' ').includes('bot') && chosen === undefined
          ? { guild_id: Object.fromEntries(GUILDS.map(({ id, name }) => [id, name])) }
          : {},
    },
    token: {
      paths: ['/discord.com/api/oauth2/token', `${API}/oauth2/token`],
      clientBy: ['basic', 'post'],
      accessSeconds: 604_800,
      isRefreshable: () => true,
      rotates: true,
      tokenType: 'Bearer',
      adds: (_, { scopes, asked }) => (scopes.includes('bot') ? { guild: guildOf(guildNamed(asked['guild_id'])) } : {}),
      errors: (which) => TOKEN_ERRORS[which],
    },
    userRoutes: userRoutes(LIMIT, CREDENTIALS.clientId),
    refusal: (why) =>
      why === 'scope' ? error(403, 'Missing required OAuth2 scope', 50_026) : error(401, '401: Unauthorized'),
    headers: (_, __, limit): Record<string, string> => (limit ? limitHeaders(limit) : {}),
    idOf,
  },
};
