import type { ConfigOf } from '@questp/service';
import { accountOf, at } from '../../description/account.js';
import { revokedByForm } from '../../description/authorization.js';
import { address, type OAuthDescription } from '../../description/platform.js';
import { BOT_PERMISSIONS } from './permissions.js';

export const CHATCOMM_CONFIG = {
  PLATFORM_CHATCOMM_URL: address('https://discord.com/api/v10'),
  PLATFORM_CHATCOMM_SITE_URL: address('https://discord.com'),
};

export type ChatcommConfig = ConfigOf<typeof CHATCOMM_CONFIG>;

export const oauth = ({ PLATFORM_CHATCOMM_URL: api, PLATFORM_CHATCOMM_SITE_URL: site }: ChatcommConfig) =>
  ({
    authorizationUrl: `${site}/oauth2/authorize`,
    tokenUrl: `${api}/oauth2/token`,
    clientBy: 'basic',
    scopes: ['identify'],
    profileUrl: `${api}/users/@me`,
    account: (profile) => accountOf(at(profile, 'id'), at(profile, 'username')),
    revocation: revokedByForm(`${api}/oauth2/token/revoke`),
  }) satisfies OAuthDescription;

/** The page on which an admin of a chat server adds the bot. */
export function installUrl(clientId: string, config: ChatcommConfig): string {
  const query = { client_id: clientId, scope: 'bot', permissions: BOT_PERMISSIONS.number };
  return `${oauth(config).authorizationUrl}?${new URLSearchParams(query).toString()}`;
}

/** A GET of the application that the bot token belongs to. */
export const applicationRequest = (botToken: string, { PLATFORM_CHATCOMM_URL }: ChatcommConfig) => ({
  url: `${PLATFORM_CHATCOMM_URL}/applications/@me`,
  headers: { authorization: `Bot ${botToken}` },
});
