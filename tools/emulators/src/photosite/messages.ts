import { createHmac } from 'node:crypto';
import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Platform } from '../oauth/rules.js';
import { ID, scopedId } from './accounts.js';
import { CREDENTIALS } from './credentials.js';

/** The callback URL of the application's webhook; verified when the API sets it. */
export const CALLBACKS = new Collection({
  name: 'callbacks',
  key: ['object'],
  schema: Type.Object(
    {
      object: Type.Literal('instagram', { default: 'instagram' }),
      url: Type.String({ pattern: '^https?://' }),
      fields: Type.Array(Type.String(), { default: ['messages'] }),
    },
    { additionalProperties: false },
  ),
  seed: () => [],
});

/** Professional accounts to whose events the application is subscribed. */
export const SUBSCRIBED = new Collection({
  name: 'subscribed',
  key: ['account'],
  schema: Type.Object(
    { account: ID, fields: Type.Array(Type.String(), { default: ['messages'] }) },
    { additionalProperties: false },
  ),
  seed: () => [],
});

const messageSchema = Type.Object(
  {
    id: Type.String({ default: () => `aWdfZAG${Date.now()}${Math.floor(Math.random() * 1e9)}` }),
    from: ID,
    /** A professional account. */
    to: ID,
    text: Type.String({ minLength: 1, maxLength: 1_000 }),
    at: Type.Integer({ default: () => Date.now() }),
  },
  { additionalProperties: false },
);
type Message = Static<typeof messageSchema>;

/** Messages of people to professional accounts, by which they consent to share their profile. */
export const MESSAGES = new Collection({
  name: 'messages',
  key: ['id'],
  schema: messageSchema,
  seed: (): Message[] => [],
  onPut: (platform: Platform, message, before) => {
    if (before === undefined) sendMessage(platform, message);
  },
});

/** Messages of professional accounts. */
export const SENT = new Collection({
  name: 'sent',
  key: ['id'],
  schema: Type.Object({ id: Type.String(), from: ID, to: ID, text: Type.String() }, { additionalProperties: false }),
  seed: () => [],
});

export const lastMessage = (platform: Platform, from: string, to: string): Message | undefined =>
  MESSAGES.of(platform)
    .filter((message) => message.from === from && message.to === to)
    .at(-1);

function sendMessage(platform: Platform, { id: mid, from, to, text, at }: Message): void {
  const isWanted = SUBSCRIBED.of(platform).get(to)?.fields.includes('messages');
  if (!isWanted || !CALLBACKS.of(platform).get('instagram')?.fields.includes('messages')) return;
  const messaging = [
    { sender: { id: scopedId(from, to) }, recipient: { id: to }, timestamp: at, message: { mid, text } },
  ];
  const body = JSON.stringify({ object: 'instagram', entry: [{ id: to, time: at, messaging }] });
  const signature = createHmac('sha256', CREDENTIALS.appSecret).update(body).digest('hex');
  platform.send('instagram', {
    event: 'messages',
    request: () => {
      const callback = CALLBACKS.of(platform).get('instagram');
      return callback && { url: callback.url, headers: { 'x-hub-signature-256': `sha256=${signature}` }, body };
    },
  });
}
