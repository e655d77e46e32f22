import { ok } from '../http/answer.js';
import type { Limit } from '../oauth/rate-limits.js';
import type { UserRoute } from '../oauth/rules.js';
import type { Person } from '../people.js';

export const API = '/api.github.com';
const FIRST_ID = 90_000_000;
const SITE = 'https://github.com';

const numericId = ({ number }: Person): number => FIRST_ID + number;
export const idOf = (person: Person): string => String(numericId(person));

/** What everybody sees; addresses are private. */
export function profileOf(person: Person) {
  return {
    login: person.key,
    id: numericId(person),
    node_id: Buffer.from(`04:User${numericId(person)}`).toString('base64'),
    avatar_url: `https://avatars.githubusercontent.com/u/${numericId(person)}?v=4`,
    html_url: `${SITE}/${person.key}`,
    type: 'User',
    site_admin: false,
    name: person.name,
    company: null,
    blog: '',
    location: null,
    email: null,
    bio: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: '2020-01-01T00:00:00Z',
    updated_at: '2020-01-01T00:00:00Z',
  };
}

export const userRoutes = (limit: Limit): UserRoute[] => [
  {
    name: 'user',
    method: 'GET',
    path: `${API}/user`,
    scopes: [],
    limit,
    page: '/rest/users/users#get-the-authenticated-user',
    answer: ({ person }) => ok(profileOf(person)),
  },
  {
    name: 'emails',
    method: 'GET',
    path: `${API}/user/emails`,
    scopes: ['user:email'],
    limit,
    page: '/rest/users/emails#list-email-addresses-for-the-authenticated-user',
    tellsEmail: true,
    answer: ({ person: { email, isEmailVerified, key } }) => {
      const hidden = { email: `${key}@users.noreply.github.com`, primary: false, verified: true, visibility: null };
      return ok([
        ...(email ? [{ email, primary: true, verified: isEmailVerified, visibility: 'private' }] : []),
        hidden,
      ]);
    },
  },
];
