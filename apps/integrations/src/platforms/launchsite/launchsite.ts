import type { ConfigOf } from '@questp/service';
import { accountOf, at } from '../../description/account.js';
import { tokenRequest, type Values } from '../../description/authorization.js';
import { CHECK_MS, findingOf, type Finding } from '../../outbound/finding.js';
import { address, application, definePlatform, type Outside } from '../../description/platform.js';
import { GRAPHQL, launchsiteApi } from './api.js';
import { posts } from './posts.js';

const CONFIG = { PLATFORM_LAUNCHSITE_URL: address('https://api.producthunt.com') };
type Config = ConfigOf<typeof CONFIG>;

const tokens = ({ PLATFORM_LAUNCHSITE_URL: api }: Config) =>
  ({ tokenUrl: `${api}/v2/oauth/token`, clientBy: 'post' }) as const;

/** Requests the token of the application, which it gets for a valid client id and secret alone. */
async function probe(
  { egress }: Outside,
  { clientId = '', clientSecret = '' }: Values,
  config: Config,
): Promise<Finding> {
  const grant = { grant_type: 'client_credentials' };
  const { url, ...request } = tokenRequest({ clientId, clientSecret }, tokens(config), grant);
  const sent = { destination: 'launchsite', namedBy: 'platform', timeoutMs: CHECK_MS } as const;
  return findingOf(await egress.send(url, { ...request, ...sent }), 'Client id and secret were accepted.');
}

export const launchsite = definePlatform(CONFIG, {
  fields: application,
  probe: { needs: ['clientId', 'clientSecret'], run: probe },
  oauth: (config) => ({
    authorizationUrl: `${config.PLATFORM_LAUNCHSITE_URL}/v2/oauth/authorize`,
    ...tokens(config),
    // With `public` alone the API does not show what an account did.
    scopes: ['public', 'private'],
    profileUrl: `${config.PLATFORM_LAUNCHSITE_URL}${GRAPHQL}`,
    profileQuery: { query: '{ viewer { user { id username } } }' },
    account: (profile) => {
      const user = at(at(at(profile, 'data'), 'viewer'), 'user');
      return accountOf(at(user, 'id'), at(user, 'username'));
    },
  }),
  api: launchsiteApi,
  facts: posts,
});
