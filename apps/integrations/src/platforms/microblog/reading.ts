import { MICROBLOG_HASHTAGS, MICROBLOG_NAME, MICROBLOG_TEXT } from '@questp/messages/integrations';
import { hasForm } from '@questp/messages/language';
import { at } from '../../outbound/account.js';
import { listOf } from './api.js';

/** The API is renaming tweets to posts and answers with either name, whichever was asked for. */
const NEW_NAMES = {
  referenced_tweets: 'referenced_posts',
  pinned_tweet_id: 'pinned_post_id',
  tweets: 'posts',
} as const;

export const either = (value: unknown, name: keyof typeof NEW_NAMES): unknown =>
  at(value, name) ?? at(value, NEW_NAMES[name]);

/** The id of an account or a post. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{1,19}$/.test(value) ? value : undefined;

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

/** The hashtags of a post or a profile, each once. */
export const hashtagsOf = (post: unknown): string[] => {
  const tags = listOf(at(at(post, 'entities'), 'hashtags')).map((one) => at(one, 'tag'));
  const fitting = tags.filter((tag): tag is string => typeof tag === 'string' && hasForm('hashtag', tag));
  const { max, maxLength } = MICROBLOG_HASHTAGS;
  return [...new Set(fitting.filter((tag) => tag.length <= maxLength))].slice(0, max);
};

export type ReferenceType = 'quoted' | 'replied_to' | 'retweeted';

/** The post that a post refers to in this way. */
export const referenceOf = (post: unknown, type: ReferenceType): string | undefined => {
  const found = listOf(either(post, 'referenced_tweets')).find((one) => at(one, 'type') === type);
  return idOf(at(found, 'id'));
};
