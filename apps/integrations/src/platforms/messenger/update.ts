import { MESSENGER_CHAT_TYPES, type MessengerChatType } from '@questp/messages/integrations';
import { LINK_CODE_HALF } from '../../webhooks/account-links/link-code.js';
import { accountOf, at, handleOf, type Account } from '../../description/account.js';

/**
 * The event that an update of a bot reports.
 * - start: a person opened a deep link of the bot.
 * - confirm: a person confirmed the link of an account.
 * - blocked: a person blocked the bot, or unblocked it.
 * - joined: a person is a member of a chat now.
 * - chat: the bot was added to a chat, removed, or its rights changed.
 * - renamed: a chat has another title.
 * - moved: a group has become a supergroup, which has another id.
 */
export type MessengerEvent =
  | { kind: 'start'; account: Account; payload: string }
  | { kind: 'confirm'; account: Account; code: string }
  | { kind: 'blocked'; accountId: string; isBlocked: boolean }
  | { kind: 'joined'; accountId: string }
  | { kind: 'chat'; chatId: string; title: string; type: MessengerChatType; status: MemberStatus | null }
  | { kind: 'renamed'; chatId: string; title: string }
  | { kind: 'moved'; chatId: string; toChatId: string };

/** Null: not in the chat. */
export type MemberStatus = 'member' | 'administrator' | 'creator';

/** `/start <payload>` of a deep link, or as a person types it; the payload has at most 64 characters. */
const START = /^\/start(?:@\w+)?\s+([\w-]{1,64})$/i;
/** A command that the messenger shows as a link, which sends it. */
const CONFIRM = new RegExp(`^/confirm_(${LINK_CODE_HALF})_(${LINK_CODE_HALF})$`);
const TITLE_LENGTH = 128;

/** The command that sends a code. */
export const confirmCommand = (code: string): string => `/confirm_${code.replace('-', '_')}`;

/** The status of a ChatMember; null for one that is not in the chat. */
export function statusIn(member: unknown): MemberStatus | null {
  const status = at(member, 'status');
  switch (status) {
    case 'creator':
    case 'administrator':
    case 'member':
      return status;
    case 'restricted':
      return at(member, 'is_member') === true ? 'member' : null;
    default:
      return null;
  }
}

/** The members of an update that are read; a value that is not further described is kept as it is. */
const READ: Shape = {
  message: {
    ...{ from: { id: true, username: true, is_bot: true }, chat: { id: true, type: true }, text: true },
    ...{ forward_origin: {}, migrate_to_chat_id: true, new_chat_title: true },
  },
  my_chat_member: {
    ...{ chat: { id: true, type: true, title: true }, from: { id: true } },
    new_chat_member: { status: true, is_member: true },
  },
  chat_member: { new_chat_member: { status: true, is_member: true, user: { id: true } } },
};
type Shape = { readonly [name: string]: true | Shape };

/** The part of an update that is stored until it is processed. It contains no messages between people. */
export const keptOf = (update: unknown): unknown => pick(update, READ);

function pick(value: unknown, shape: true | Shape): unknown {
  if (shape === true || typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(shape).filter(([name]) => at(value, name) !== undefined);
  return Object.fromEntries(kept.map(([name, below]) => [name, pick(at(value, name), below)]));
}

/** Undefined: nothing to process. */
export function readUpdate(update: unknown): MessengerEvent | undefined {
  const message = at(update, 'message');
  if (message !== undefined) return commandIn(message) ?? changeOfChatIn(message);
  const [own, other] = [at(update, 'my_chat_member'), at(update, 'chat_member')];
  if (own !== undefined) return at(at(own, 'chat'), 'type') === 'private' ? blockIn(own) : chatIn(own);
  return other === undefined ? undefined : joinIn(other);
}

/** A command that a person sent to the bot. Messages in group chats and forwarded messages are not commands. */
function commandIn(message: unknown): MessengerEvent | undefined {
  const [from, text] = [at(message, 'from'), at(message, 'text')];
  const account = accountOf(at(from, 'id'), at(from, 'username'));
  if (account === undefined || at(from, 'is_bot') !== false || typeof text !== 'string') return undefined;
  if (at(at(message, 'chat'), 'type') !== 'private' || at(message, 'forward_origin') !== undefined) return undefined;
  const command = text.replaceAll(/\p{Cf}/gu, '').trim();
  const [, payload] = START.exec(command) ?? [];
  if (payload !== undefined) return { kind: 'start', account, payload };
  const [, ...halves] = CONFIRM.exec(command) ?? [];
  return halves.length === 2 ? { kind: 'confirm', account, code: halves.join('-') } : undefined;
}

/** Service messages of a group. */
function changeOfChatIn(message: unknown): MessengerEvent | undefined {
  const chatId = accountOf(at(at(message, 'chat'), 'id'), null)?.accountId;
  if (chatId === undefined) return undefined;
  const toChatId = accountOf(at(message, 'migrate_to_chat_id'), null)?.accountId;
  if (toChatId !== undefined) return { kind: 'moved', chatId, toChatId };
  const title = titleOf(at(message, 'new_chat_title'));
  return title === null ? undefined : { kind: 'renamed', chatId, title };
}

function blockIn(change: unknown): MessengerEvent | undefined {
  const account = accountOf(at(at(change, 'from'), 'id'), null);
  if (account === undefined) return undefined;
  const isBlocked = at(at(change, 'new_chat_member'), 'status') === 'kicked';
  return { kind: 'blocked', accountId: account.accountId, isBlocked };
}

function joinIn(change: unknown): MessengerEvent | undefined {
  const member = at(change, 'new_chat_member');
  const account = accountOf(at(at(member, 'user'), 'id'), null);
  return account && statusIn(member) !== null ? { kind: 'joined', accountId: account.accountId } : undefined;
}

function chatIn(change: unknown): MessengerEvent | undefined {
  const chat = at(change, 'chat');
  const [id, type] = [accountOf(at(chat, 'id'), null), at(chat, 'type')];
  const known = MESSENGER_CHAT_TYPES.find((one) => one === type);
  if (id === undefined || known === undefined) return undefined;
  const chatId = id.accountId;
  const status = statusIn(at(change, 'new_chat_member'));
  return { kind: 'chat', chatId, title: titleOf(at(chat, 'title')) ?? chatId, type: known, status };
}

/** A title in one line. */
export const titleOf = (title: unknown): string | null =>
  typeof title === 'string' ? handleOf([...title].slice(0, TITLE_LENGTH).join('')) : null;
