import { accountOf, at } from '../../description/account.js';
import { definePlatform, required, secret } from '../../description/platform.js';
import { graphUrl, isBadToken, itemOf, PHOTOSITE_CONFIG, photositeApi, type PhotositeConfig } from './api.js';
import { ConnectedAccounts } from './connected-accounts.js';
import { account, follow } from './facts.js';
import { HandleMessage } from './handle-message.js';
import { ReceiveMessage } from './receive-message.js';
import { StartPhotositeLink } from './start-link.js';
import { VerifyWebhook } from './verify-webhook.js';

const profileUrl = (config: PhotositeConfig) => `${graphUrl(config)}/me?fields=user_id,username`;
const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();

export const photosite = definePlatform(PHOTOSITE_CONFIG, {
  fields: { appId: { ...required, form: 'digits', max: 32 }, appSecret: secret, verifyToken: secret },
  client: { id: 'appId', secret: 'appSecret' },
  probe: {
    needs: ['appId', 'appSecret'],
    url: ({ appId = '', appSecret = '' }, { PLATFORM_PHOTOSITE_APP_URL }) => {
      const asked = { grant_type: 'client_credentials', client_id: appId, client_secret: appSecret };
      return `${PLATFORM_PHOTOSITE_APP_URL}/oauth/access_token?${query(asked)}`;
    },
    shows: 'App id and app secret were accepted.',
  },
  projectOAuth: (config) => ({
    authorizationUrl: `${config.PLATFORM_PHOTOSITE_SITE_URL}/oauth/authorize`,
    tokenUrl: `${config.PLATFORM_PHOTOSITE_TOKEN_URL}/oauth/access_token`,
    clientBy: 'post',
    scopes: ['instagram_business_basic', 'instagram_business_manage_messages'],
    scopeSeparator: ',',
    profileUrl: profileUrl(config),
    account: (profile) => accountOf(at(itemOf(profile), 'user_id'), at(itemOf(profile), 'username')),
    longLived: {
      exchange: ({ clientSecret }, token) => {
        const asked = { grant_type: 'ig_exchange_token', client_secret: clientSecret, access_token: token };
        return `${config.PLATFORM_PHOTOSITE_URL}/access_token?${query(asked)}`;
      },
      renew: (token) => {
        const asked = { grant_type: 'ig_refresh_token', access_token: token };
        return `${config.PLATFORM_PHOTOSITE_URL}/refresh_access_token?${query(asked)}`;
      },
      isRefusal: isBadToken,
    },
    // Tokens cannot be revoked; without a subscription the account's messages are sent no more.
    revocation: (_, token) => ({
      url: `${graphUrl(config)}/me/subscribed_apps`,
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    }),
    revokesAccount: true,
  }),
  connection: {
    token: 'grant',
    test: ({ token }, config) => ({ url: profileUrl(config), authorization: `Bearer ${token}` }),
    shows: 'The platform accepts the connection.',
    subscription: (token, config) => ({
      url: `${graphUrl(config)}/me/subscribed_apps?subscribed_fields=messages`,
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    }),
  },
  api: photositeApi,
  facts: [account, follow],
  providers: [ConnectedAccounts, HandleMessage, ReceiveMessage, StartPhotositeLink, VerifyWebhook],
  webhook: HandleMessage,
});
