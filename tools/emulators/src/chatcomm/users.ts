import { ok } from '../http/answer.js';
import type { Limit } from '../oauth/rate-limits.js';
import type { UserRoute } from '../oauth/rules.js';
import { handleOf, type Person } from '../people.js';
import { GUILDS } from './guilds.js';

export const API = '/discord.com/api/v10';
/** Larger than a number of JavaScript holds, as on the platform. */
const FIRST_ID = 1_100_000_000_000_000_000n;

export const idOf = ({ number }: Person): string => String(FIRST_ID + BigInt(number));

const publicProfileOf = (person: Person) => ({
  id: idOf(person),
  username: handleOf(person),
  discriminator: '0',
  global_name: person.name,
  avatar: null,
  public_flags: 0,
});

export const userRoutes = (limit: Limit, applicationId: string): UserRoute[] => [
  {
    name: 'user',
    method: 'GET',
    path: `${API}/users/@me`,
    scopes: ['identify'],
    limit,
    tellsEmail: true,
    answer: ({ person, grant }) =>
      ok({
        ...publicProfileOf(person),
        banner: null,
        accent_color: null,
        flags: 0,
        premium_type: 0,
        mfa_enabled: false,
        locale: 'en-US',
        ...(grant.scopes.includes('email') && { email: person.email ?? null, verified: person.isEmailVerified }),
      }),
  },
  {
    name: 'guilds',
    method: 'GET',
    path: `${API}/users/@me/guilds`,
    scopes: ['guilds'],
    limit,
    answer: () =>
      ok(
        GUILDS.map(({ id, name }) => ({ id, name, icon: null, owner: true, permissions: '2147483647', features: [] })),
      ),
  },
  {
    name: 'authorization',
    method: 'GET',
    path: `${API}/oauth2/@me`,
    scopes: [],
    limit,
    answer: ({ person, grant }) =>
      ok({
        application: { id: applicationId, name: 'Emulated application' },
        scopes: grant.scopes,
        ...(grant.scopes.includes('identify') && { user: publicProfileOf(person) }),
      }),
  },
];
