import type { ChatMemberUpdated, Message } from '@grammyjs/types';
import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Platform } from '../oauth/rules.js';
import { DONE } from '../people.js';
import { BOTS, idOfBot } from './bots.js';
import { showMember } from './chats.js';
import { idOf, showPrivateChat, showUser } from './users.js';
import { sendUpdate } from './webhook.js';

const contactSchema = Type.Object(
  {
    /** The id of the bot. */
    bot: Type.Integer({ minimum: 1 }),
    user: Type.Integer({ minimum: 1 }),
    blocked: Type.Boolean({ default: false }),
  },
  { additionalProperties: false },
);
type Contact = Static<typeof contactSchema>;

/** People who have written to a bot, and whether they have blocked it. */
export const CONTACTS = new Collection({
  name: 'contacts',
  key: ['bot', 'user'],
  schema: contactSchema,
  seed: (): Contact[] => BOTS.slice(0, 2).map((bot) => ({ bot: idOfBot(bot), user: idOf(DONE), blocked: false })),
  onPut: (platform: Platform, contact, before) => {
    if (contact.blocked !== (before?.blocked ?? false)) sendBlocked(platform, contact);
  },
});

function sendBlocked(platform: Platform, { bot, user: id, blocked }: Contact): void {
  const [user, own] = [showUser(platform, id), showUser(platform, bot)];
  if (user === undefined || own === undefined) return;
  sendUpdate(platform, bot, 'my_chat_member', {
    ...{ chat: showPrivateChat(user), from: user, date: Math.floor(Date.now() / 1_000) },
    old_chat_member: showMember(own, blocked ? 'member' : 'kicked', true),
    new_chat_member: showMember(own, blocked ? 'kicked' : 'member', true),
  } satisfies ChatMemberUpdated);
}

let lastMessage = 0;

const messageSchema = Type.Object(
  {
    id: Type.Integer({ minimum: 1, default: () => (lastMessage += 1) }),
    /** The id of the bot. */
    bot: Type.Integer({ minimum: 1 }),
    from: Type.Integer({ minimum: 1 }),
    /** `/start <payload>` of a person who follows a deep link. */
    text: Type.String({ minLength: 1, maxLength: 4_096 }),
  },
  { additionalProperties: false },
);
type MessageItem = Static<typeof messageSchema>;

/** Messages of people to bots. */
export const MESSAGES = new Collection({
  name: 'messages',
  key: ['id'],
  schema: messageSchema,
  seed: (): MessageItem[] => [],
  onPut: (platform: Platform, { id, bot, from, text }) => {
    // A person who writes to the bot has unblocked it.
    CONTACTS.put(platform, { bot, user: from });
    const user = showUser(platform, from);
    if (user === undefined) return;
    const command = /^\/\w+/.exec(text)?.[0];
    sendUpdate(platform, bot, 'message', {
      ...{ message_id: id, from: user, chat: showPrivateChat(user), date: Math.floor(Date.now() / 1_000), text },
      ...(command !== undefined && { entities: [{ type: 'bot_command', offset: 0, length: command.length }] }),
    } satisfies Message);
  },
});

/** Messages of bots. */
export const SENT = new Collection({
  name: 'sent',
  key: ['id'],
  schema: Type.Object(
    {
      id: Type.Integer({ minimum: 1 }),
      bot: Type.Integer({ minimum: 1 }),
      /** A person or a chat. */
      chat: Type.Integer(),
      text: Type.String(),
    },
    { additionalProperties: false },
  ),
  seed: () => [],
});
