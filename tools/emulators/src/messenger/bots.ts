import type { User, UserFromGetMe } from '@grammyjs/types';
import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';

const botSchema = Type.Object(
  {
    /** The token that the messenger gives to the owner of the bot; it begins with the id of the bot. */
    token: Type.String({ pattern: '^[0-9]+:[A-Za-z0-9_-]+$' }),
    name: Type.String({ minLength: 1 }),
    username: Type.String({ pattern: '^[A-Za-z0-9_]{5,32}$' }),
  },
  { additionalProperties: false },
);
export type Bot = Static<typeof botSchema>;

const bot = (id: number, name: string, username: string): Bot => ({
  token: `${id}:emulated-bot-token-${String(id).padStart(16, '0')}`,
  name,
  username,
});

/** The first is the platform's, the others are for projects. */
export const BOTS: readonly [Bot, Bot, ...Bot[]] = [
  bot(7100000001, 'Bot of the platform', 'emulated_platform_bot'),
  bot(7100000002, 'First bot', 'emulated_first_bot'),
  bot(7100000003, 'Second bot', 'emulated_second_bot'),
  bot(7100000004, '=1+<script>alert(1)</script>', 'emulated_odd_bot'),
];

/** Removing a bot revokes its token. */
export const ALL_BOTS = new Collection({ name: 'bots', key: ['token'], schema: botSchema, seed: () => BOTS });

export const idOfBot = ({ token }: Bot): number => Number(token.split(':', 1)[0]);

export const showBot = (one: Bot): User & { is_bot: true; username: string } => ({
  id: idOfBot(one),
  is_bot: true,
  first_name: one.name,
  username: one.username,
});

export const showOwnBot = (one: Bot): UserFromGetMe => ({
  ...showBot(one),
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
  supports_guest_queries: false,
  can_connect_to_business: false,
  has_main_web_app: false,
  has_topics_enabled: false,
  allows_users_to_create_topics: false,
  can_manage_bots: false,
  supports_join_request_queries: false,
});
