import { at } from '../../description/account.js';
import { objectAt, textAt, UnusableAnswer, wholeAt, type JsonObject } from '../../outbound/described-json.js';

/** A message that a member wrote. */
export interface Written {
  id: bigint;
  /** The parts of a message that its member wrote. */
  text: readonly string[];
}

/**
 * Types of messages that a member writes: DEFAULT and REPLY. All others (a member joined, boosted, pinned a message,
 * began a thread ...) are the platform's, with a member as their author, or answers of applications; so are types that
 * the platform adds (discord.com/developers/docs/resources/message#message-object-message-types).
 */
const WRITTEN = new Set([0, 19]);
const MAX_TYPE = 1_000_000;
/** Type of the reference of a forwarded message. */
const FORWARD = 1;
/** Members that mark a message as sent by a webhook or an application, whatever author it names. */
const OF_PROGRAMS = ['webhook_id', 'application_id', 'interaction_metadata'];

const ID = /^\d{1,20}$/;
export const idOf = (message: JsonObject): bigint => BigInt(textAt(message, 'id', ID));

/**
 * The message as the member wrote it; undefined: the member did not write it. Own words are the content and the poll.
 * Words of others are no part of it: previews of links, stickers, names of files, and a forwarded message.
 *
 * @throws UnusableAnswer for one that the member may have written
 */
export function writtenBy(accountId: string, message: JsonObject): Written | undefined {
  // The platform names no author for some of its own messages.
  if (message['author'] === null || message['author'] === undefined) return undefined;
  if (textAt(objectAt(message, 'author'), 'id', ID) !== accountId) return undefined;
  if (!WRITTEN.has(wholeAt(message, 'type', MAX_TYPE))) return undefined;
  if (OF_PROGRAMS.some((name) => (message[name] ?? null) !== null)) return undefined;
  if (at(message['message_reference'], 'type') === FORWARD) return undefined;
  return { id: idOf(message), text: [contentOf(message), ...pollOf(message['poll'])] };
}

function contentOf({ content }: JsonObject): string {
  if (content === null || content === undefined) return '';
  if (typeof content !== 'string') throw new UnusableAnswer('content is not a text');
  return content;
}

function pollOf(poll: unknown): string[] {
  const answers: unknown = at(poll, 'answers');
  const media = [at(poll, 'question'), ...(Array.isArray(answers) ? answers.map((one) => at(one, 'poll_media')) : [])];
  return media.map((one) => at(one, 'text')).filter((text) => typeof text === 'string');
}
