import type { Egress } from '@questp/egress';
import { AppError } from '@questp/messages/language';
import { at } from '../../outbound/account.js';
import type { MessengerConfig } from './messenger.js';

const TIMEOUT_MS = 4_000;

export interface BotAnswer {
  status: number;
  /** Undefined for a refusal. */
  result: unknown;
}

/** Calls a method of the bot that the token is of. PLATFORM_UNAVAILABLE when there is no answer for now. */
export async function callBot(
  { egress, config, token }: { egress: Egress; config: MessengerConfig; token: string },
  method: string,
  parameters: object = {},
): Promise<BotAnswer> {
  const answer = await egress.send(`${config.PLATFORM_MESSENGER_URL}/bot${token}/${method}`, {
    method: 'POST',
    destination: 'messenger',
    namedBy: 'platform',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(parameters)),
    timeoutMs: TIMEOUT_MS,
  });
  if (answer.outcome !== 'answered' || answer.status === 429 || answer.status >= 500) {
    throw new AppError('PLATFORM_UNAVAILABLE');
  }
  return { status: answer.status, result: answer.status === 200 ? resultIn(answer.body) : undefined };
}

function resultIn(body: Buffer): unknown {
  try {
    return at(JSON.parse(body.toString()), 'result');
  } catch {
    return undefined;
  }
}

/** What bots are told of: messages to them, their own memberships, and those of others where they are admins. */
const ALLOWED_UPDATES = ['message', 'my_chat_member', 'chat_member'];

/** Points a bot at an address. PLATFORM_UNAVAILABLE */
export async function setWebhook(bot: Parameters<typeof callBot>[0], url: string, secret: string): Promise<void> {
  const asked = { url, secret_token: secret, allowed_updates: ALLOWED_UPDATES };
  if ((await callBot(bot, 'setWebhook', asked)).result !== true) throw new AppError('PLATFORM_UNAVAILABLE');
}
