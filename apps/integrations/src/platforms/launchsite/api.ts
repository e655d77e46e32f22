import { at } from '../../description/account.js';
import {
  FactFailure,
  unexpected,
  type PlatformAnswer,
  type PlatformApi,
  type PlatformCalls,
} from '../../description/platform-fact.js';
import { inBounds } from '../../description/retry-at.js';

export interface LaunchsiteConfig {
  PLATFORM_LAUNCHSITE_URL: string;
}

const title = 'launch site';
export const GRAPHQL = '/v2/api/graphql';

const bearer = (token: string, { PLATFORM_LAUNCHSITE_URL: baseUrl }: LaunchsiteConfig) => ({
  baseUrl,
  headers: { authorization: `Bearer ${token}` },
});

/** The limit is for the complexity of all queries in 15 minutes; the header has the seconds until it ends. */
function limited({ headers }: PlatformAnswer): FactFailure {
  const reset = headers['x-rate-limit-reset'];
  const seconds = typeof reset === 'string' && /^\d{1,6}$/.test(reset) ? Number(reset) : undefined;
  const retryAt = seconds === undefined ? undefined : inBounds(Date.now() + seconds * 1_000);
  return new FactFailure('unavailable', `The ${title} limits requests at the moment.`, retryAt);
}

function failure(answer: PlatformAnswer): FactFailure | undefined {
  if (answer.status === 429) return limited(answer);
  const isScopeMissing =
    answer.status === 403 && at(at(at(answer.json, 'errors'), 0), 'error') === 'insufficient_scope';
  return isScopeMissing ? new FactFailure('relink', `Link your account of the ${title} again.`) : undefined;
}

export const launchsiteApi: PlatformApi<LaunchsiteConfig> = {
  title,
  earner: bearer,
  platform: {
    needs: ['clientId', 'clientSecret'],
    byToken: true,
    access: ({ accessToken = '' }, config) => bearer(accessToken, config),
  },
  failure,
};

/** The post of a query; null where there is none. @param fields of the post @throws FactFailure */
export async function readPost(
  { post }: Pick<PlatformCalls, 'post'>,
  fields: string,
  variables: { slug: string; after?: string },
  sharedSeconds?: number,
): Promise<object | null> {
  const parameters = variables.after === undefined ? '$slug: String' : '$slug: String, $after: String';
  const query = `query (${parameters}) { post(slug: $slug) { ${fields} } }`;
  const answer = await post(GRAPHQL, { query, variables }, sharedSeconds);
  const found = at(at(answer.json, 'data'), 'post');
  // GraphQL answers a query that it cannot execute with status 200 and `errors`.
  if (answer.status !== 200 || at(answer.json, 'errors') !== undefined || typeof found !== 'object') {
    throw unexpected(answer);
  }
  return found;
}
