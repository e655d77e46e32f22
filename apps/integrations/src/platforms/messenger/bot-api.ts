import type { Egress } from '@questp/egress';
import { AppError } from '@questp/messages/language';
import type { ConfigOf } from '@questp/service';
import { at } from '../../description/account.js';
import { address } from '../../description/platform.js';
import { jsonOf } from '../../outbound/finding.js';

export const MESSENGER_CONFIG = { PLATFORM_MESSENGER_URL: address('https://api.telegram.org') };

export type MessengerConfig = ConfigOf<typeof MESSENGER_CONFIG>;

/** Address of the method that returns the bot of a token, the platform's or a project's. */
export const botUrl = (botToken: string, { PLATFORM_MESSENGER_URL }: MessengerConfig): string =>
  `${PLATFORM_MESSENGER_URL}/bot${botToken}/getMe`;

const TIMEOUT_MS = 4_000;

export interface BotAnswer {
  status: number;
  /** Undefined unless the status is 200. */
  result: unknown;
}

/** Calls a method of a bot. Throws PLATFORM_UNAVAILABLE if the messenger does not answer, limits requests or fails. */
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
  return { status: answer.status, result: answer.status === 200 ? at(jsonOf(answer.body), 'result') : undefined };
}

/** Messages to the bot, its own memberships, and those of others in chats where it is an admin. */
const ALLOWED_UPDATES = ['message', 'my_chat_member', 'chat_member'];

/** Sets the URL that receives the updates of a bot. PLATFORM_UNAVAILABLE */
export async function setWebhook(bot: Parameters<typeof callBot>[0], url: string, secret: string): Promise<void> {
  const asked = { url, secret_token: secret, allowed_updates: ALLOWED_UPDATES };
  if ((await callBot(bot, 'setWebhook', asked)).result !== true) throw new AppError('PLATFORM_UNAVAILABLE');
}
