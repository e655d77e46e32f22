import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import { DONE, handleOf, PEOPLE, type Person } from '../people.js';

/** Of the channel, which is the account here. */
export const idOf = ({ number }: Person): string => `UC${String(number).padStart(22, 'Emulated')}`;

const CHANNEL_ID = Type.String({ pattern: '^UC[A-Za-z0-9_-]{22}$' });
const VIDEO_ID = Type.String({ pattern: '^[A-Za-z0-9_-]{11}$' });
const now = (): string => new Date().toISOString();

const channelSchema = Type.Object(
  {
    ...{ id: CHANNEL_ID, title: Type.String(), handle: Type.String({ pattern: '^[A-Za-z0-9._-]{3,40}$' }) },
    /** Legacy user name of a channel that is older than handles. */
    username: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type Channel = Static<typeof channelSchema>;

/** The channel of the brand in the seed, and its video that people like and comment on. */
export const BRAND: Channel = { id: 'UCOrbitEmulatedChannel01', title: 'Orbit', handle: 'orbit' };
export const BRAND_VIDEO = 'OrbitVideo1';

export const CHANNELS = new Collection({
  name: 'channels',
  key: ['id'],
  schema: channelSchema,
  seed: () => [
    BRAND,
    ...PEOPLE.filter(({ hasChannel }) => hasChannel).map((person) => ({
      ...{ id: idOf(person), title: person.name, handle: handleOf(person) },
    })),
  ],
});

const videoSchema = Type.Object(
  {
    id: VIDEO_ID,
    channel: CHANNEL_ID,
    title: Type.String({ default: 'Untitled' }),
    publishedAt: Type.String({ default: now }),
    commentsDisabled: Type.Boolean({ default: false }),
  },
  { additionalProperties: false },
);
export type Video = Static<typeof videoSchema>;

export const VIDEOS = new Collection({
  name: 'videos',
  key: ['id'],
  schema: videoSchema,
  seed: (): Video[] => [
    {
      ...{ id: BRAND_VIDEO, channel: BRAND.id, title: 'What Orbit is', publishedAt: '2026-01-01T00:00:00Z' },
      commentsDisabled: false,
    },
    {
      ...{ id: 'OrbitVideo2', channel: BRAND.id, title: 'Without comments', publishedAt: '2026-01-02T00:00:00Z' },
      commentsDisabled: true,
    },
  ],
});

export const SUBSCRIPTIONS = new Collection({
  name: 'subscriptions',
  key: ['subscriber', 'channel'],
  schema: Type.Object({ subscriber: CHANNEL_ID, channel: CHANNEL_ID }, { additionalProperties: false }),
  seed: () => [{ subscriber: idOf(DONE), channel: BRAND.id }],
});

const ratingSchema = Type.Object(
  {
    user: CHANNEL_ID,
    video: VIDEO_ID,
    rating: Type.Union([Type.Literal('like'), Type.Literal('dislike')], { default: 'like' }),
  },
  { additionalProperties: false },
);

export const RATINGS = new Collection({
  name: 'ratings',
  key: ['user', 'video'],
  schema: ratingSchema,
  seed: (): Static<typeof ratingSchema>[] => [{ user: idOf(DONE), video: BRAND_VIDEO, rating: 'like' }],
});

const commentSchema = Type.Object(
  {
    id: Type.String({ default: () => `Ugx${Date.now()}${Math.floor(Math.random() * 1e6)}` }),
    video: VIDEO_ID,
    author: CHANNEL_ID,
    text: Type.String({ default: '' }),
    publishedAt: Type.String({ default: now }),
    /** Members in place of those that the platform would give, such as ones that are null. */
    odd: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
);
export type Comment = Static<typeof commentSchema>;

/** Top-level comments, each of which begins a thread. */
export const COMMENTS = new Collection({
  name: 'comments',
  key: ['id'],
  schema: commentSchema,
  seed: (): Comment[] => [
    {
      ...{ id: 'UgxEmulatedComment01', video: BRAND_VIDEO, author: idOf(DONE), text: 'This is Orbit' },
      publishedAt: '2026-03-01T00:00:00Z',
    },
  ],
});

export const SETTINGS = new Collection({
  name: 'settings',
  key: [],
  schema: Type.Object(
    {
      /** Units of a day. */
      quota: Type.Integer({ minimum: 0, default: 10_000 }),
    },
    { additionalProperties: false },
  ),
  seed: () => [{ quota: 10_000 }],
});
