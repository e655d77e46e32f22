import { ok } from '../http/answer.js';
import type { Limit } from '../oauth/rate-limits.js';
import type { UserRoute } from '../oauth/rules.js';
import { UNKNOWN_GUILD } from './errors.js';
import { MEMBERS, openServers, SERVERS } from './servers.js';
import { showMember } from './shown.js';
import { API, idOf, publicProfileOf } from './users.js';

export const userRoutes = (limit: Limit, applicationId: string): UserRoute[] => [
  {
    name: 'user',
    method: 'GET',
    path: `${API}/users/@me`,
    scopes: ['identify'],
    limit,
    returnsEmail: true,
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
    answer: ({ platform, person }) => {
      const joined = SERVERS.of(platform).filter(({ id }) => MEMBERS.of(platform).get(id, idOf(person)) !== undefined);
      const shown = [...new Set([...openServers(platform), ...joined])];
      return ok(
        shown.map(({ id, name, open }) => ({
          ...{ id, name, icon: null, owner: open, permissions: open ? '2147483647' : '0', features: [] },
        })),
      );
    },
  },
  {
    name: 'own_member',
    method: 'GET',
    path: `${API}/users/@me/guilds/:id/member`,
    scopes: ['guilds.members.read'],
    limit,
    answer: ({ platform, person, params: { id } }) => {
      const member = MEMBERS.of(platform).get(id, idOf(person));
      return member ? ok(showMember(member)) : UNKNOWN_GUILD;
    },
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
