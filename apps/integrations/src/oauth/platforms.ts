import type { EgressRequest } from '@questp/egress';
import { ACCOUNT_HANDLE, type OAuthConnectionProvider, type OAuthProvider } from '@questp/messages';
import { basic, type Platforms } from '../credentials/providers.js';

/** An account of a platform: what it is known by, and what it is called. */
export interface Account {
  accountId: string;
  handle: string | null;
}

/** How a provider's application says which it is. */
export type ClientBy = 'basic' | 'post';

export interface Application {
  clientId: string;
  clientSecret: string;
}

type Request = Pick<EgressRequest, 'method' | 'headers' | 'body'> & { url: string };

export interface Platform {
  authorizationUrl: string;
  tokenUrl: string;
  clientBy: ClientBy;
  /** Without which nothing is proven. */
  scopes: readonly string[];
  /** Further parameters of the address where people sign in. */
  parameters?: Readonly<Record<string, string>>;
  /** What tells the account; undefined: the answer with the tokens does, which are for nothing else. */
  profileUrl?: string;
  /** Undefined for an answer of another shape. */
  account: (profile: unknown) => Account | undefined;
  revocation: (application: Application, token: string) => Request;
}

/** A platform whose tokens are kept. */
export type AskedPlatform = Platform & { profileUrl: string };

export type PlatformName = Exclude<OAuthProvider, 'oauth_idp'>;

/** @param id numbers are taken as they are written */
export function accountOf(id: unknown, handle: unknown): Account | undefined {
  const accountId = Number.isSafeInteger(id) ? String(id) : id;
  if (typeof accountId !== 'string' || !/^[\w-]{1,64}$/.test(accountId)) return undefined;
  return { accountId, handle: handleOf(handle) };
}

/** What can be shown of a name: one line that is not turned around by its own marks. */
export function handleOf(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const shown = [...name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')].slice(0, ACCOUNT_HANDLE.max).join('').trim();
  return shown === '' ? null : shown;
}

/** The member of what may be anything. */
export const at = (value: unknown, name: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[name] : undefined;

const form = (members: Record<string, string>): Pick<Request, 'headers' | 'body'> => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: Buffer.from(new URLSearchParams(members).toString()),
});

const byForm =
  (url: string): Platform['revocation'] =>
  ({ clientId, clientSecret }, token) => {
    const { headers, body } = form({ token });
    return { url, method: 'POST', headers: { ...headers, authorization: basic(clientId, clientSecret) }, body };
  };

/** The platforms as their documentation has them, at the configured addresses. */
export const PLATFORM: Readonly<Record<PlatformName, (urls: Platforms) => AskedPlatform>> = {
  microblog: ({ PLATFORM_MICROBLOG_URL: api, PLATFORM_MICROBLOG_SITE_URL: site }) => ({
    authorizationUrl: `${site}/i/oauth2/authorize`,
    tokenUrl: `${api}/2/oauth2/token`,
    clientBy: 'basic',
    scopes: ['tweet.read', 'users.read', 'like.read', 'follows.read', 'offline.access'],
    profileUrl: `${api}/2/users/me`,
    account: (profile) => accountOf(at(at(profile, 'data'), 'id'), at(at(profile, 'data'), 'username')),
    revocation: byForm(`${api}/2/oauth2/revoke`),
  }),
  codehost: ({ PLATFORM_CODEHOST_URL: api, PLATFORM_CODEHOST_SITE_URL: site }) => ({
    authorizationUrl: `${site}/login/oauth/authorize`,
    tokenUrl: `${site}/login/oauth/access_token`,
    clientBy: 'post',
    scopes: ['read:user'],
    profileUrl: `${api}/user`,
    account: (profile) => accountOf(at(profile, 'id'), at(profile, 'login')),
    revocation: ({ clientId, clientSecret }, token) => ({
      url: `${api}/applications/${clientId}/token`,
      method: 'DELETE',
      headers: { 'content-type': 'application/json', authorization: basic(clientId, clientSecret) },
      body: Buffer.from(JSON.stringify({ access_token: token })),
    }),
  }),
  chatcomm: ({ PLATFORM_CHATCOMM_URL: api, PLATFORM_CHATCOMM_SITE_URL: site }) => ({
    authorizationUrl: `${site}/oauth2/authorize`,
    tokenUrl: `${api}/oauth2/token`,
    clientBy: 'basic',
    scopes: ['identify'],
    profileUrl: `${api}/users/@me`,
    account: (profile) => accountOf(at(profile, 'id'), at(profile, 'username')),
    revocation: byForm(`${api}/oauth2/token/revoke`),
  }),
  videosite: ({
    PLATFORM_VIDEOSITE_URL: api,
    PLATFORM_VIDEOSITE_SITE_URL: site,
    PLATFORM_VIDEOSITE_TOKEN_URL: tokens,
  }) => ({
    authorizationUrl: `${site}/o/oauth2/v2/auth`,
    tokenUrl: `${tokens}/token`,
    clientBy: 'post',
    scopes: ['https://www.googleapis.com/auth/youtube.readonly'],
    // Without both there is no refresh token.
    parameters: { access_type: 'offline', prompt: 'consent' },
    profileUrl: `${api}/youtube/v3/channels?part=snippet&mine=true`,
    account: (profile) => {
      const channel = at(at(profile, 'items'), 0);
      return accountOf(at(channel, 'id'), at(at(channel, 'snippet'), 'title'));
    },
    revocation: (_, token) => ({ url: `${tokens}/revoke`, method: 'POST', ...form({ token }) }),
  }),
};

/** The same where somebody agrees for a project. */
export const PROJECT_PLATFORM: Readonly<Record<OAuthConnectionProvider, (urls: Platforms) => Platform>> = {
  codehost: (urls) => ({
    ...PLATFORM.codehost(urls),
    // The least with which collaborators see more than everybody does (decision 122).
    scopes: ['read:user', 'public_repo'],
  }),
  chatcomm: (urls) => {
    const { profileUrl: _, ...platform } = PLATFORM.chatcomm(urls);
    return {
      ...platform,
      scopes: ['bot'],
      // View Channels and Read Message History (spec 2.8).
      parameters: { permissions: '66560' },
      account: (answer) => accountOf(at(at(answer, 'guild'), 'id'), at(at(answer, 'guild'), 'name')),
    };
  },
};
