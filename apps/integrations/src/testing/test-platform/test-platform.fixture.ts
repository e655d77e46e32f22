import { url, type ConfigOf } from '@questp/service';
import { accountOf, at } from '../../description/account.js';
import { definePlatformFact, unexpected } from '../../description/platform-fact.js';
import { application, definePlatform, type OAuthDescription } from '../../description/platform.js';
import { asObject, flagAt } from '../../outbound/described-json.js';
import { HandleBadgeEvent, ReceiveBadgeEvent } from './badge-events.fixture.js';
import { readBadge } from './contracts.fixture.js';
import { LostSites } from './lost-sites.fixture.js';

const CONFIG = { TEST_SITE_URL: url({ desc: 'Address of the test platform' }) };
type Config = ConfigOf<typeof CONFIG>;

const oauth = ({ TEST_SITE_URL }: Config) =>
  ({
    authorizationUrl: `${TEST_SITE_URL}/authorize`,
    tokenUrl: `${TEST_SITE_URL}/token`,
    clientBy: 'post',
    scopes: ['read'],
    profileUrl: `${TEST_SITE_URL}/me`,
    account: (profile) => accountOf(at(profile, 'id'), at(profile, 'name')),
  }) satisfies OAuthDescription;

const bearer = (token: string, { TEST_SITE_URL }: Config) => ({
  baseUrl: TEST_SITE_URL,
  headers: { authorization: `Bearer ${token}` },
});

const badge = definePlatformFact({
  contract: readBadge,
  as: 'earner',
  read: async ({ accountId, get }) => {
    const answer = await get(`/badges/${accountId}`);
    if (answer.status !== 200) throw unexpected(answer);
    return { accountId, hasBadge: flagAt(asObject(answer.json, 'the answer'), 'hasBadge') };
  },
});

/** A platform of the specs alone, in the place of the code host, since the names of platforms are part of the API. */
export const testPlatform = definePlatform(CONFIG, {
  fields: application,
  probe: {
    needs: ['clientId'],
    url: (_, { TEST_SITE_URL }) => `${TEST_SITE_URL}/status`,
    shows: 'The test platform answers.',
  },
  oauth,
  projectOAuth: oauth,
  connection: {
    token: 'grant',
    test: ({ token }, config) => ({ url: oauth(config).profileUrl, authorization: `Bearer ${token}` }),
    shows: 'The test platform accepts the connection.',
    lost: LostSites,
  },
  api: { title: 'test platform', earner: bearer, project: bearer },
  facts: [badge],
  providers: [ReceiveBadgeEvent, HandleBadgeEvent, LostSites],
  webhook: HandleBadgeEvent,
});
