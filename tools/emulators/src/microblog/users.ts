import { ok, type Answer } from '../http/answer.js';
import type { UserRoute } from '../oauth/rules.js';
import { handleOf, type Person } from '../people.js';

/** Larger than a number of JavaScript holds, as on the platform. */
const FIRST_ID = 1_800_000_000_000_000_000n;

export const idOf = ({ number }: Person): string => String(FIRST_ID + BigInt(number));

const FIELDS = [
  ...['affiliation', 'confirmed_email', 'connection_status', 'created_at', 'description', 'entities', 'id', 'location'],
  ...['is_identity_verified', 'most_recent_tweet_id', 'name', 'parody', 'pinned_tweet_id', 'profile_banner_url'],
  ...['profile_image_url', 'protected', 'public_metrics', 'receives_your_dm', 'subscription', 'subscription_type'],
  ...['url', 'username', 'verified', 'verified_followers_count', 'verified_type', 'withheld'],
];

/** Without what this account has nothing of. */
const profileOf = (person: Person, scopes: readonly string[]): Readonly<Record<string, unknown>> => ({
  id: idOf(person),
  name: person.name,
  username: handleOf(person),
  created_at: '2020-01-01T00:00:00.000Z',
  description: '',
  protected: false,
  public_metrics: { followers_count: 0, following_count: 0, tweet_count: 0, listed_count: 0, like_count: 0 },
  verified: false,
  verified_type: 'none',
  ...(scopes.includes('users.email') && person.isEmailVerified && { confirmed_email: person.email }),
});

function unknownField(field: string): Answer {
  return {
    status: 400,
    body: {
      errors: [
        {
          parameters: { 'user.fields': [field] },
          message: `The \`user.fields\` query parameter value [${field}] is not one of [${FIELDS.join(',')}]`,
        },
      ],
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: 'https://api.x.com/2/problems/invalid-request',
    },
    headers: { 'content-type': 'application/problem+json' },
  };
}

export const userRoutes = (windowSeconds: number): UserRoute[] => [
  {
    name: 'user',
    method: 'GET',
    path: '/api.x.com/2/users/me',
    scopes: ['users.read', 'tweet.read'],
    limit: { requests: 75, seconds: windowSeconds },
    tellsEmail: true,
    answer: ({ query, person, grant }) => {
      const fields = query['user.fields']?.split(',') ?? [];
      const unknown = fields.find((field) => !FIELDS.includes(field));
      if (unknown !== undefined) return unknownField(unknown);
      const profile = profileOf(person, grant.scopes);
      const shown = ['id', 'name', 'username', ...fields].filter((field) => profile[field] !== undefined);
      return ok({ data: Object.fromEntries(shown.map((field) => [field, profile[field]])) });
    },
  },
];
