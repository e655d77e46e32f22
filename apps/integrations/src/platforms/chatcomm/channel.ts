import { at } from '../../description/account.js';
import { asObject, textAt, wholeAt, type JsonObject } from '../../outbound/described-json.js';
import { unexpected, type PlatformCalls } from '../../description/platform-fact.js';

export const ID = /^\d{15,21}$/;

/** Types of the channels of a server that have messages: text (0) and announcements (5). */
const CHANNELS = new Set<unknown>([0, 5]);
/** Public threads of those (10, 11); a post of a forum is one too. */
const THREADS = new Set<unknown>([10, 11]);
/** The API numbers types up to 16, and will add more. */
const MAX_TYPE = 1_000;

/** A channel or a thread. */
export interface ReadChannel {
  channel: JsonObject;
  /** The channel whose overwrites of permissions hold in it: of a thread that of its parent. */
  ruledBy: JsonObject;
}

export const hasMessages = (channel: unknown): boolean => CHANNELS.has(at(channel, 'type'));

/** Undefined: there is none, or it has no messages. @throws FactFailure, UnusableAnswer */
export async function readChannel(
  { get }: Pick<PlatformCalls, 'get'>,
  channelId: string,
  sharedSeconds?: number,
): Promise<ReadChannel | undefined> {
  const read = async (id: string): Promise<JsonObject | undefined> => {
    const answer = await get(`/channels/${id}`, sharedSeconds);
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw unexpected(answer);
    return asObject(answer.json, 'the channel');
  };
  const channel = await read(channelId);
  if (channel === undefined) return undefined;
  const type = wholeAt(channel, 'type', MAX_TYPE);
  const ruledBy = THREADS.has(type) ? await read(textAt(channel, 'parent_id', ID)) : channel;
  return ruledBy !== undefined && (CHANNELS.has(type) || THREADS.has(type)) ? { channel, ruledBy } : undefined;
}
