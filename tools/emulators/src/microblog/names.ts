import { Type } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Answer } from '../http/answer.js';
import type { Parameters } from '../oauth/parameters.js';
import type { Platform } from '../oauth/rules.js';
import { invalidParameter } from './problems.js';

/** The API has renamed tweets to posts in its description, and answers with either. */
export const SETTINGS = new Collection({
  name: 'settings',
  key: [],
  schema: Type.Object(
    { names: Type.Union([Type.Literal('tweets'), Type.Literal('posts')], { default: 'tweets' }) },
    { additionalProperties: false },
  ),
  seed: () => [{ names: 'tweets' as const }],
});

const RENAMED = new Map([
  ['referenced_tweets', 'referenced_posts'],
  ['pinned_tweet_id', 'pinned_post_id'],
  ['most_recent_tweet_id', 'most_recent_post_id'],
  ['edit_history_tweet_ids', 'edit_history_post_ids'],
  ['tweets', 'posts'],
]);

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [RENAMED.get(name) ?? name, renamed(one)]));
}

/** The answer with the names that the settings choose. */
export const inNames = (platform: Platform, answer: Answer): Answer =>
  SETTINGS.of(platform).get()?.names === 'posts' ? { ...answer, body: renamed(answer.body) } : answer;

const FIELDS = {
  tweet: [
    ...['article', 'attachments', 'author_id', 'card_uri', 'community_id', 'context_annotations', 'conversation_id'],
    ...['created_at', 'display_text_range', 'edit_controls', 'edit_history_tweet_ids', 'entities', 'geo', 'id'],
    ...['in_reply_to_user_id', 'lang', 'media_metadata', 'note_tweet', 'possibly_sensitive', 'public_metrics'],
    ...['referenced_tweets', 'reply_settings', 'scopes', 'source', 'text', 'withheld'],
  ],
  user: [
    ...['affiliation', 'confirmed_email', 'connection_status', 'created_at', 'description', 'entities', 'id'],
    ...['is_identity_verified', 'location', 'most_recent_tweet_id', 'name', 'parody', 'pinned_tweet_id'],
    ...['profile_banner_url', 'profile_image_url', 'protected', 'public_metrics', 'receives_your_dm', 'subscription'],
    ...['subscription_type', 'url', 'username', 'verified', 'verified_followers_count', 'verified_type', 'withheld'],
  ],
  space: [
    ...['created_at', 'creator_id', 'ended_at', 'host_ids', 'id', 'invited_user_ids', 'is_ticketed', 'lang'],
    ...['participant_count', 'scheduled_start', 'speaker_ids', 'started_at', 'state', 'subscriber_count', 'title'],
    ...['topic_ids', 'updated_at'],
  ],
} as const;

const EXPANSIONS = {
  tweet: [
    ...['attachments.media_keys', 'attachments.poll_ids', 'author_id', 'edit_history_tweet_ids'],
    ...['entities.mentions.username', 'geo.place_id', 'in_reply_to_user_id', 'referenced_tweets.id'],
    'referenced_tweets.id.author_id',
  ],
  user: ['affiliation.user_id', 'most_recent_tweet_id', 'pinned_tweet_id'],
  space: ['creator_id', 'host_ids', 'invited_user_ids', 'speaker_ids', 'topic_ids'],
} as const;

type Kind = keyof typeof FIELDS;

/** The fields that a request asks for, by their old names. */
export interface Shown {
  tweet: ReadonlySet<string>;
  user: ReadonlySet<string>;
  space: ReadonlySet<string>;
  expansions: ReadonlySet<string>;
}

const OLD = new Map([...RENAMED].map(([old, name]) => [name, old]));
const EXPANSION_OLD = new Map([...OLD, ['referenced_posts', 'referenced_tweets.id']]);

const listOf = (text: string | undefined): string[] => text?.split(',').filter(Boolean) ?? [];

/** Reads fields and expansions, of either name; the refusal when one is unknown. */
export function readShown(query: Parameters, of: Kind): Shown | Answer {
  const asked = {
    tweet: [...listOf(query['tweet.fields']), ...listOf(query['post.fields'])].map((name) => OLD.get(name) ?? name),
    user: listOf(query['user.fields']).map((name) => OLD.get(name) ?? name),
    space: listOf(query['space.fields']),
  };
  for (const kind of ['tweet', 'user', 'space'] as const) {
    const unknown = asked[kind].find((field) => !FIELDS[kind].some((known) => known === field));
    if (unknown !== undefined) return unknownValue(`${kind}.fields`, unknown, FIELDS[kind]);
  }
  const expansions = listOf(query['expansions']).map((name) => EXPANSION_OLD.get(name) ?? name);
  const unknown = expansions.find((name) => !EXPANSIONS[of].some((known) => known === name));
  if (unknown !== undefined) return unknownValue('expansions', unknown, EXPANSIONS[of]);
  // A field that is expanded is returned as well.
  const own = [...asked[of], ...expansions.map((name) => name.split('.', 1)[0] ?? name)];
  return {
    tweet: new Set(asked.tweet),
    user: new Set(asked.user),
    space: new Set(asked.space),
    [of]: new Set(own),
    expansions: new Set(expansions),
  };
}

const unknownValue = (parameter: string, value: string, known: readonly string[]): Answer =>
  invalidParameter(
    parameter,
    value,
    `The \`${parameter}\` query parameter value [${value}] is not one of [${known.join(',')}]`,
  );
