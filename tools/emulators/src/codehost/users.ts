import type { components } from '@octokit/openapi-types';
import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Platform } from '../oauth/rules.js';
import { PEOPLE, type Person } from '../people.js';

const FIRST_ID = 90_000_000;
const SITE = 'https://github.com';

export const numericId = ({ number }: Person): number => FIRST_ID + number;
export const idOf = (person: Person): string => String(numericId(person));

const userSchema = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    /** A renamed account keeps its id. */
    login: Type.String({ pattern: '^[A-Za-z0-9-]{1,39}$' }),
    name: Type.String({ default: '' }),
    type: Type.Union([Type.Literal('User'), Type.Literal('Organization')], { default: 'User' }),
    /** Flagged by the code host: others do not see the account, and cannot search for what it did. */
    hidden: Type.Boolean({ default: false }),
  },
  { additionalProperties: false },
);
export type User = Static<typeof userSchema>;

/** The organization of the brand in the seed. */
export const BRAND: User = { id: 70_000_001, login: 'orbit', name: 'Orbit', type: 'Organization', hidden: false };

export const USERS = new Collection({
  name: 'users',
  key: ['id'],
  schema: userSchema,
  seed: (): User[] => [
    BRAND,
    ...PEOPLE.map((person): User => ({
      id: numericId(person),
      login: person.key,
      name: person.name,
      type: 'User',
      hidden: false,
    })),
  ],
});

/** Names are of any case. */
export const userNamed = (platform: Platform, login: string | undefined): User | undefined =>
  USERS.of(platform).find((one) => one.login.toLowerCase() === login?.toLowerCase());

export type SimpleUser = components['schemas']['simple-user'] & { id: number };

export function showUser({ id, login, type }: User): SimpleUser {
  const url = `https://api.github.com/users/${login}`;
  return {
    login,
    id,
    node_id: Buffer.from(`04:User${id}`).toString('base64'),
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    gravatar_id: '',
    url,
    html_url: `${SITE}/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type,
    site_admin: false,
  };
}

/** The public profile; addresses are private. */
export const showProfile = (user: User): components['schemas']['public-user'] & { id: number } => ({
  ...showUser(user),
  name: user.name,
  company: null,
  blog: '',
  location: null,
  email: null,
  hireable: null,
  bio: null,
  public_repos: 0,
  public_gists: 0,
  followers: 0,
  following: 0,
  created_at: '2020-01-01T00:00:00Z',
  updated_at: '2020-01-01T00:00:00Z',
});

/** The account of a person, with its current name. */
export const userOf = (platform: Platform, person: Person): User =>
  USERS.of(platform).get(numericId(person)) ?? {
    ...{ id: numericId(person), login: person.key, name: person.name, type: 'User', hidden: false },
  };
