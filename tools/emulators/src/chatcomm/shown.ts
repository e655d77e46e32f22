import type {
  APIApplication,
  APIGuild,
  APIGuildMember,
  APIMessage,
  APIRole,
  APITextChannel,
  APIUser,
} from 'discord-api-types/v10';
import type { Platform } from '../oauth/rules.js';
import { PEOPLE } from '../people.js';
import { CREDENTIALS } from './credentials.js';
import { contentIntent, isThread, timeOf, type Channel, type Message } from './messages.js';
import { rolesOfBot } from './permissions.js';
import { roleOfBot, ROLES, type Member, type Role, type Server } from './servers.js';
import { idOf, publicProfileOf } from './users.js';

/** Of enumerations that have no member for nothing. */
const NONE: number = 0;
/** With a member that is an enumeration of texts there. */
type Plain<Whole, Name extends keyof Whole> = Omit<Whole, Name> & Record<Name, string>;
const CHANNEL_TYPES = { text: 0, voice: 2, category: 4, news: 5, news_thread: 10, thread: 11, forum: 15 } as const;
const CONTENT_FLAGS = { none: 0, full: 1 << 18, limited: 1 << 19 } as const;
const COLORS = { secondary_color: null, tertiary_color: null };

export const showBot = (): APIUser => ({
  ...{ id: CREDENTIALS.clientId, username: 'emulated_application', discriminator: '0001' },
  ...{ global_name: null, avatar: null, bot: true, public_flags: NONE },
});

/** Also an account that is not of one of PEOPLE. */
function showUser(id: string): APIUser {
  if (id === CREDENTIALS.clientId) return showBot();
  const person = PEOPLE.find((one) => idOf(one) === id);
  if (person) return publicProfileOf(person);
  return { id, username: `user_${id}`, discriminator: '0', global_name: null, avatar: null, public_flags: NONE };
}

export function showApplication(platform: Platform): APIApplication {
  const flags: number = CONTENT_FLAGS[contentIntent(platform)];
  return {
    ...{ id: CREDENTIALS.clientId, name: 'Emulated application', icon: null, description: '', summary: '' },
    ...{ bot_public: true, bot_require_code_grant: false, bot: showBot(), verify_key: '0'.repeat(64), team: null },
    ...{ flags, flags_new: String(flags) },
  };
}

export const showRole = ({ id, name, color, managed, permissions }: Role, position: number): APIRole => ({
  ...{ id, name, color, colors: { primary_color: color, ...COLORS }, hoist: false, position, permissions },
  ...{ managed, mentionable: false, flags: NONE },
});

/** The role of everybody has the id of the server. */
export function showRoles(platform: Platform, server: Server): APIRole[] {
  const { id, bot, everyonePermissions, botPermissions } = server;
  const of = { server: id, color: 0 };
  return [
    { ...of, id, name: '@everyone', managed: false, permissions: everyonePermissions },
    ...ROLES.of(platform).filter((role) => role.server === id),
    ...(bot
      ? [{ ...of, id: roleOfBot(server), name: 'Emulated application', managed: true, permissions: botPermissions }]
      : []),
  ].map(showRole);
}

export const showServer = (platform: Platform, server: Server): Plain<APIGuild, 'preferred_locale'> => ({
  ...{ id: server.id, name: server.name, icon: null, splash: null, discovery_splash: null, banner: null },
  ...{ description: null, features: [], owner_id: '1', afk_channel_id: null, afk_timeout: 300, emojis: [] },
  ...{ verification_level: 0, default_message_notifications: 0, explicit_content_filter: 0, mfa_level: 0 },
  ...{ roles: showRoles(platform, server), stickers: [], application_id: null, system_channel_id: null },
  ...{ system_channel_flags: NONE, rules_channel_id: null, vanity_url_code: null, premium_tier: 0 },
  ...{ preferred_locale: 'en-US', public_updates_channel_id: null, nsfw_level: 0 },
  ...{ premium_progress_bar_enabled: false, hub_type: null, safety_alerts_channel_id: null, incidents_data: null },
});

export const showMember = ({ user, roles, pending, joinedAt }: Member): APIGuildMember => ({
  ...{ user: showUser(user), nick: null, avatar: null, banner: null, roles, joined_at: joinedAt },
  ...{ premium_since: null, deaf: false, mute: false, flags: NONE, pending, communication_disabled_until: null },
});

export const showOwnMember = (platform: Platform, server: Server): APIGuildMember =>
  showMember({
    ...{ server: server.id, user: CREDENTIALS.clientId, roles: rolesOfBot(platform, server) },
    ...{ pending: false, joinedAt: '2026-01-01T00:00:00.000Z' },
  });

const OVERWRITE_TYPES = { role: 0, member: 1 } as const;

/** A thread has no overwrites: those of its channel hold in it. */
export const showChannel = ({ id, server, name, type, parent, overwrites }: Channel, position: number) => ({
  ...({ id, guild_id: server, name, position, parent_id: parent ?? null } satisfies Partial<APITextChannel>),
  ...(!isThread({ type }) && {
    permission_overwrites: overwrites.map((one) => ({ ...one, type: OVERWRITE_TYPES[one.type] })),
  }),
  ...{ type: CHANNEL_TYPES[type], nsfw: false, topic: null, last_message_id: null, flags: 0 },
});

/** Without the intent the content is empty, except of what mentions the bot or is its own. */
export function showMessage(platform: Platform, message: Message): APIMessage {
  const { id, channel, author, content, type = 0, editedAt, webhook, application, forwards, odd } = message;
  const isAbout = author === CREDENTIALS.clientId || content.includes(`<@${CREDENTIALS.clientId}>`);
  const mentions = [...content.matchAll(/<@(\d{15,20})>/g)].map(([, user = '']) => showUser(user));
  const isShown = contentIntent(platform) !== 'none' || isAbout;
  const timestamp = timeOf(id).toISOString();
  const base = { mentions, mention_roles: [], attachments: [], embeds: [], components: [] };
  return {
    ...{ id, channel_id: channel, author: showUser(author), timestamp, ...base },
    ...{ content: isShown ? content : '', edited_timestamp: editedAt ?? null, tts: false },
    ...{ mention_everyone: false, pinned: false, type, flags: NONE },
    ...(webhook !== undefined && { webhook_id: webhook }),
    ...(application !== undefined && { application_id: application }),
    ...(forwards !== undefined && {
      message_reference: { type: FORWARD, channel_id: channel, message_id: id },
      message_snapshots: [
        { message: { ...base, content: isShown ? forwards : '', timestamp, edited_timestamp: null, type: NONE } },
      ],
    }),
    ...(isShown && showAttached(message)),
    ...odd,
  };
}

/** Of a reference to a message that is forwarded. */
const FORWARD: number = 1;

/** The members of a message besides its content. */
const showAttached = ({ id, poll, sticker, file, preview }: Message) => ({
  ...(poll !== undefined && {
    poll: {
      ...{ question: { text: poll }, answers: [], expiry: null, allow_multiselect: false, layout_type: POLL_LAYOUT },
    },
  }),
  ...(sticker !== undefined && { sticker_items: [{ id, name: sticker, format_type: STICKER_FORMAT }] }),
  ...(file !== undefined && {
    attachments: [{ id, filename: file, size: 1, url: 'https://cdn.example.org/file', proxy_url: '' }],
  }),
  ...(preview !== undefined && { embeds: [{ title: preview, url: 'https://example.org/' }] }),
});

const POLL_LAYOUT: number = 1;
const STICKER_FORMAT: number = 1;
