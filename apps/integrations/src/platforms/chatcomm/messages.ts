import { MAX_CHATCOMM_PAGES, readChatcommMessages } from '@questp/messages/integrations';
import { at, handleOf } from '../../description/account.js';
import { asObject, listAt, readEach, wholeAt, type UnusableAnswer } from '../../outbound/described-json.js';
import {
  definePlatformFact,
  FactFailure,
  type PlatformAnswer,
  type PlatformCalls,
} from '../../description/platform-fact.js';
import { inBounds } from '../../description/retry-at.js';
import { bodyOf, codeOf, listOf, presentName, requireConnected } from './api.js';
import { readChannel } from './channel.js';
import { readsContent } from './message-content.js';
import { lacking, missingIn, readBotRights, SHARED_SECONDS } from './permissions.js';
import { idOf, writtenBy } from './written.js';

const PAGE = 100;
/** The first millisecond that ids count from: 1 January 2015. */
const EPOCH_MS = 1_420_070_400_000n;

export const messages = definePlatformFact({
  contract: readChatcommMessages,
  as: 'project',
  read: async (calls, { guildId, channelId, since, substring }) => {
    requireConnected(calls, guildId);
    if (substring !== null && !(await readsContent(calls))) {
      throw new FactFailure(
        'unsupported',
        'The quest looks for a text, and the bot has no message-content capability; an operator has to enable it.',
      );
    }
    const { accountId } = calls;
    const first = since === null ? 0n : (BigInt(Date.parse(since)) - EPOCH_MS) << 22n;
    const own = new OwnMessages(accountId, first, substring);
    let before: bigint | undefined;
    let isComplete = false;
    for (let page = 0; page < MAX_CHATCOMM_PAGES && own.messageId === null && !isComplete; page += 1) {
      const all = await readPage(calls, channelId, before);
      if (page === 0 && all.length === 0) await requireHistory(calls, guildId, channelId);
      const ids = own.lookAt(all);
      isComplete = all.length < PAGE || ids.some((id) => id < first);
      before = ids.at(-1);
      if (before === undefined) break;
    }
    if (own.messageId === null && !isComplete) {
      const older = await searchOlder(
        calls,
        guildId,
        { author_id: accountId, channel_id: channelId },
        { first, before },
      );
      own.lookAt(older.messages);
      ({ isComplete } = older);
    }
    own.requireRead();
    const channelName = await presentName(calls, `/channels/${channelId}`);
    return {
      accountId,
      channelName,
      messageId: own.messageId?.toString() ?? null,
      hasWritten: own.hasWritten,
      isComplete,
    };
  },
});

/** The messages of the member among those that were read. */
class OwnMessages {
  /** The latest one that fits. */
  messageId: bigint | null = null;
  hasWritten = false;
  private readonly wanted: string;
  private unread: UnusableAnswer | undefined;

  constructor(
    private readonly accountId: string,
    private readonly first: bigint,
    substring: string | null,
  ) {
    this.wanted = substring === null ? '' : fold(substring);
  }

  /** @param messages newest first. Returns their ids */
  lookAt(messages: readonly unknown[]): bigint[] {
    const { values, unread } = readEach(messages, (message) => writtenBy(this.accountId, message));
    const recent = values.filter((one) => one !== undefined && one.id >= this.first);
    this.hasWritten ||= recent.length > 0;
    this.messageId ??= recent.find((one) => one?.text.some((part) => fold(part).includes(this.wanted)))?.id ?? null;
    this.unread ??= unread;
    return readEach(messages, idOf).values;
  }

  /** @throws UnusableAnswer if a message that could not be read may be the one */
  requireRead(): void {
    if (this.messageId === null && this.unread !== undefined) throw this.unread;
  }
}

/** @throws FactFailure */
async function readPage(calls: PlatformCalls, channelId: string, before: bigint | undefined): Promise<unknown[]> {
  const path = `/channels/${channelId}/messages?limit=${PAGE}${before === undefined ? '' : `&before=${before}`}`;
  const answer = await calls.get(path);
  if (answer.status === 404) throw deleted();
  return listOf(answer).slice(0, PAGE);
}

const deleted = () =>
  new FactFailure('unsupported', 'The channel of the quest was deleted, or is no channel with messages.');

/** Without Read Message History a channel seems to be empty. @throws FactFailure, UnusableAnswer */
async function requireHistory(calls: PlatformCalls, guildId: string, channelId: string): Promise<void> {
  const [rights, found] = await Promise.all([
    readBotRights(calls, guildId),
    readChannel(calls, channelId, SHARED_SECONDS),
  ]);
  if (found === undefined) throw deleted();
  const missing = missingIn(rights, found.ruledBy);
  if (missing.length > 0) {
    throw new FactFailure('unsupported', lacking(missing, handleOf(found.channel['name']) ?? channelId));
  }
}

/** Results of one page of the search, the most that it gives. */
const SEARCHED = 25;
/** Error code of an answer with status 202. */
const NOT_INDEXED = 110_000;

interface Searched {
  messages: unknown[];
  /** True if these are all messages of the account in the channel. */
  isComplete: boolean;
}

/**
 * The latest messages of the account among those that are older than the pages; the search of the platform may lack the
 * newest ones. Without the message-content capability, or Read Message History in the whole server, a bot may not search.
 *
 * @throws FactFailure, UnusableAnswer
 */
async function searchOlder(
  calls: PlatformCalls,
  guildId: string,
  of: { author_id: string; channel_id: string },
  { first, before }: { first: bigint; before: bigint | undefined },
): Promise<Searched> {
  const unknown = { messages: [], isComplete: false };
  if (!(await readsContent(calls))) return unknown;
  const query = new URLSearchParams({
    ...of,
    ...(first > 0n && { min_id: String(first - 1n) }),
    ...(before !== undefined && { max_id: String(before) }),
    ...{ limit: String(SEARCHED), sort_by: 'timestamp', sort_order: 'desc', include_nsfw: 'true' },
  });
  const answer = await calls.get(`/guilds/${guildId}/messages/search?${query.toString()}`).catch((error: unknown) => {
    if (error instanceof FactFailure && error.status === 'unsupported') return undefined;
    throw error;
  });
  if (answer === undefined) return unknown;
  if (answer.status === 202 && codeOf(answer) === NOT_INDEXED) throw notIndexed(answer);
  const body = asObject(bodyOf(answer), 'the answer');
  const found = listAt(body, 'messages').flat();
  return { messages: found, isComplete: found.length >= wholeAt(body, 'total_results', Number.MAX_SAFE_INTEGER) };
}

/** The platform indexes a server when it is first searched, and says how many seconds that takes. */
function notIndexed({ json }: PlatformAnswer): FactFailure {
  const seconds = at(json, 'retry_after');
  const retryAt = typeof seconds === 'number' ? inBounds(Date.now() + seconds * 1_000) : undefined;
  return new FactFailure('unavailable', 'The chat server is making its messages searchable.', retryAt);
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
