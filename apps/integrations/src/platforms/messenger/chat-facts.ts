import {
  readMessengerChat,
  readMessengerMember,
  type MessengerChatTarget,
  type MessengerMember,
} from '@questp/messages/integrations';
import { at } from '../../outbound/account.js';
import { asObject, flagAt, objectAt, textAt, UnusableAnswer, type JsonObject } from '../../outbound/described-json.js';
import {
  FactFailure,
  unexpected,
  type PlatformAnswer,
  type PlatformCalls,
  type PlatformFact,
} from '../../outbound/platform-fact.js';
import { statusIn, titleOf, type MemberStatus } from './update.js';

/** The request of a fact about a chat. */
export interface Asked {
  projectId: string;
  chatId: string;
}

const NOT_IN_CHAT = new FactFailure('not_found', 'Your linked account is not in the chat yet.');
const NO_ADMIN = new FactFailure('unsupported', 'The bot of the project has to be an admin of the chat.');

/** How refusals begin after `Bad Request: ` or `Forbidden: `; the messenger documents them nowhere. */
const REFUSALS: readonly [string, FactFailure][] = [
  ['user not found', NOT_IN_CHAT],
  ['USER_ID_INVALID', NO_ADMIN],
  ['CHAT_ADMIN_REQUIRED', NO_ADMIN],
  ['member list is inaccessible', NO_ADMIN],
  ['bot was kicked', NO_ADMIN],
  ['bot is not a member', NO_ADMIN],
  ['chat not found', new FactFailure('unsupported', 'The bot of the project does not know the chat.')],
];
/** The messenger returns it at random, and then reports members as `left` for a while. */
const AT_RANDOM = 'PARTICIPANT_ID_INVALID';

const described = ({ json }: PlatformAnswer): string => {
  const description = at(json, 'description');
  return typeof description === 'string' ? description.replace(/^[\w ]+: /, '') : '';
};

/** The answer to a question about a chat, at its new id where the group has become a supergroup. */
async function ofChat({ get }: PlatformCalls, method: string, query: { chat_id: string; user_id?: string }) {
  const ask = (asked: typeof query) => get(`/${method}?${new URLSearchParams(asked).toString()}`);
  const answer = await ask(query);
  const migrated = at(at(answer.json, 'parameters'), 'migrate_to_chat_id');
  return Number.isSafeInteger(migrated) ? ask({ ...query, chat_id: String(migrated) }) : answer;
}

/** @throws FactFailure, UnusableAnswer */
function resultOf(answer: PlatformAnswer): JsonObject {
  if (answer.status === 200) return objectAt(asObject(answer.json, 'the answer'), 'result');
  throw REFUSALS.find(([start]) => described(answer).startsWith(start))?.[1] ?? unexpected(answer);
}

/** Ids are whole numbers; those of groups are negative. */
function idAt({ id }: JsonObject): string {
  if (!Number.isSafeInteger(id)) throw new UnusableAnswer('id is not as it should be');
  return String(id);
}

/** Statuses of a ChatMember (core.telegram.org/bots/api#chatmember). */
const STATUSES = /^(?:creator|administrator|member|restricted|left|kicked)$/;

/** As statusIn, of a status that the API describes. @throws UnusableAnswer */
function knownStatus(member: JsonObject): MemberStatus | null {
  if (textAt(member, 'status', STATUSES) === 'restricted') flagAt(member, 'is_member');
  return statusIn(member);
}

/** The title, after the bot was found to be an admin. */
export const chat: PlatformFact<Asked, MessengerChatTarget> = {
  contract: readMessengerChat,
  as: 'project',
  read: async (calls, { chatId: asked }) => {
    const found = resultOf(await ofChat(calls, 'getChat', { chat_id: asked }));
    const chatId = idAt(found);
    // The chat of a bot with one person has no members, and no title.
    if (textAt(found, 'type', /^\w{1,32}$/) === 'private') return null;
    const title = titleOf(textAt(found, 'title', /^/));
    if (title === null) return null;
    const own = idAt(resultOf(await calls.get('/getMe')));
    const member = resultOf(await ofChat(calls, 'getChatMember', { chat_id: chatId, user_id: own }));
    if (knownStatus(member) !== 'administrator') throw NO_ADMIN;
    return { chatId, chatTitle: title };
  },
};

export const member: PlatformFact<Asked & { userId: string }, MessengerMember> = {
  contract: readMessengerMember,
  as: 'project',
  read: async (calls, { chatId }) => {
    const query = { chat_id: chatId, user_id: calls.accountId };
    const first = await ofChat(calls, 'getChatMember', query);
    const isRepeated = described(first) === AT_RANDOM;
    const answer = isRepeated ? await ofChat(calls, 'getChatMember', query) : first;
    const isDoubtful = isRepeated && (answer.status !== 200 || knownStatus(resultOf(answer)) === null);
    if (isDoubtful) throw new FactFailure('unavailable', 'The messenger cannot say at the moment who is in the chat.');
    const status = knownStatus(resultOf(answer));
    if (status === null) throw NOT_IN_CHAT;
    return { accountId: calls.accountId, status };
  },
};
