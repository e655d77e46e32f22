import { ok } from '../http/answer.js';
import type { UserRoute } from '../oauth/rules.js';
import { API, HOUR } from './answers.js';
import { showProfile, userOf } from './users.js';

export const userRoutes = (): UserRoute[] => [
  {
    name: 'user',
    method: 'GET',
    path: `${API}/user`,
    scopes: [],
    limit: HOUR,
    page: '/rest/users/users#get-the-authenticated-user',
    answer: ({ platform, person }) => ok({ ...showProfile(userOf(platform, person)), name: person.name }),
  },
  {
    name: 'emails',
    method: 'GET',
    path: `${API}/user/emails`,
    scopes: ['user:email'],
    limit: HOUR,
    page: '/rest/users/emails#list-email-addresses-for-the-authenticated-user',
    returnsEmail: true,
    answer: ({ person: { email, isEmailVerified, key } }) => {
      const hidden = { email: `${key}@users.noreply.github.com`, primary: false, verified: true, visibility: null };
      return ok([
        ...(email ? [{ email, primary: true, verified: isEmailVerified, visibility: 'private' }] : []),
        hidden,
      ]);
    },
  },
];
