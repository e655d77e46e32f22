import { MICROBLOG_NAME } from '@questp/messages/integrations';
import { hasForm } from '@questp/messages/language';
import {
  hasOne,
  listAt,
  optionalAt,
  readEach,
  textAt,
  type JsonObject,
  type ReadItems,
} from '../../outbound/described-json.js';

/** The API is renaming tweets to posts and answers with either name, whichever was asked for. */
const NEW_NAMES = {
  referenced_tweets: 'referenced_posts',
  pinned_tweet_id: 'pinned_post_id',
  tweets: 'posts',
  note_tweet: 'note_post',
} as const;

export const nameNow = (parent: JsonObject, name: keyof typeof NEW_NAMES): string =>
  parent[name] === undefined ? NEW_NAMES[name] : name;

export const ID = /^\d{1,19}$/;
export const idAt = (parent: JsonObject, name: string): string => textAt(parent, name, ID);
export const stringAt = (parent: JsonObject, name: string): string => textAt(parent, name, /^/);

/** The texts in a list. */
export const textsIn = (parent: JsonObject, name: string): ReadItems<string> =>
  readEach(
    listAt(parent, name).map((item) => ({ item })),
    (one) => stringAt(one, 'item'),
  );

/** The id of an account or a post. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && ID.test(value) ? value : undefined;

const ESCAPED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** A text as it was written, which the API has as in HTML, without characters that no database stores. */
export const plainOf = (text: string): string =>
  text
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (all, name: string) => ESCAPED[name] ?? all)
    .replaceAll(/[\0\p{Surrogate}]/gu, '');

/** The first code points of a text. */
export const startOf = (text: string, { max }: { max: number }): string =>
  [...text.slice(0, 2 * max)].slice(0, max).join('');

/** The first code points of a text in an answer; '' for any other value. */
export const textOf = (value: unknown, bound: { max: number }): string =>
  typeof value === 'string' ? startOf(plainOf(value), bound) : '';

/** A name in one line; null for one that no name can be. */
export const nameOf = (value: unknown): string | null => {
  const name = textOf(value, MICROBLOG_NAME);
  return hasForm('line', name) ? name : null;
};

export type ReferenceType = 'quoted' | 'replied_to' | 'retweeted';

interface Reference {
  type: string;
  id: string;
}

function referencesOf(post: JsonObject): ReadItems<Reference> {
  const name = nameNow(post, 'referenced_tweets');
  const read = (one: JsonObject) => ({ type: stringAt(one, 'type'), id: stringAt(one, 'id') });
  return optionalAt(post, name, () => readEach(listAt(post, name), read)) ?? { values: [], unread: undefined };
}

/** Whether a post has a reference of this type to any post, or to the one with the id. @throws UnusableAnswer */
export const refersTo = (post: JsonObject, type: ReferenceType, id?: string): boolean =>
  hasOne(referencesOf(post), (one) => one.type === type && (id === undefined || one.id === id));

/** The post that a post refers to in this way. @throws UnusableAnswer */
export function referenceOf(post: JsonObject, type: ReferenceType): string | undefined {
  const references = referencesOf(post);
  if (!hasOne(references, (one) => one.type === type)) return undefined;
  return references.values.find((one) => one.type === type && ID.test(one.id))?.id;
}
