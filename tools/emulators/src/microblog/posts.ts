import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Platform } from '../oauth/rules.js';
import { DONE } from '../people.js';
import { accountNamed, ACCOUNTS, BRAND, BRAND_POST, ID, idOf, QUOTE } from './accounts.js';
import { apiPostOf } from './written.js';

const TIME = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$' });

const postSchema = Type.Object(
  {
    id: ID,
    author: ID,
    /** The written text, with &, < and > escaped as in the API. The text of a repost is derived from its post. */
    text: Type.String({ default: '' }),
    createdAt: Type.String({ ...TIME, default: () => new Date().toISOString() }),
    references: Type.Array(
      Type.Object({
        type: Type.Union([Type.Literal('retweeted'), Type.Literal('quoted'), Type.Literal('replied_to')]),
        id: ID,
      }),
      { default: [] },
    ),
  },
  { additionalProperties: false },
);
export type Post = Static<typeof postSchema>;

const HOUR = 3_600_000;
/** @param hours before the platform was started or reset */
const post = (id: string, author: string, hours: number, text: string, ...references: Post['references']): Post => ({
  ...{ id, author, text, references },
  createdAt: new Date(Date.now() - hours * HOUR).toISOString(),
});

const reference = (type: Post['references'][number]['type']) => ({ type, id: BRAND_POST });
const done = idOf(DONE);

/** Posts, replies, quotes and reposts. */
export const POSTS = new Collection({
  name: 'posts',
  key: ['id'],
  schema: postSchema,
  seed: () => [
    post(BRAND_POST, BRAND.id, 48, 'Welcome to #Orbit'),
    post('1900000000000000011', done, 5, '', reference('retweeted')),
    post(QUOTE, done, 4, 'Look at this #Orbit', reference('quoted')),
    post('1900000000000000013', done, 3, '@orbit_hq well done', reference('replied_to')),
    post('1900000000000000014', done, 2, 'Hello @orbit_hq, this is #Orbit and #Quests'),
  ],
});

export const LIKES = new Collection({
  name: 'likes',
  key: ['account', 'post'],
  schema: Type.Object({ account: ID, post: ID }, { additionalProperties: false }),
  seed: () => [{ account: done, post: BRAND_POST }],
});

export const referenceOf = ({ references }: Post, type: Post['references'][number]['type']): string | undefined =>
  references.find((one) => one.type === type)?.id;

/** Newest first. */
export const postsOf = (platform: Platform, author: string): Post[] =>
  POSTS.of(platform)
    .filter((one) => one.author === author)
    .sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt) || (one.id < other.id ? 1 : -1));

/** The first post of the conversation. */
function conversationOf(platform: Platform, post: Post): string {
  const seen = new Set<string>();
  let first = post;
  for (let id = referenceOf(first, 'replied_to'); id !== undefined; id = referenceOf(first, 'replied_to')) {
    const parent = POSTS.of(platform).get(id);
    if (parent === undefined) return id;
    if (seen.has(id)) break;
    seen.add(id);
    first = parent;
  }
  return first.id;
}

function textOf(platform: Platform, post: Post): string {
  const original = POSTS.of(platform).get(referenceOf(post, 'retweeted'));
  const author = original && ACCOUNTS.of(platform).get(original.author);
  return author && post.text === '' ? `RT @${author.username}: ${original.text}` : post.text;
}

/** The post with the fields that are asked for, without those that it has nothing of. */
export function showPost(platform: Platform, post: Post, fields: ReadonlySet<string>) {
  const named = (username: string) => accountNamed(platform, username);
  const { text, entities, note } = apiPostOf(named, post.id, textOf(platform, post));
  const count = (type: Post['references'][number]['type']) =>
    POSTS.of(platform).filter((one) => referenceOf(one, type) === post.id).length;
  const all: Readonly<Record<string, unknown>> = {
    id: post.id,
    text,
    edit_history_tweet_ids: [post.id],
    author_id: post.author,
    created_at: new Date(post.createdAt).toISOString(),
    conversation_id: conversationOf(platform, post),
    in_reply_to_user_id: POSTS.of(platform).get(referenceOf(post, 'replied_to'))?.author,
    referenced_tweets: post.references.length > 0 ? post.references : undefined,
    entities,
    note_tweet: note,
    lang: 'en',
    possibly_sensitive: false,
    reply_settings: 'everyone',
    public_metrics: fields.has('public_metrics') && {
      retweet_count: count('retweeted'),
      reply_count: count('replied_to'),
      like_count: LIKES.of(platform).filter((like) => like.post === post.id).length,
      quote_count: count('quoted'),
      bookmark_count: 0,
      impression_count: 0,
    },
  };
  const shown = ['id', 'text', 'edit_history_tweet_ids', ...fields].filter((field) => all[field] !== undefined);
  return Object.fromEntries(shown.map((field) => [field, all[field]]));
}
