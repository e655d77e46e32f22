import { MOST_CHATCOMM_PAGES, readChatcommMessages } from '@questp/messages/integrations';
import { at, handleOf } from '../../outbound/account.js';
import { asObjects, objectAt, textAt } from '../../outbound/described-json.js';
import { definePlatformFact, FactFailure, type PlatformCalls } from '../../outbound/platform-fact.js';
import { read, requireConnected } from './api.js';
import { readsContent } from './message-content.js';
import { lacking, missingIn, readBotRights, SHARED_SECONDS } from './permissions.js';

const PAGE = 100;
/** The first millisecond that ids count from: 1 January 2015. */
const EPOCH_MS = 1_420_070_400_000n;

interface Message {
  id: string;
  authorId: string;
  content: string;
}

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
    const wanted = substring === null ? '' : fold(substring);
    let hasWritten = false;
    let before = '';
    for (let page = 0; page < MOST_CHATCOMM_PAGES; page += 1) {
      const all = pageOf(await readPage(calls, channelId, before));
      if (page === 0 && all.length === 0) await requireHistory(calls, guildId, channelId);
      const recent = all.filter(({ id }) => BigInt(id) >= first);
      const own = recent.filter(({ authorId }) => authorId === accountId);
      hasWritten ||= own.length > 0;
      const found = own.find(({ content }) => fold(content).includes(wanted));
      if (found !== undefined) return { accountId, messageId: found.id, hasWritten };
      const last = all.at(-1);
      if (all.length < PAGE || recent.length < all.length || last === undefined) break;
      before = `&before=${last.id}`;
    }
    return { accountId, messageId: null, hasWritten };
  },
});

/** Without Read Message History a channel seems to be empty. @throws FactFailure */
async function requireHistory(calls: PlatformCalls, guildId: string, channelId: string): Promise<void> {
  const [rights, channel] = await Promise.all([
    readBotRights(calls, guildId),
    read(calls, `/channels/${channelId}`, SHARED_SECONDS),
  ]);
  const missing = missingIn(rights, channel);
  if (missing.length > 0) {
    throw new FactFailure('unsupported', lacking(missing, handleOf(at(channel, 'name')) ?? channelId));
  }
}

const readPage = (calls: PlatformCalls, channelId: string, before: string): Promise<unknown> =>
  read(calls, `/channels/${channelId}/messages?limit=${PAGE}${before}`);

/** @throws UnusableAnswer */
const pageOf = (json: unknown): Message[] =>
  asObjects(json, 'messages', PAGE).map((one) => ({
    id: textAt(one, 'id', /^\d{1,20}$/),
    content: textAt(one, 'content', /^/),
    authorId: textAt(objectAt(one, 'author'), 'id', /^\d{1,20}$/),
  }));

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
