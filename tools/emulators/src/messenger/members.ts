import type { ChatMemberUpdated } from '@grammyjs/types';
import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Platform } from '../oauth/rules.js';
import { DONE, PEOPLE } from '../people.js';
import { BOTS, idOfBot } from './bots.js';
import { CHATS, COMMUNITY, showChat, showMember } from './chats.js';
import { idOf, showUser } from './users.js';
import { botIds, sendUpdate } from './webhook.js';

const memberSchema = Type.Object(
  {
    chat: Type.Integer({ maximum: -1 }),
    /** Of a person or a bot. */
    user: Type.Integer({ minimum: 1 }),
    status: Type.Union(
      [
        ...[Type.Literal('creator'), Type.Literal('administrator'), Type.Literal('member')],
        ...[Type.Literal('restricted'), Type.Literal('left'), Type.Literal('kicked')],
      ],
      { default: 'member' },
    ),
    /** For `restricted`: true if the person is in the chat. */
    isMember: Type.Boolean({ default: true }),
  },
  { additionalProperties: false },
);
export type MemberItem = Static<typeof memberSchema>;

const member = (chat: number, user: number, status: MemberItem['status']): MemberItem => ({
  ...{ chat, user, status, isMember: true },
});

const [, FIRST_BOT] = BOTS;
const firstBot = idOfBot(FIRST_BOT);
const [owner = DONE] = PEOPLE;

export const MEMBERS = new Collection({
  name: 'members',
  key: ['chat', 'user'],
  schema: memberSchema,
  seed: () => [
    member(COMMUNITY, idOf(owner), 'creator'),
    member(COMMUNITY, firstBot, 'administrator'),
    member(COMMUNITY, idOf(DONE), 'member'),
    member(-4_000_000_002, firstBot, 'member'),
    member(-1_001_000_000_004, firstBot, 'administrator'),
    member(-1_001_000_000_004, idOf(DONE), 'member'),
  ],
  onPut: (platform: Platform, item, before) => sendChange(platform, before?.status ?? 'left', item),
  onRemove: (platform: Platform, item) => sendChange(platform, item.status, { ...item, status: 'left' }),
});

export const isAdmin = (platform: Platform, chat: number, user: number): boolean =>
  ['creator', 'administrator'].includes(MEMBERS.of(platform).get(chat, user)?.status ?? 'left');

/** A bot gets updates about itself, and about others if it is an administrator. */
function sendChange(platform: Platform, before: MemberItem['status'], item: MemberItem): void {
  const chat = CHATS.of(platform).get(item.chat);
  const user = showUser(platform, item.user);
  if (chat === undefined || user === undefined) return;
  const change = {
    ...{ chat: showChat(chat), from: user, date: Math.floor(Date.now() / 1_000) },
    old_chat_member: showMember(user, before, before === 'restricted'),
    new_chat_member: showMember(user, item.status, item.isMember),
  } satisfies ChatMemberUpdated;
  if (user.is_bot) return sendUpdate(platform, user.id, 'my_chat_member', change);
  for (const bot of botIds(platform)) {
    if (isAdmin(platform, item.chat, bot)) sendUpdate(platform, bot, 'chat_member', change);
  }
}
