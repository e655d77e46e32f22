import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import { DONE, handleOf, PEOPLE, type Person } from '../people.js';

const FIRST_ID = 5_000_000;
export const idOf = ({ number }: Person): string => String(FIRST_ID + number);

const ID = Type.String({ pattern: '^[0-9]{1,10}$' });

const userSchema = Type.Object(
  { id: ID, username: Type.String({ pattern: '^[A-Za-z0-9_]{1,40}$' }), name: Type.String({ default: '' }) },
  { additionalProperties: false },
);
export type User = Static<typeof userSchema>;

export const USERS = new Collection({
  name: 'users',
  key: ['id'],
  schema: userSchema,
  seed: () => PEOPLE.map((person) => ({ id: idOf(person), username: handleOf(person), name: person.name })),
});

const postSchema = Type.Object(
  {
    id: ID,
    slug: Type.String({ pattern: '^[a-z0-9-]{1,100}$' }),
    name: Type.String({ default: '' }),
    tagline: Type.String({ default: '' }),
    /** The address of its picture. */
    thumbnail: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type Post = Static<typeof postSchema>;

export const BRAND_POST = '910001';

export const POSTS = new Collection({
  name: 'posts',
  key: ['id'],
  schema: postSchema,
  seed: (): Post[] => [
    {
      ...{ id: BRAND_POST, slug: 'orbit', name: 'Orbit', tagline: 'Quests for everybody' },
      thumbnail: 'https://ph-files.imgix.net/orbit.png',
    },
    { id: '910002', slug: 'plain', name: 'Plain', tagline: 'Without a picture' },
  ],
});

export const VOTES = new Collection({
  name: 'votes',
  key: ['user', 'post'],
  schema: Type.Object({ user: ID, post: ID }, { additionalProperties: false }),
  seed: () => [{ user: idOf(DONE), post: BRAND_POST }],
});

const commentSchema = Type.Object(
  {
    id: Type.String({
      pattern: '^[0-9]{1,15}$',
      default: () => String(Date.now() * 100 + Math.floor(Math.random() * 100)),
    }),
    post: ID,
    user: ID,
    body: Type.String({ default: '' }),
    createdAt: Type.String({ default: () => new Date().toISOString() }),
  },
  { additionalProperties: false },
);
export type Comment = Static<typeof commentSchema>;

export const COMMENTS = new Collection({
  name: 'comments',
  key: ['id'],
  schema: commentSchema,
  seed: (): Comment[] => [
    { id: '1', post: BRAND_POST, user: idOf(DONE), body: 'Well made', createdAt: '2026-01-02T00:00:00Z' },
  ],
});
