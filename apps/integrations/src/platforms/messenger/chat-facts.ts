import {
  readMessengerChat,
  readMessengerMember,
  type MessengerChatTarget,
  type MessengerMember,
} from '@questp/messages/integrations';
import { at } from '../../description/account.js';
import { asObject, flagAt, objectAt, textAt, UnusableAnswer, type JsonObject } from '../../outbound/described-json.js';
import {
  FactFailure,
  unexpected,
  type PlatformAnswer,
  type PlatformCalls,
  type PlatformFact,
} from '../../description/platform-fact.js';
import { statusIn, titleOf, type MemberStatus } from './update.js';

/** The request of a fact about a chat. */
export interface Asked {
  projectId: string;
  chatId: string;
}

const NOT_IN_CHAT = new FactFailure('not_found', 'Your linked account is not in the chat yet.');
const NO_ADMIN = new FactFailure('unsupported', 'The bot of the project has to be an admin of the chat.');
const UNKNOWN_CHAT = new FactFailure('unsupported', 'The bot of the project does not know the chat.');
const DELETED = new FactFailure('unsupported', 'The chat was deleted.');
const MOVED = new FactFailure('unsupported', 'The group has become a supergroup; the quest has to name it again.');

/**
 * How refusals begin after `Bad Request: ` or `Forbidden: `, in lower case; the messenger writes them in both cases, and
 * documents them nowhere.
 */
const REFUSALS: readonly [string, FactFailure][] = [
  ['user not found', NOT_IN_CHAT],
  ['member not found', NOT_IN_CHAT],
  ['user_not_participant', NOT_IN_CHAT],
  ['chat_admin_required', NO_ADMIN],
  ['member list is inaccessible', NO_ADMIN],
  ['need administrator rights', NO_ADMIN],
  ['not enough rights', NO_ADMIN],
  ['bot was kicked', NO_ADMIN],
  ['bot is not a member', NO_ADMIN],
  ['chat not found', UNKNOWN_CHAT],
  ['chat_id_invalid', UNKNOWN_CHAT],
  ['channel_invalid', UNKNOWN_CHAT],
  ['channel_private', UNKNOWN_CHAT],
  ['the group chat was deleted', DELETED],
  ['group chat was deactivated', DELETED],
  ['group chat was upgraded', MOVED],
  ['group chat was migrated', MOVED],
];
/** The messenger returns it at random, and then reports members as `left` for a while. */
const AT_RANDOM = 'participant_id_invalid';
/** Refuses a person that the messenger does not show, or a bot that is no admin of the chat. */
const USER_REFUSED = 'user_id_invalid';

const described = ({ json }: PlatformAnswer): string => {
  const description = at(json, 'description');
  return typeof description === 'string' ? description.replace(/^[\w ]+: /, '').toLowerCase() : '';
};

interface OfChat {
  answer: PlatformAnswer;
  /** Where it was asked. */
  chatId: string;
}

/** The answer to a question about a chat, at its new id where the group has become a supergroup. */
async function ofChat({ get }: PlatformCalls, method: string, chatId: string, userId?: string): Promise<OfChat> {
  const ask = async (chat_id: string) => {
    const query = new URLSearchParams({ chat_id, ...(userId !== undefined && { user_id: userId }) });
    return { answer: await get(`/${method}?${query.toString()}`), chatId: chat_id };
  };
  const first = await ask(chatId);
  const migrated = at(at(first.answer.json, 'parameters'), 'migrate_to_chat_id');
  return Number.isSafeInteger(migrated) ? ask(String(migrated)) : first;
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

/** @throws FactFailure, UnusableAnswer */
async function isBotAdmin(calls: PlatformCalls, chatId: string): Promise<boolean> {
  const own = idAt(resultOf(await calls.get('/getMe')));
  return knownStatus(resultOf((await ofChat(calls, 'getChatMember', chatId, own)).answer)) === 'administrator';
}

/** The title, after the bot was found to be an admin. */
export const chat: PlatformFact<Asked, MessengerChatTarget> = {
  contract: readMessengerChat,
  as: 'project',
  read: async (calls, { chatId: asked }) => {
    const found = resultOf((await ofChat(calls, 'getChat', asked)).answer);
    const chatId = idAt(found);
    // The chat of a bot with one person has no members, and no title.
    if (textAt(found, 'type', /^\w{1,32}$/) === 'private') return null;
    const title = titleOf(textAt(found, 'title', /^/));
    if (title === null) return null;
    if (!(await isBotAdmin(calls, chatId))) throw NO_ADMIN;
    return { chatId, chatTitle: title };
  },
};

export const member: PlatformFact<Asked & { userId: string }, MessengerMember> = {
  contract: readMessengerMember,
  as: 'project',
  read: async (calls, { chatId: asked }) => {
    const ask = () => ofChat(calls, 'getChatMember', asked, calls.accountId);
    const first = await ask();
    if (described(first.answer) === USER_REFUSED) throw (await isBotAdmin(calls, asked)) ? NOT_IN_CHAT : NO_ADMIN;
    const isRepeated = described(first.answer) === AT_RANDOM;
    const { answer, chatId } = isRepeated ? await ask() : first;
    const isDoubtful = isRepeated && (answer.status !== 200 || knownStatus(resultOf(answer)) === null);
    if (isDoubtful) throw new FactFailure('unavailable', 'The messenger cannot say at the moment who is in the chat.');
    const status = knownStatus(resultOf(answer));
    if (status === null) throw NOT_IN_CHAT;
    return { accountId: calls.accountId, chatId, status };
  },
};
