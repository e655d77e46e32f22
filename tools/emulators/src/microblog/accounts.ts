import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Platform } from '../oauth/rules.js';
import { DONE, handleOf, PEOPLE, type Person } from '../people.js';
import type { Read } from './reading.js';
import { apiTextOf, linkTo } from './written.js';

/** Larger than a number of JavaScript holds, as on the platform. */
const FIRST_ID = 1_800_000_000_000_000_000n;

export const idOf = ({ number }: Person): string => String(FIRST_ID + BigInt(number));

export const ID = Type.String({ pattern: '^[0-9]{1,19}$' });

const accountSchema = Type.Object(
  {
    id: ID,
    username: Type.String({ pattern: '^[A-Za-z0-9_]{1,40}$' }),
    name: Type.String(),
    description: Type.String({ default: '' }),
    /** The address that the profile shows. */
    url: Type.Optional(Type.String()),
    pinnedPost: Type.Optional(ID),
    protected: Type.Boolean({ default: false }),
    suspended: Type.Boolean({ default: false }),
  },
  { additionalProperties: false },
);
export type Account = Static<typeof accountSchema>;

const account = (id: string, username: string, name: string, more: Partial<Account> = {}): Account => ({
  ...{ id, username, name, description: '', protected: false, suspended: false },
  ...more,
});

/** The account of the brand in the seed. */
export const BRAND = account('1700000000000000001', 'orbit_hq', 'Orbit', { description: 'Quests of Orbit' });
/** The post of the brand that people like, repost, quote and reply to in the seed. */
export const BRAND_POST = '1900000000000000001';
/** The post of DONE that quotes the post of the brand. */
export const QUOTE = '1900000000000000012';

export const ACCOUNTS = new Collection({
  name: 'accounts',
  key: ['id'],
  schema: accountSchema,
  seed: () => [
    BRAND,
    account('1700000000000000002', 'orbit_private', 'Private', { protected: true }),
    account('1700000000000000003', 'orbit_suspended', 'Suspended', { suspended: true }),
    ...PEOPLE.map((person) =>
      person === DONE
        ? account(idOf(person), handleOf(person), person.name, { description: 'On #Orbit', pinnedPost: QUOTE })
        : account(idOf(person), handleOf(person), person.name),
    ),
  ],
});

export const FOLLOWS = new Collection({
  name: 'follows',
  key: ['follower', 'followed'],
  schema: Type.Object({ follower: ID, followed: ID }, { additionalProperties: false }),
  seed: () => [{ follower: idOf(DONE), followed: BRAND.id }],
});

const doesFollow = (platform: Platform, follower: string, followed: string): boolean =>
  FOLLOWS.of(platform).get(follower, followed) !== undefined;

const connectionOf = (platform: Platform, viewer: string, account: string): string[] => [
  ...(doesFollow(platform, viewer, account) ? ['following'] : []),
  ...(doesFollow(platform, account, viewer) ? ['followed_by'] : []),
];

/** The account with the fields that are asked for, without those that it has nothing of. */
export function showAccount({ platform, viewer }: Read, account: Account, fields: ReadonlySet<string>) {
  const email = viewer?.person.isEmailVerified && viewer.grant.scopes.includes('users.email') && viewer.person.email;
  const follows = FOLLOWS.of(platform);
  const description = apiTextOf((username) => accountNamed(platform, username), account.description);
  const link = account.url === undefined ? undefined : linkTo(account.url);
  const entities = {
    ...(link && { url: { urls: [{ start: 0, end: link.url.length, ...link }] } }),
    ...(description.entities && { description: description.entities }),
  };
  const all: Readonly<Record<string, unknown>> = {
    id: account.id,
    name: account.name,
    username: account.username,
    created_at: '2020-01-01T00:00:00.000Z',
    description: description.text,
    entities: Object.keys(entities).length > 0 ? entities : undefined,
    url: link?.url,
    pinned_tweet_id: account.pinnedPost,
    protected: account.protected,
    profile_image_url: `https://pbs.twimg.com/profile_images/${account.id}/picture_normal.png`,
    public_metrics: fields.has('public_metrics') && {
      followers_count: follows.filter(({ followed }) => followed === account.id).length,
      following_count: follows.filter(({ follower }) => follower === account.id).length,
      tweet_count: 0,
      listed_count: 0,
      like_count: 0,
    },
    verified: false,
    verified_type: 'none',
    connection_status: viewer && connectionOf(platform, idOf(viewer.person), account.id),
    confirmed_email: viewer && idOf(viewer.person) === account.id && email ? email : undefined,
  };
  const shown = ['id', 'name', 'username', ...fields].filter((field) => all[field] !== undefined);
  return Object.fromEntries(shown.map((field) => [field, all[field]]));
}

/** Handles are of any case. */
export const accountNamed = (platform: Platform, username: string): Account | undefined =>
  ACCOUNTS.of(platform).find((one) => one.username.toLowerCase() === username.toLowerCase());
