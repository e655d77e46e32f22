import { ok, type Answer } from '../http/answer.js';
import type { Asked, PlatformRules, Route } from '../oauth/rules.js';
import { BOTS, type Bot } from './bots.js';

const RETRY_AFTER = 5;

const error = (status: number, description: string, parameters?: object): Answer => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
});

const userOf = ({ token, name, username }: Bot) => ({
  id: Number(token.split(':')[0]),
  is_bot: true,
  first_name: name,
  username,
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
});

/** What is no method of a bot is not there; a token of nobody is not allowed. */
function asBot({ platform, params }: Asked, method: string, answer: (bot: Bot) => object): Answer {
  const { token = '' } = params;
  if (!/^\d+:[\w-]+$/.test(token)) return error(404, 'Not Found');
  const isRevoked = platform.faults.take(method, ['revoked_token']) !== undefined;
  const bot = isRevoked ? undefined : BOTS.find((one) => one.token === token);
  return bot ? ok({ ok: true, result: answer(bot) }) : error(401, 'Unauthorized');
}

const getMe = (method: 'GET' | 'POST'): Route => ({
  name: 'getMe',
  method,
  path: '/api.telegram.org/bot:token/getMe',
  answer: (asked) => asBot(asked, 'getMe', userOf),
});

/** Telegram: core.telegram.org/bots/api, whose bots are known by tokens. */
export const MESSENGER: PlatformRules = {
  name: 'messenger',
  title: 'messenger (Telegram)',
  credentials: { botToken: BOTS[0].token },
  addresses: { PLATFORM_MESSENGER_URL: 'api.telegram.org' },
  routes: [getMe('GET'), getMe('POST')],
  callerOf: ({ params: { token = '' } }) => {
    const bot = BOTS.find((one) => one.token === token);
    return bot ? { kind: 'bot', id: bot.token.split(':')[0] ?? '' } : { kind: 'unknown' };
  },
  faults: {
    rate_limited: () => ({
      ...error(429, `Too Many Requests: retry after ${RETRY_AFTER}`, { retry_after: RETRY_AFTER }),
      headers: { 'retry-after': String(RETRY_AFTER) },
    }),
    forbidden: () => error(403, 'Forbidden: bot was blocked by the user'),
    outage: () => error(502, 'Bad Gateway'),
  },
};
