import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Platform } from '../oauth/rules.js';
import { DONE } from '../people.js';
import { PERMISSIONS, SERVERS, SNOWFLAKE, type Server } from './servers.js';
import { idOf } from './users.js';

const channelSchema = Type.Object(
  {
    id: SNOWFLAKE,
    server: SNOWFLAKE,
    name: Type.String({ minLength: 1 }),
    type: Type.Union(
      [
        ...[Type.Literal('text'), Type.Literal('voice'), Type.Literal('category'), Type.Literal('news')],
        ...[Type.Literal('forum'), Type.Literal('news_thread'), Type.Literal('thread')],
      ],
      { default: 'text' },
    ),
    /** The channel of a thread, or the forum of a post. */
    parent: Type.Optional(SNOWFLAKE),
    /** Permissions that a role or a member has here besides those in the server, or has not. */
    overwrites: Type.Array(
      Type.Object(
        {
          id: SNOWFLAKE,
          type: Type.Union([Type.Literal('role'), Type.Literal('member')], { default: 'role' }),
          allow: Type.String({ ...PERMISSIONS, default: '0' }),
          deny: Type.String({ ...PERMISSIONS, default: '0' }),
        },
        { additionalProperties: false },
      ),
      { default: [] },
    ),
  },
  { additionalProperties: false },
);
export type Channel = Static<typeof channelSchema>;

const FIRST = '1300000000000000001';
/** Permissions denied to every member, by the role with the id of the server. */
const denied = (deny: string): Pick<Channel, 'overwrites'> => ({
  overwrites: [{ id: FIRST, type: 'role', allow: '0', deny }],
});
const GENERAL = '1500000000000000001';

export const CHANNELS = new Collection({
  name: 'channels',
  key: ['id'],
  schema: channelSchema,
  seed: (): Channel[] => [
    { id: '1500000000000000009', server: FIRST, name: 'Text channels', type: 'category', overwrites: [] },
    { id: GENERAL, server: FIRST, name: 'general', type: 'text', overwrites: [] },
    { id: '1500000000000000002', server: FIRST, name: 'hidden', type: 'text', ...denied('1024') },
    { id: '1500000000000000003', server: FIRST, name: 'no-history', type: 'text', ...denied('65536') },
    { id: '1500000000000000004', server: FIRST, name: 'Lounge', type: 'voice', overwrites: [] },
  ],
});

export const isThread = ({ type }: Pick<Channel, 'type'>): boolean => type === 'thread' || type === 'news_thread';

/** The channel whose overwrites of permissions hold. */
export const ruling = (platform: Platform, channel: Channel): Channel =>
  (isThread(channel) && CHANNELS.of(platform).get(channel.parent)) || channel;

const EPOCH = 1_420_070_400_000;
let lastId = 0n;

/** An id of this moment, after those before; ids say when a message was written. */
function newId(): string {
  const now = BigInt(Date.now() - EPOCH) << 22n;
  lastId = lastId < now ? now : lastId + 1n;
  return String(lastId);
}

export const timeOf = (id: string): Date => new Date(Number(BigInt(id) >> 22n) + EPOCH);

const messageSchema = Type.Object(
  {
    id: Type.String({ ...SNOWFLAKE, default: newId }),
    channel: SNOWFLAKE,
    author: SNOWFLAKE,
    content: Type.String({ default: '' }),
    /** 0 is a message of a person, 19 a reply; most other types are messages of the platform. */
    type: Type.Optional(Type.Integer({ minimum: 0 })),
    editedAt: Type.Optional(Type.String()),
    /** Id of the webhook that wrote the message. */
    webhook: Type.Optional(SNOWFLAKE),
    /** Id of the application that wrote the message for a person. */
    application: Type.Optional(SNOWFLAKE),
    /** Content of the message that it forwards. */
    forwards: Type.Optional(Type.String()),
    /** The question of its poll. */
    poll: Type.Optional(Type.String()),
    /** Name of its sticker, of its file, and title of what it links to. */
    sticker: Type.Optional(Type.String()),
    file: Type.Optional(Type.String()),
    preview: Type.Optional(Type.String()),
    /** Members in place of those that the platform would give, such as ones that are null. */
    odd: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
);
export type Message = Static<typeof messageSchema>;

export const MESSAGES = new Collection({
  name: 'messages',
  key: ['id'],
  schema: messageSchema,
  seed: (): Message[] => [{ id: newId(), channel: GENERAL, author: idOf(DONE), content: 'Hello from Orbit' }],
});

export const SETTINGS = new Collection({
  name: 'settings',
  key: [],
  schema: Type.Object(
    {
      /** Whether the application has the intent to read the content of messages, and how it got it. */
      messageContent: Type.Union([Type.Literal('none'), Type.Literal('limited'), Type.Literal('full')], {
        default: 'limited',
      }),
    },
    { additionalProperties: false },
  ),
  seed: () => [{ messageContent: 'limited' as const }],
});

export const contentIntent = (platform: Platform): 'none' | 'limited' | 'full' =>
  SETTINGS.of(platform).get()?.messageContent ?? 'none';

const byId = (one: Message, other: Message): number => (BigInt(one.id) < BigInt(other.id) ? -1 : 1);

/** Oldest first. */
export const messagesOf = (platform: Platform, test: (message: Message) => boolean): Message[] =>
  MESSAGES.of(platform).filter(test).sort(byId);

export const serverOf = (platform: Platform, { server }: Channel): Server | undefined =>
  SERVERS.of(platform).get(server);
