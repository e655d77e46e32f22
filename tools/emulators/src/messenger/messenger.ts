import { Type } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Answer } from '../http/answer.js';
import type { Asked, PlatformRules, Route } from '../oauth/rules.js';
import { ALL_BOTS, BOTS, idOfBot } from './bots.js';
import { CHATS } from './chats.js';
import { CONTACTS, MESSAGES, SENT } from './contacts.js';
import { badRequest, error } from './errors.js';
import { MEMBERS } from './members.js';
import { METHODS, type Method } from './methods.js';
import { WEBHOOKS } from './webhook.js';

const RETRY_AFTER = 5;

/** The refusal of a method about a user, in the wording of the test. */
const REFUSALS = new Collection({
  name: 'refusals',
  key: ['method', 'user'],
  schema: Type.Object(
    {
      method: Type.String(),
      user: Type.String(),
      status: Type.Integer({ default: 400 }),
      description: Type.String(),
    },
    { additionalProperties: false },
  ),
  seed: () => [],
});

/** 404 for a token of another form, 401 for an unknown or revoked one. */
function asBot({ platform, params, query, body }: Asked, name: string, method: Method): Answer {
  const { token = '' } = params;
  if (!/^\d+:[\w-]+$/.test(token)) return error(404, 'Not Found');
  const isRevoked = platform.faults.take(name, ['revoked_token']) !== undefined;
  const bot = isRevoked ? undefined : ALL_BOTS.of(platform).get(token);
  if (bot === undefined) return error(401, 'Unauthorized');
  const parameters = { ...query, ...(typeof body === 'object' && body) };
  const refused = REFUSALS.of(platform).get(name, String((parameters as { user_id?: unknown }).user_id));
  return refused ? error(refused.status, refused.description) : method(platform, bot, parameters);
}

const routesOf = ([name, method]: [string, Method]): Route[] =>
  (['GET', 'POST'] as const).map((verb) => ({
    name,
    method: verb,
    path: `/api.telegram.org/bot:token/${name}`,
    answer: (asked) => asBot(asked, name, method),
  }));

/** Telegram: core.telegram.org/bots/api, whose bots are known by tokens. */
export const MESSENGER: PlatformRules = {
  name: 'messenger',
  title: 'messenger (Telegram)',
  credentials: { botToken: BOTS[0].token },
  addresses: { PLATFORM_MESSENGER_URL: 'api.telegram.org' },
  routes: Object.entries(METHODS).flatMap(routesOf),
  collections: [ALL_BOTS, CHATS, MEMBERS, CONTACTS, MESSAGES, SENT, WEBHOOKS, REFUSALS],
  // Until a webhook accepts them, as long as an update is kept; later ones wait.
  webhooks: { retryAfter: [500, 1_000, 2_000, 5_000, 10_000, ...Array<number>(50).fill(30_000)], timeoutSeconds: 60 },
  callerOf: ({ platform, params: { token } }) => {
    const bot = ALL_BOTS.of(platform).get(token);
    return bot ? { kind: 'bot', id: String(idOfBot(bot)) } : { kind: 'unknown' };
  },
  faults: {
    rate_limited: () => ({
      ...error(429, `Too Many Requests: retry after ${RETRY_AFTER}`, { retry_after: RETRY_AFTER }),
      headers: { 'retry-after': String(RETRY_AFTER) },
    }),
    forbidden: () => error(403, 'Forbidden: bot was blocked by the user'),
    participant_id_invalid: () => badRequest('PARTICIPANT_ID_INVALID'),
    outage: () => error(502, 'Bad Gateway'),
  },
};
