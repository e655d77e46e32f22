import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Platform } from '../oauth/rules.js';
import { DONE } from '../people.js';
import { READ_MESSAGE_HISTORY, SERVERS, SNOWFLAKE, VIEW_CHANNEL, type Server } from './servers.js';
import { idOf } from './users.js';

const channelSchema = Type.Object(
  {
    id: SNOWFLAKE,
    server: SNOWFLAKE,
    name: Type.String({ minLength: 1 }),
    type: Type.Union([Type.Literal('text'), Type.Literal('voice'), Type.Literal('category'), Type.Literal('news')], {
      default: 'text',
    }),
    /** Permissions that the bot has in the server but not here, as a decimal number. */
    denied: Type.String({ pattern: '^[0-9]{1,20}$', default: '0' }),
  },
  { additionalProperties: false },
);
export type Channel = Static<typeof channelSchema>;

const FIRST = '1300000000000000001';
const GENERAL = '1500000000000000001';

export const CHANNELS = new Collection({
  name: 'channels',
  key: ['id'],
  schema: channelSchema,
  seed: (): Channel[] => [
    { id: '1500000000000000009', server: FIRST, name: 'Text channels', type: 'category', denied: '0' },
    { id: GENERAL, server: FIRST, name: 'general', type: 'text', denied: '0' },
    { id: '1500000000000000002', server: FIRST, name: 'hidden', type: 'text', denied: String(VIEW_CHANNEL) },
    {
      id: '1500000000000000003',
      server: FIRST,
      name: 'no-history',
      type: 'text',
      denied: String(READ_MESSAGE_HISTORY),
    },
    { id: '1500000000000000004', server: FIRST, name: 'Lounge', type: 'voice', denied: '0' },
  ],
});

const EPOCH = 1_420_070_400_000;
/** An id of this moment; ids say when a message was written. */
const newId = (): string => String((BigInt(Date.now() - EPOCH) << 22n) + BigInt(Math.floor(Math.random() * 2 ** 22)));
export const timeOf = (id: string): Date => new Date(Number(BigInt(id) >> 22n) + EPOCH);

const messageSchema = Type.Object(
  {
    id: Type.String({ ...SNOWFLAKE, default: newId }),
    channel: SNOWFLAKE,
    author: SNOWFLAKE,
    content: Type.String({ default: '' }),
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

/** What the bot may do in the channel. */
export function botMay(permission: bigint, { botPermissions }: Server, { denied }: Pick<Channel, 'denied'>): boolean {
  return (BigInt(botPermissions) & ~BigInt(denied) & permission) !== 0n;
}

const byId = (one: Message, other: Message): number => (BigInt(one.id) < BigInt(other.id) ? -1 : 1);

/** Oldest first. */
export const messagesOf = (platform: Platform, test: (message: Message) => boolean): Message[] =>
  MESSAGES.of(platform).filter(test).sort(byId);

export const serverOf = (platform: Platform, { server }: Channel): Server | undefined =>
  SERVERS.of(platform).get(server);
