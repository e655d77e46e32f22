import type { Update, WebhookInfo } from '@grammyjs/types';
import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Platform } from '../oauth/rules.js';
import type { Parameters } from '../oauth/parameters.js';
import type { Answer } from '../http/answer.js';
import { ok } from '../http/answer.js';
import { ALL_BOTS, idOfBot, type Bot } from './bots.js';
import { badRequest } from './errors.js';

export type UpdateName = Exclude<keyof Update, 'update_id'>;

const webhookSchema = Type.Object(
  {
    /** The id of the bot. */
    bot: Type.Integer(),
    url: Type.String({ pattern: '^https?://' }),
    secret: Type.Optional(Type.String()),
    maxConnections: Type.Integer({ default: 40 }),
    /** Empty: all kinds except those that must be requested. */
    allowedUpdates: Type.Array(Type.String(), { default: [] }),
  },
  { additionalProperties: false },
);
type BotWebhook = Static<typeof webhookSchema>;

/** The webhooks of bots. Tests should set them by the API, as bots do. */
export const WEBHOOKS = new Collection({
  name: 'webhooks',
  key: ['bot'],
  schema: webhookSchema,
  seed: (): BotWebhook[] => [],
});

/** Kinds that are sent only on request. */
const NOT_BY_DEFAULT: readonly UpdateName[] = ['chat_member', 'message_reaction', 'message_reaction_count'];

/** Sends the update to the webhook of the bot, if it is subscribed to its kind. */
export function sendUpdate(platform: Platform, bot: number, name: UpdateName, content: object): void {
  const isWanted = ({ allowedUpdates: allowed }: BotWebhook) =>
    allowed.length > 0 ? allowed.includes(name) : !NOT_BY_DEFAULT.includes(name);
  const webhook = WEBHOOKS.of(platform).get(bot);
  if (webhook === undefined || !isWanted(webhook)) return;
  const body = JSON.stringify({ update_id: platform.next(`update ${bot}`), [name]: content });
  platform.send(String(bot), {
    event: name,
    request: () => {
      const now = WEBHOOKS.of(platform).get(bot);
      if (now === undefined) return undefined;
      return { url: now.url, headers: { ...(now.secret && { 'x-telegram-bot-api-secret-token': now.secret }) }, body };
    },
  });
}

type Asked = Readonly<Record<string, unknown>> | Parameters;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An array, or the text of one as forms have it. */
function textsOf(value: unknown): string[] | undefined {
  try {
    const list: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

/** An address of this machine, which names below `localhost` are, may do without TLS. */
function urlProblem(url: string): string | undefined {
  if (!URL.canParse(url)) return 'invalid url specified';
  const { protocol, hostname } = new URL(url);
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) || hostname.endsWith('.localhost');
  return protocol === 'https:' || (protocol === 'http:' && isHere)
    ? undefined
    : 'An HTTPS URL must be provided for webhook';
}

export function setWebhook(platform: Platform, bot: Bot, asked: Asked): Answer {
  const id = idOfBot(bot);
  const url = textOf(asked['url']);
  if (url === '') return deleteWebhook(platform, bot, asked);
  const problem = urlProblem(url);
  if (problem !== undefined) return badRequest(`bad webhook: ${problem}`);
  const secret = asked['secret_token'];
  if (secret !== undefined && (typeof secret !== 'string' || !/^[\w-]{1,256}$/.test(secret))) {
    return badRequest('secret token contains unallowed characters');
  }
  const maxConnections = Number(asked['max_connections'] ?? 40);
  if (!Number.isInteger(maxConnections) || maxConnections < 1 || maxConnections > 100) {
    return badRequest('max_connections must be between 1 and 100');
  }
  const before = WEBHOOKS.of(platform).get(id);
  const allowed = asked['allowed_updates'];
  const allowedUpdates = allowed === undefined ? (before?.allowedUpdates ?? []) : textsOf(allowed);
  if (allowedUpdates === undefined) return badRequest("can't parse allowed updates");
  if (isTrue(asked['drop_pending_updates'])) platform.webhooks.drop(String(id));
  WEBHOOKS.of(platform).put({ bot: id, url, maxConnections, allowedUpdates, ...(secret && { secret }) });
  return ok({ ok: true, result: true, description: 'Webhook was set' });
}

const isTrue = (value: unknown): boolean => value === true || value === 'true';

export function deleteWebhook(platform: Platform, bot: Bot, asked: Asked): Answer {
  const id = idOfBot(bot);
  const before = WEBHOOKS.of(platform).get(id);
  if (isTrue(asked['drop_pending_updates'])) platform.webhooks.drop(String(id));
  if (before) WEBHOOKS.of(platform).remove(before);
  return ok({ ok: true, result: true, description: before ? 'Webhook was deleted' : 'Webhook is already deleted' });
}

export function webhookInfo(platform: Platform, bot: Bot) {
  const id = idOfBot(bot);
  const webhook = WEBHOOKS.of(platform).get(id);
  const failed = platform.webhooks.lastError(String(id));
  return {
    ...{ url: webhook?.url ?? '', has_custom_certificate: false },
    pending_update_count: platform.webhooks.pending(String(id)),
    ...(failed && { last_error_date: failed.time, last_error_message: failed.message }),
    ...(webhook && { max_connections: webhook.maxConnections }),
    ...(webhook && webhook.allowedUpdates.length > 0 && { allowed_updates: webhook.allowedUpdates }),
  } satisfies Omit<WebhookInfo, 'allowed_updates'>;
}

/** Every bot that runs. */
export const botIds = (platform: Platform): number[] => ALL_BOTS.all(platform).map(idOfBot);
