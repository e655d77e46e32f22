import type { Chat, ChatFullInfo, ChatMember, User } from '@grammyjs/types';
import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import { handleOf, type Person } from '../people.js';

const chatSchema = Type.Object(
  {
    /** Negative; of a supergroup or channel it begins with -100. */
    id: Type.Integer({ maximum: -1 }),
    type: Type.Union([Type.Literal('group'), Type.Literal('supergroup'), Type.Literal('channel')], {
      default: 'supergroup',
    }),
    title: Type.String({ minLength: 1 }),
    /** Of a public chat. */
    username: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_]{4,32}$' })),
    inviteLink: Type.Optional(Type.String()),
    /** The supergroup that a group has become. */
    migratedTo: Type.Optional(Type.Integer({ maximum: -1 })),
  },
  { additionalProperties: false },
);
export type ChatItem = Static<typeof chatSchema>;

export const COMMUNITY = -1_001_000_000_001;

export const CHATS = new Collection({
  name: 'chats',
  key: ['id'],
  schema: chatSchema,
  seed: (): ChatItem[] => [
    {
      ...{ id: COMMUNITY, type: 'supergroup', title: 'Orbit community', username: 'orbit_community' },
      inviteLink: 'https://t.me/+emulatedCommunity',
    },
    { id: -4_000_000_002, type: 'group', title: 'Small group' },
    { id: -4_000_000_003, type: 'group', title: 'Old group', migratedTo: COMMUNITY },
    { id: -1_001_000_000_004, type: 'channel', title: 'Orbit news', username: 'orbit_news' },
    { id: -1_001_000_000_005, type: 'supergroup', title: 'Without bots' },
  ],
});

export function showChat({ id, type, title, username }: ChatItem): Exclude<Chat, Chat.PrivateChat> {
  return type === 'group' ? { id, type, title } : { id, type, title, ...(username !== undefined && { username }) };
}

const GIFTS = {
  ...{ unlimited_gifts: false, limited_gifts: false, unique_gifts: false },
  ...{ premium_subscription: false, gifts_from_channels: false },
};
const FULL = { accent_color_id: 0, max_reaction_count: 11, accepted_gift_types: GIFTS };

export const showFullChat = (chat: ChatItem): ChatFullInfo => ({
  ...showChat(chat),
  ...(chat.inviteLink !== undefined && { invite_link: chat.inviteLink }),
  ...FULL,
});

export const showFullUser = (id: number, person: Person): ChatFullInfo => ({
  ...{ id, type: 'private', first_name: person.name, username: handleOf(person) },
  ...FULL,
});

const RIGHTS = {
  ...{ can_be_edited: false, is_anonymous: false, can_manage_chat: true, can_delete_messages: true },
  ...{ can_manage_video_chats: true, can_restrict_members: true, can_promote_members: false, can_change_info: true },
  ...{ can_invite_users: true, can_post_stories: false, can_edit_stories: false, can_delete_stories: false },
  can_send_welcome_messages: false,
};
const RESTRICTIONS = {
  ...{ can_send_messages: false, can_send_audios: false, can_send_documents: false, can_send_photos: false },
  ...{ can_send_videos: false, can_send_video_notes: false, can_send_voice_notes: false, can_send_polls: false },
  ...{ can_send_other_messages: false, can_add_web_page_previews: false, can_react_to_messages: false },
  ...{ can_change_info: false, can_invite_users: false, can_edit_tag: false, can_pin_messages: false },
  ...{ can_manage_topics: false, until_date: 0 },
};

export type Status = ChatMember['status'];

export function showMember(user: User, status: Status, isMember: boolean): ChatMember {
  switch (status) {
    case 'creator':
      return { status, user, is_anonymous: false };
    case 'administrator':
      return { status, user, ...RIGHTS };
    case 'member':
    case 'left':
      return { status, user };
    case 'restricted':
      return { status, user, is_member: isMember, ...RESTRICTIONS };
    case 'kicked':
      return { status, user, until_date: 0 };
  }
}
