import { ok, type Answer } from '../http/answer.js';
import type { Grant } from '../oauth/grants.js';
import type { Platform } from '../oauth/rules.js';
import type { PlatformRules, Route, TokenProblem } from '../oauth/rules.js';
import { asClient } from '../oauth/token.js';
import { handleOf, type Person } from '../people.js';
import { signingKey } from './keys.js';

const PATH = '/idp';
const SCOPES = ['openid', 'email', 'profile', 'offline_access'];
const ID_TOKEN_SECONDS = 3_600;
const CREDENTIALS = { clientId: 'emulated-idp-client', clientSecret: 'emulated-idp-client-secret' };
const WRONG_ISSUER = 'https://issuer.example';

const issuerOf = ({ url }: Platform): string => `${url()}${PATH}`;
/** The issuer that this route names; another one if the fault is ordered. */
const issuerAt = (platform: Platform, route: string): string =>
  platform.faults.take(route, ['wrong_issuer']) ? WRONG_ISSUER : issuerOf(platform);

const error = (status: number, what: string, headers = {}): Answer => ({ status, body: { error: what }, headers });
const badClient = error(401, 'invalid_client', { 'www-authenticate': 'Basic realm="emulated issuer"' });

const TOKEN_ERRORS: Readonly<Record<TokenProblem, Answer>> = {
  content_type: error(400, 'invalid_request'),
  repeated: error(400, 'invalid_request'),
  unknown_client: badClient,
  wrong_secret: badClient,
  grant_type: error(400, 'unsupported_grant_type'),
  code: error(400, 'invalid_grant'),
  redirect_uri: error(400, 'invalid_grant'),
  verifier_missing: error(400, 'invalid_grant'),
  verifier: error(400, 'invalid_grant'),
  refresh_token: error(400, 'invalid_grant'),
};

const idOf = ({ number }: Person): string => `emulated|${String(number).padStart(6, '0')}`;

/** The ID token has no claims of the profile; userinfo returns them. */
async function idToken(platform: Platform, { scopes, asked, person }: Grant): Promise<object> {
  if (!scopes.includes('openid')) return {};
  const now = Math.floor(Date.now() / 1_000);
  const take = (kind: string) => platform.faults.take('token', [kind]) !== undefined;
  const issuedAt = take('expired_id_token') ? now - 2 * ID_TOKEN_SECONDS : now;
  const claims = {
    iss: issuerAt(platform, 'token'),
    sub: idOf(person),
    aud: take('wrong_audience') ? 'another' : CREDENTIALS.clientId,
    iat: issuedAt,
    exp: issuedAt + ID_TOKEN_SECONDS,
    nonce: take('wrong_nonce') ? 'another-nonce' : asked['nonce'],
  };
  const signed = await (await signingKey()).sign(claims);
  const [head = '', body = '', signature = ''] = signed.split('.');
  return { id_token: [head, body, take('wrong_signature') ? [...signature].reverse().join('') : signature].join('.') };
}

const ROUTES: readonly Route[] = [
  {
    name: 'discovery',
    method: 'GET',
    path: `${PATH}/.well-known/openid-configuration`,
    answer: ({ platform }) => {
      const issuer = issuerOf(platform);
      return ok({
        issuer: issuerAt(platform, 'discovery'),
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        revocation_endpoint: `${issuer}/revoke`,
        jwks_uri: `${issuer}/jwks`,
        scopes_supported: SCOPES,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        claims_supported: [
          'iss',
          'sub',
          'aud',
          'iat',
          'exp',
          'nonce',
          'name',
          'preferred_username',
          'email',
          'email_verified',
        ],
      });
    },
  },
  {
    name: 'jwks',
    method: 'GET',
    path: `${PATH}/jwks`,
    answer: async () => ok({ keys: [(await signingKey()).jwk] }),
  },
  {
    name: 'revoke',
    method: 'POST',
    path: `${PATH}/revoke`,
    answer: (asked) =>
      asClient(asked, ({ token }) => {
        if (!token) return error(400, 'invalid_request');
        const grant = asked.platform.grants.ofAny(token);
        if (grant) asked.platform.grants.revoke(grant);
        return { status: 200, body: '' };
      }),
  },
];

/** An issuer of OpenID Connect Core 1.0 with discovery, PKCE and RFC 9207, which no platform stands behind. */
export const IDP: PlatformRules = {
  name: 'oauth_idp',
  title: 'identity provider (OpenID Connect)',
  credentials: CREDENTIALS,
  addresses: { OAUTH_IDP_ISSUER: PATH.slice(1) },
  routes: ROUTES,
  faults: {
    rate_limited: () => error(429, 'temporarily_unavailable', { 'retry-after': '30' }),
    forbidden: () => error(403, 'access_denied'),
    outage: () => error(503, 'server_error'),
  },
  /** Faults that a client must notice itself. */
  deceptions: [
    ...['wrong_issuer', 'wrong_audience', 'wrong_nonce', 'wrong_signature', 'expired_id_token'],
    'wrong_subject',
  ],
  signIn: {
    authorize: {
      path: `${PATH}/authorize`,
      required: ['response_type', 'redirect_uri', 'scope'],
      challengeMethods: ['S256'],
      scopes: SCOPES,
      ignoresUnknownScopes: true,
      codeSeconds: 60,
      redirected: ['invalid_request', 'unsupported_response_type', 'invalid_scope'],
      issuer: (platform) => issuerAt(platform, 'authorize'),
    },
    token: {
      paths: [`${PATH}/token`],
      clientBy: ['basic', 'post'],
      accessSeconds: 3_600,
      isRefreshable: (scopes) => scopes.includes('offline_access'),
      rotates: true,
      tokenType: 'Bearer',
      adds: idToken,
      errors: (which) => TOKEN_ERRORS[which],
    },
    userRoutes: (['GET', 'POST'] as const).map((method) => ({
      name: 'user',
      method,
      path: `${PATH}/userinfo`,
      scopes: ['openid'],
      returnsEmail: true,
      answer: ({ platform, grant: { scopes }, person }) =>
        ok({
          sub: platform.faults.take('user', ['wrong_subject']) ? 'another' : idOf(person),
          ...(scopes.includes('profile') && { name: person.name, preferred_username: handleOf(person) }),
          ...(scopes.includes('email') &&
            person.email && { email: person.email, email_verified: person.isEmailVerified }),
        }),
    })),
    refusal: (why) => {
      const status = why === 'scope' ? 403 : 401;
      const code = { none: '', bad: ' error="invalid_token"', scope: ' error="insufficient_scope"' }[why];
      return { status, body: '', headers: { 'www-authenticate': `Bearer${code}` } };
    },
    idOf,
  },
};
