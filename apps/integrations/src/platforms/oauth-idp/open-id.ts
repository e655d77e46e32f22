import { EgressError } from '@questp/egress';
import { AppError, parseJson } from '@questp/messages/language';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  type ServerMetadata,
  skipStateCheck,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { ALGORITHMS, clientAuthenticationAt, discover } from './discovery.js';
import { issuerFetch } from './issuer-fetch.js';
import { handleOf } from '../../description/account.js';
import type { AuthorizationRequest } from '../../description/authorization.js';
import type { CallbackParams, Proven, SignInClient, SignInRegistration } from '../../description/sign-in.js';

/** The name is only shown, so a sign-in waits for it less long than for the proof. */
const NAME_TIMEOUT_SECONDS = 2;

/** What a sign-in takes from its beginning to its callback. */
interface Begun {
  verifier: string;
  metadata: Metadata;
}

/** The metadata of an issuer that a sign-in uses. */
type Metadata = Pick<ServerMetadata, 'issuer' | (typeof USED)[number]>;

const USED = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'token_endpoint_auth_methods_supported',
  'authorization_response_iss_parameter_supported',
] as const;

/**
 * openid-client for the issuer that is configured now; its requests leave through the egress client. The metadata of the
 * issuer are fetched once per sign-in and stored with its verifier.
 */
export class OpenIdClient implements SignInClient {
  constructor(private readonly registration: SignInRegistration) {}

  /** OAUTH_MISCONFIGURED, OAUTH_UNAVAILABLE */
  async begin(nonceOf: (state: string) => string): Promise<AuthorizationRequest> {
    const metadata = await this.discover();
    const state = randomState();
    const verifier = randomPKCECodeVerifier();
    const location = buildAuthorizationUrl(this.configuration(metadata), {
      redirect_uri: this.registration.callbackUrl,
      scope: 'openid profile',
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce: nonceOf(state),
    });
    return { location: location.href, state, verifier: JSON.stringify({ verifier, metadata } satisfies Begun) };
  }

  /**
   * The subject of an ID token that the issuer made for this application and this sign-in.
   * OAUTH_DENIED, OAUTH_FAILED, OAUTH_MISCONFIGURED, OAUTH_UNAVAILABLE
   */
  async prove({ code, iss, error }: CallbackParams, begun: string, nonce: string): Promise<Proven> {
    const { verifier, metadata } = await this.begunAs(begun);
    // The credential is of another issuer now, which must not get the code.
    if (metadata.issuer !== this.issuer) throw new AppError('OAUTH_FAILED');
    const config = this.configuration(metadata);
    const url = new URL(this.registration.callbackUrl);
    for (const [name, value] of Object.entries({ code, iss, error })) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    const tokens = await authorizationCodeGrant(config, url, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      // The flow was found by its state.
      expectedState: skipStateCheck,
    }).catch(refuse);
    const claims = tokens.claims();
    if (claims === undefined || !/^[ -~]{1,255}$/.test(claims.sub)) throw new AppError('OAUTH_FAILED');
    const handle = nameIn(claims) ?? (await nameOf(config, tokens.access_token, claims.sub));
    return { accountId: `${metadata.issuer} ${claims.sub}`, handle };
  }

  private async begunAs(text: string): Promise<Begun> {
    // A sign-in that began in the version before this one stored its verifier alone.
    if (!text.startsWith('{')) return { verifier: text, metadata: await this.discover() };
    return parseJson(text) as Begun;
  }

  private get issuer(): string {
    return this.registration.values['issuer'] ?? '';
  }

  private async discover(): Promise<Metadata> {
    const found = await discover(this.registration.egress, this.issuer);
    if (found.outcome !== 'found') {
      throw new AppError(found.outcome === 'misconfigured' ? 'OAUTH_MISCONFIGURED' : 'OAUTH_UNAVAILABLE');
    }
    const { metadata } = found;
    return Object.assign({ issuer: metadata.issuer }, ...USED.map((name) => ({ [name]: metadata[name] }))) as Metadata;
  }

  private configuration(metadata: Metadata): Configuration {
    const { application, egress } = this.registration;
    const isPosted = clientAuthenticationAt(metadata) === 'post';
    const server = { ...metadata, id_token_signing_alg_values_supported: [...ALGORITHMS] };
    const authentication = (isPosted ? ClientSecretPost : ClientSecretBasic)(application.clientSecret);
    const config = new Configuration(server, application.clientId, {}, authentication);
    config[customFetch] = issuerFetch(egress);
    // The egress client decides which addresses may be called without TLS.
    allowInsecureRequests(config);
    enableNonRepudiationChecks(config);
    return config;
  }
}

/** Null if userinfo has no name, is about another subject or does not answer. */
async function nameOf(config: Configuration, accessToken: string, sub: string): Promise<string | null> {
  if (!URL.canParse(config.serverMetadata().userinfo_endpoint ?? '')) return null;
  config.timeout = NAME_TIMEOUT_SECONDS;
  return fetchUserInfo(config, accessToken, sub).then(nameIn, () => null);
}

const nameIn = (claims: Readonly<Record<string, unknown>>): string | null =>
  handleOf(claims['preferred_username']) ?? handleOf(claims['name']);

/** Errors of the package may contain text of the issuer, which is never exposed. */
function refuse(error: unknown): never {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof EgressError) throw new AppError('OAUTH_UNAVAILABLE');
  }
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
    throw new AppError('OAUTH_DENIED');
  const isClientRefused =
    error instanceof WWWAuthenticateChallengeError ||
    (error instanceof ResponseBodyError && ['invalid_client', 'unauthorized_client'].includes(error.error));
  throw new AppError(isClientRefused ? 'OAUTH_MISCONFIGURED' : 'OAUTH_FAILED');
}
