import type { ChatMember, Message } from '@grammyjs/types';
import { ok, type Answer } from '../http/answer.js';
import type { Platform } from '../oauth/rules.js';
import { PEOPLE } from '../people.js';
import { idOfBot, showBot, showOwnBot, type Bot } from './bots.js';
import { CHATS, showChat, showFullChat, showFullUser, showMember, type ChatItem } from './chats.js';
import { CONTACTS, SENT } from './contacts.js';
import { badRequest, CHAT_NOT_FOUND, error } from './errors.js';
import { isAdmin, MEMBERS } from './members.js';
import { idOf, showPrivateChat, showUser } from './users.js';
import { deleteWebhook, setWebhook, textOf, webhookInfo } from './webhook.js';

type Asked = Readonly<Record<string, unknown>>;
export type Method = (platform: Platform, bot: Bot, asked: Asked) => Answer;

const result = (value: unknown): Answer => ok({ ok: true, result: value });

function chatWith(platform: Platform, asked: unknown): ChatItem | undefined {
  const text = String(asked);
  const [, username] = /^@(\w+)$/.exec(text) ?? [];
  if (username === undefined) return CHATS.of(platform).get(text);
  return CHATS.of(platform).find((chat) => chat.username?.toLowerCase() === username.toLowerCase());
}

const isInside = ({ status, isMember }: { status: ChatMember['status']; isMember: boolean }): boolean =>
  status === 'restricted' ? isMember : status !== 'left' && status !== 'kicked';

/** The requested chat, of which the bot must be a member. */
function ownChat(platform: Platform, bot: Bot, asked: Asked): { chat: ChatItem } | { refused: Answer } {
  if (asked['chat_id'] === undefined) return { refused: badRequest('chat_id is empty') };
  const chat = chatWith(platform, asked['chat_id']);
  if (chat?.migratedTo !== undefined) {
    const parameters = { migrate_to_chat_id: chat.migratedTo };
    return { refused: badRequest('group chat was upgraded to a supergroup chat', parameters) };
  }
  const membership = chat && MEMBERS.of(platform).get(chat.id, idOfBot(bot));
  if (chat === undefined || membership === undefined) return { refused: CHAT_NOT_FOUND };
  if (isInside(membership)) return { chat };
  const why = membership.status === 'kicked' ? 'bot was kicked from' : 'bot is not a member of';
  return { refused: error(403, `Forbidden: ${why} the ${chat.type} chat`) };
}

const isUserId = (value: unknown): boolean => /^[1-9]\d{0,15}$/.test(String(value));

const getChat: Method = (platform, bot, asked) => {
  if (isUserId(asked['chat_id'])) {
    const id = Number(asked['chat_id']);
    const person = PEOPLE.find((one) => idOf(one) === id);
    return person && CONTACTS.of(platform).get(idOfBot(bot), id) ? result(showFullUser(id, person)) : CHAT_NOT_FOUND;
  }
  const found = ownChat(platform, bot, asked);
  return 'refused' in found ? found.refused : result(showFullChat(found.chat));
};

const getChatMember: Method = (platform, bot, asked) => {
  const found = ownChat(platform, bot, asked);
  if ('refused' in found) return found.refused;
  const { chat } = found;
  if (!isUserId(asked['user_id'])) return badRequest('invalid user_id specified');
  const [own, id] = [idOfBot(bot), Number(asked['user_id'])];
  if (id !== own && !isAdmin(platform, chat.id, own)) {
    return badRequest(chat.type === 'channel' ? 'CHAT_ADMIN_REQUIRED' : 'USER_ID_INVALID');
  }
  const user = showUser(platform, id);
  const membership = MEMBERS.of(platform).get(chat.id, id);
  // The bot cannot see people who have never contacted it.
  if (user === undefined || (membership === undefined && CONTACTS.of(platform).get(own, id) === undefined)) {
    return badRequest('user not found');
  }
  return result(showMember(user, membership?.status ?? 'left', membership?.isMember ?? false));
};

const getChatAdministrators: Method = (platform, bot, asked) => {
  const found = ownChat(platform, bot, asked);
  if ('refused' in found) return found.refused;
  const { chat } = found;
  if (chat.type === 'channel' && !isAdmin(platform, chat.id, idOfBot(bot))) {
    return badRequest('member list is inaccessible');
  }
  const admins = MEMBERS.of(platform).filter((one) => one.chat === chat.id && isAdmin(platform, chat.id, one.user));
  return result(
    admins.flatMap(({ user: id, status, isMember }) => {
      const user = showUser(platform, id);
      const isOther = user?.is_bot === true && id !== idOfBot(bot);
      return user && !isOther ? [showMember(user, status, isMember)] : [];
    }),
  );
};

const sendMessage: Method = (platform, bot, asked) => {
  const text = textOf(asked['text']);
  if (text === '') return badRequest('message text is empty');
  if (text.length > 4_096) return badRequest('message is too long');
  const sent = (chat: Message['chat']): Answer => {
    const id = platform.next('message');
    SENT.of(platform).put({ id, bot: idOfBot(bot), chat: chat.id, text });
    const date = Math.floor(Date.now() / 1_000);
    return result({ message_id: id, from: showBot(bot), chat, date, text } satisfies Message);
  };
  if (!isUserId(asked['chat_id'])) {
    const found = ownChat(platform, bot, asked);
    return 'refused' in found ? found.refused : sent(showChat(found.chat));
  }
  const user = showUser(platform, Number(asked['chat_id']));
  if (user === undefined) return CHAT_NOT_FOUND;
  const contact = CONTACTS.of(platform).get(idOfBot(bot), user.id);
  if (contact === undefined) return error(403, "Forbidden: bot can't initiate conversation with a user");
  return contact.blocked ? error(403, 'Forbidden: bot was blocked by the user') : sent(showPrivateChat(user));
};

export const METHODS: Readonly<Record<string, Method>> = {
  getMe: (_, bot) => result(showOwnBot(bot)),
  setWebhook,
  deleteWebhook,
  getWebhookInfo: (platform, bot) => result(webhookInfo(platform, bot)),
  getChat,
  getChatMember,
  getChatAdministrators,
  sendMessage,
};
