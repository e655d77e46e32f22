import { ok, type Answer } from '../http/answer.js';
import type { Parameters } from '../oauth/parameters.js';
import type { Route } from '../oauth/rules.js';
import { botRoute, notSnowflake, serverRoute } from './bot-routes.js';
import { invalidForm, MISSING_ACCESS, MISSING_PERMISSIONS, UNKNOWN_CHANNEL } from './errors.js';
import { CHANNELS, contentIntent, messagesOf, serverOf, type Message } from './messages.js';
import { botMay, READ_MESSAGE_HISTORY, VIEW_CHANNEL } from './permissions.js';
import { showMessage } from './shown.js';

/** A whole number of the query between two, or the refusal. */
function readNumber(query: Parameters, name: string, otherwise: number, least: number, most: number): number | Answer {
  const text = query[name];
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!/^\d{1,6}$/.test(text)) return invalidForm(name, 'NUMBER_TYPE_COERCE', `Value "${text}" is not int.`);
  if (value < least)
    return invalidForm(name, 'NUMBER_TYPE_MIN', `int value should be greater than or equal to ${least}.`);
  if (value > most) return invalidForm(name, 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${most}.`);
  return value;
}

const POSITIONS = ['before', 'after', 'around'] as const;

/** The messages at a position in a channel, oldest first; the newest without one. */
function at(all: readonly Message[], limit: number, query: Parameters): Message[] {
  const { before, after, around } = query;
  if (before !== undefined) return all.filter(({ id }) => BigInt(id) < BigInt(before)).slice(-limit);
  if (after !== undefined) return all.filter(({ id }) => BigInt(id) > BigInt(after)).slice(0, limit);
  if (around === undefined) return all.slice(-limit);
  const middle = all.findIndex(({ id }) => BigInt(id) >= BigInt(around));
  const first = Math.max(0, (middle < 0 ? all.length : middle) - Math.floor(limit / 2));
  return all.slice(first, first + limit);
}

/** Words of a search may be anywhere in the content. */
const hasWords = ({ content }: Message, asked: string): boolean =>
  asked
    .toLowerCase()
    .split(/\s+/)
    .every((word) => content.toLowerCase().includes(word));

const idsOf = (text: string | undefined): string[] | undefined => text?.split(',');

export const messageRoutes = (): Route[] => [
  botRoute('messages', '/channels/:id/messages', ({ platform, params: { id = '' }, query }) => {
    const channel = CHANNELS.of(platform).get(id);
    const server = channel && serverOf(platform, channel);
    if (channel === undefined || server === undefined) return UNKNOWN_CHANNEL;
    if (!server.bot || !botMay(platform, VIEW_CHANNEL, server, channel)) return MISSING_ACCESS;
    const limit = readNumber(query, 'limit', 50, 1, 100);
    if (typeof limit !== 'number') return limit;
    const wrong = POSITIONS.find((name) => !/^\d{1,20}$/.test(query[name] ?? '0'));
    if (wrong !== undefined) return notSnowflake(wrong);
    // Without the permission, the answer is an empty list instead of an error.
    const isReadable = botMay(platform, READ_MESSAGE_HISTORY, server, channel);
    const all = isReadable ? messagesOf(platform, (message) => message.channel === id) : [];
    return ok(
      at(all, limit, query)
        .reverse()
        .map((message) => showMessage(platform, message)),
    );
  }),
  serverRoute('search', '/messages/search', ({ platform, query }, server) => {
    if (!botMay(platform, READ_MESSAGE_HISTORY, server)) return MISSING_PERMISSIONS;
    if (contentIntent(platform) === 'none') return MISSING_ACCESS;
    const limit = readNumber(query, 'limit', 25, 1, 25);
    if (typeof limit !== 'number') return limit;
    const offset = readNumber(query, 'offset', 0, 0, 9_975);
    if (typeof offset !== 'number') return offset;
    const [channels, authors] = [idsOf(query['channel_id']), idsOf(query['author_id'])];
    const { content, min_id: least = '0', max_id: most = '9'.repeat(20) } = query;
    if (![least, most].every((one) => /^\d{1,20}$/.test(one))) return notSnowflake('min_id');
    const readable = CHANNELS.of(platform)
      .filter((one) => one.server === server.id)
      .filter((one) => botMay(platform, READ_MESSAGE_HISTORY, server, one));
    const found = messagesOf(
      platform,
      (message) =>
        readable.some(({ id }) => id === message.channel) &&
        (channels === undefined || channels.includes(message.channel)) &&
        (authors === undefined || authors.includes(message.author)) &&
        BigInt(message.id) > BigInt(least) &&
        BigInt(message.id) < BigInt(most) &&
        (content === undefined || hasWords(message, content)),
    ).reverse();
    return ok({
      doing_deep_historical_index: false,
      total_results: found.length,
      messages: found.slice(offset, offset + limit).map((message) => [showMessage(platform, message)]),
    });
  }),
];
