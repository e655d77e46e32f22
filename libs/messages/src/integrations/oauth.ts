import { Nothing, type Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { ERROR_TABLE, type ErrorCode } from '../language/errors/error-table.js';
import { Id, ListOfOneOf, OneOf, Text, Time, combine } from '../language/fields/index.js';
import {
  OAUTH_PLATFORMS,
  OAUTH_PROVIDERS,
  SIGN_IN_APPS,
  type OAuthPlatform,
  type OAuthProvider,
  type SignInApp,
} from '../shared/oauth-providers.js';

const OAUTH = '/v1/auth/oauth';
const tag = 'auth';
const PROVIDER = { description: 'Platform of the account', example: 'codehost' } as const;
/** 32 random bytes or a SHA-256, in base64url. */
const BYTES_32 = { min: 43, max: 43, form: 'token_text' } as const;
const EXAMPLE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
/** Time for three requests to a provider, 4 seconds each. */
const DEADLINE_MS = 15_000;

/** Numbers, channel ids, or issuer and subject of an identity provider. */
export const ACCOUNT_ID = { max: 1_300 } as const;
export const ACCOUNT_HANDLE = { max: 100 } as const;

/** Paths of the front-ends to which a flow may return; the last one is the account-link popup. */
export const OAUTH_ROUTES = { earner: '/auth/callback', studio: '/login', link: '/account/link' } as const;

/** Query parameters that carry the result of a flow. */
const RESULT_PARAMETERS = ['code', 'error', 'error_description'] as const;

/** Returns the URL with the result of a flow, in place of any result parameters it already had. */
export function withResult(
  address: string,
  result: Readonly<Partial<Record<(typeof RESULT_PARAMETERS)[number], string>>>,
): string {
  const url = new URL(address);
  for (const name of RESULT_PARAMETERS) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Target of a browser that returns without a code. Error texts are those of this platform, never of the provider or the
 * URL.
 */
export const withRefusal = (address: string, code: ErrorCode): string =>
  withResult(address, { error: code, error_description: ERROR_TABLE[code].title });

export class OAuthProviderRequest {
  @OneOf(OAUTH_PROVIDERS, PROVIDER)
  provider!: OAuthProvider;
}

export class StartOAuth {
  @Text({
    ...BYTES_32,
    description: 'PKCE challenge: base64url SHA-256 of a verifier that the app keeps (S256 of RFC 7636)',
    example: EXAMPLE,
  })
  challenge!: string;

  @Text({
    max: 2_048,
    storable: false,
    optional: true,
    description:
      'Where the browser returns. Must be under APP_URL or STUDIO_URL; otherwise `/auth/callback` or `/login` is used',
    example: 'https://quests.example.org/welcome',
  })
  returnTo?: string;
}

export class StartOAuthRequest extends combine(StartOAuth, OAuthProviderRequest) {}

export class OAuthStarted {
  @Text({
    max: 2_100,
    description: 'URL to open in the browser or in a popup; it redirects to the platform',
    example: 'https://api.example.org/v1/auth/oauth/begin/7d3f0c7e-54c5-4a58-9a0e-3b8f6a1c2d4e',
  })
  url!: string;

  @Time({ description: 'When the flow expires' })
  expiresAt!: Timestamp;
}

class StartOAuthSignInRequest extends StartOAuthRequest {
  @OneOf(SIGN_IN_APPS, { description: 'App that starts the flow', example: 'earner' })
  app!: SignInApp;
}

export const startOAuthSignIn = contract({
  subject: 'integrations.oauth.start-sign-in',
  request: StartOAuthSignInRequest,
  reply: OAuthStarted,
  errors: ['OAUTH_NOT_AVAILABLE'],
  http: {
    id: 'startOAuthSignIn',
    route: `POST ${OAUTH}/:provider/start`,
    tag,
    summary: 'Start an OAuth sign-in',
    description:
      'The browser returns with `code`, or with `error` and `error_description`. Exchange the code with the verifier within 60 seconds at POST /v1/auth/oauth/verify; single use.',
    again: 'Each call starts a new flow.',
  },
});

class StartOAuthLinkRequest extends StartOAuthRequest {
  @Id()
  sessionId!: string;
}

export const startOAuthLink = contract({
  subject: 'integrations.oauth.start-link',
  request: StartOAuthLinkRequest,
  reply: OAuthStarted,
  callers: ['identity'],
  errors: ['OAUTH_NOT_AVAILABLE'],
});

class Browser {
  @Text({ ...BYTES_32, optional: true, from: 'browser', description: 'What the cookie says of the browser' })
  browser?: string;
}

/** Where to redirect the browser. */
export class OAuthRedirect {
  @Text({ max: 8_192, description: 'The address', example: 'https://platform.example.org/authorize' })
  location!: string;

  @Text({ ...BYTES_32, nullable: true, description: 'What the browser is to be known by; null: no change' })
  browser!: string | null;
}

class BeginOAuthRequest extends Browser {
  @Id({
    description: 'Id of the flow, part of the `url` that the start returns',
    example: '7d3f0c7e-54c5-4a58-9a0e-3b8f6a1c2d4e',
  })
  flowId!: string;
}

export const beginOAuth = contract({
  subject: 'integrations.oauth.begin',
  request: BeginOAuthRequest,
  reply: OAuthRedirect,
  deadlineMs: DEADLINE_MS,
  http: {
    id: 'beginOAuth',
    route: `GET ${OAUTH}/begin/:flowId`,
    tag,
    summary: 'Redirect the browser to the platform',
    redirects: true,
  },
});

const RETURNED = { max: 4_096, storable: false, optional: true } as const;

class FinishOAuthRequest extends Browser {
  @OneOf(OAUTH_PLATFORMS, PROVIDER)
  provider!: OAuthPlatform;

  @Text({ ...RETURNED, description: 'Authorization code of the platform' })
  code?: string;

  @Text({ ...RETURNED, description: 'State of the flow' })
  state?: string;

  @Text({ ...RETURNED, description: 'Issuer of the answer (RFC 9207)' })
  iss?: string;

  @Text({ ...RETURNED, description: 'Error code of the platform' })
  error?: string;
}

export const finishOAuth = contract({
  subject: 'integrations.oauth.finish',
  request: FinishOAuthRequest,
  reply: OAuthRedirect,
  deadlineMs: DEADLINE_MS,
  http: {
    id: 'finishOAuth',
    route: `GET ${OAUTH}/callback/:provider`,
    tag,
    summary: 'Redirect the browser from the platform to the app, with `code` or `error`',
    redirects: true,
  },
});

/** One-time code that an app exchanges for the proven account. */
export class OAuthCode {
  @Text({ max: 128, storable: false, description: 'The code that the browser returned with', example: EXAMPLE })
  code!: string;

  @Text({
    max: 128,
    storable: false,
    description: 'The PKCE verifier of the challenge that started the flow',
    example: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  })
  verifier!: string;
}

class RedeemOAuthRequest extends OAuthCode {
  @Id({ nullable: true, description: 'The session that links; null: somebody signs in' })
  sessionId!: string | null;
}

/** A platform account that a user proved to own. */
export class ProvenAccount extends OAuthProviderRequest {
  @Text(ACCOUNT_ID)
  accountId!: string;

  @Text({ ...ACCOUNT_HANDLE, nullable: true })
  handle!: string | null;

  @Id({ description: 'By which its tokens are found' })
  grantId!: string;
}

export const redeemOAuthCode = contract({
  subject: 'integrations.oauth.redeem',
  request: RedeemOAuthRequest,
  reply: ProvenAccount,
  callers: ['identity'],
  errors: ['OAUTH_CODE_INVALID'],
});

class OAuthProviderList {
  @ListOfOneOf(OAUTH_PROVIDERS, { max: OAUTH_PROVIDERS.length })
  providers!: OAuthProvider[];
}

/** Platforms with a configured application. */
export const listOAuthProviders = contract({
  subject: 'integrations.oauth.providers',
  request: Nothing,
  reply: OAuthProviderList,
  callers: ['identity'],
  reads: true,
});

class GrantRequest {
  @Id()
  grantId!: string;
}

class AccountHandle {
  @Text({ ...ACCOUNT_HANDLE, nullable: true })
  handle!: string | null;
}

/** Current name of the account, which shows that its tokens work. */
export const readOAuthHandle = contract({
  subject: 'integrations.oauth.handle',
  request: GrantRequest,
  reply: AccountHandle,
  callers: ['identity'],
  deadlineMs: DEADLINE_MS,
  errors: ['ACCOUNT_RELINK_NEEDED', 'OAUTH_NOT_AVAILABLE', 'OAUTH_UNAVAILABLE'],
});

export class GrantRefused {
  @OneOf(OAUTH_PLATFORMS)
  provider!: OAuthPlatform;

  @Id()
  grantId!: string;
}
