import { MICROBLOG_HASHTAGS, MICROBLOG_NAME, MICROBLOG_TEXT } from '@questp/messages/integrations';
import { hasForm } from '@questp/messages/language';
import { objectAt, objectsAt, optionalAt, textAt, type JsonObject } from '../../outbound/described-json.js';

/** The API is renaming tweets to posts and answers with either name, whichever was asked for. */
const NEW_NAMES = {
  referenced_tweets: 'referenced_posts',
  pinned_tweet_id: 'pinned_post_id',
  tweets: 'posts',
} as const;

export const nameNow = (parent: JsonObject, name: keyof typeof NEW_NAMES): string =>
  parent[name] === undefined ? NEW_NAMES[name] : name;

export const ID = /^\d{1,19}$/;
export const idAt = (parent: JsonObject, name: string): string => textAt(parent, name, ID);
export const stringAt = (parent: JsonObject, name: string): string => textAt(parent, name, /^/);

/** The id of an account or a post. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && ID.test(value) ? value : undefined;

/** The first code points of a text that a database stores; &, < and > are written as in HTML by the API. */
export const textOf = (value: unknown, { max }: { max: number } = MICROBLOG_TEXT): string => {
  if (typeof value !== 'string') return '';
  const plain = value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  return [...plain.slice(0, 2 * max).replaceAll(/[\0\p{Surrogate}]/gu, '')].slice(0, max).join('');
};

/** A name in one line; null for one that no name can be. */
export const nameOf = (value: unknown): string | null => {
  const name = textOf(value, MICROBLOG_NAME);
  return hasForm('line', name) ? name : null;
};

/** The hashtags of a post or a profile, each once. @throws UnusableAnswer */
export const hashtagsOf = (post: JsonObject): string[] => {
  const entities = optionalAt(post, 'entities', objectAt) ?? {};
  const tags = (optionalAt(entities, 'hashtags', objectsAt) ?? []).map((one) => stringAt(one, 'tag'));
  const fitting = tags.filter((tag) => hasForm('hashtag', tag));
  const { max, maxLength } = MICROBLOG_HASHTAGS;
  return [...new Set(fitting.filter((tag) => tag.length <= maxLength))].slice(0, max);
};

export type ReferenceType = 'quoted' | 'replied_to' | 'retweeted';

/** The post that a post refers to in this way. @throws UnusableAnswer */
export const referenceOf = (post: JsonObject, type: ReferenceType): string | undefined => {
  const references = optionalAt(post, nameNow(post, 'referenced_tweets'), objectsAt) ?? [];
  const read = references.map((one) => ({ type: stringAt(one, 'type'), id: idAt(one, 'id') }));
  return read.find((one) => one.type === type)?.id;
};
