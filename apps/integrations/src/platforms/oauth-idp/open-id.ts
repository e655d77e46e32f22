import { EgressError, type Egress } from '@questp/egress';
import { AppError } from '@questp/messages/language';
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
import { ALGORITHMS, clientAuthenticationAt } from './discovery.js';
import { issuerFetch } from './issuer-fetch.js';
import { handleOf, type Account } from '../../description/account.js';
import type { Application, AuthorizationRequest } from '../../description/authorization.js';

/** The name is only shown, so a sign-in waits for it less long than for the proof. */
const NAME_TIMEOUT_SECONDS = 2;

type CallbackParams = Partial<Record<'code' | 'iss' | 'error', string | undefined>>;

/** openid-client for the issuer that is configured now; its requests leave through the egress client. */
export class OpenIdClient {
  private readonly config: Configuration;

  constructor(
    private readonly metadata: ServerMetadata,
    { clientId, clientSecret }: Application,
    private readonly callbackUrl: string,
    egress: Egress,
  ) {
    const isPosted = clientAuthenticationAt(metadata) === 'post';
    const server = { ...metadata, id_token_signing_alg_values_supported: [...ALGORITHMS] };
    const authentication = (isPosted ? ClientSecretPost : ClientSecretBasic)(clientSecret);
    this.config = new Configuration(server, clientId, {}, authentication);
    this.config[customFetch] = issuerFetch(egress);
    // The egress client decides which addresses may be called without TLS.
    allowInsecureRequests(this.config);
    enableNonRepudiationChecks(this.config);
  }

  /** @param nonceOf the nonce of a state, which the ID token has to repeat */
  async begin(nonceOf: (state: string) => string): Promise<AuthorizationRequest> {
    const state = randomState();
    const verifier = randomPKCECodeVerifier();
    const location = buildAuthorizationUrl(this.config, {
      redirect_uri: this.callbackUrl,
      scope: 'openid profile',
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce: nonceOf(state),
    });
    return { location: location.href, state, verifier };
  }

  /**
   * The subject of an ID token that the issuer made for this application and this sign-in.
   * OAUTH_DENIED, OAUTH_FAILED, OAUTH_MISCONFIGURED, OAUTH_UNAVAILABLE
   */
  async account({ code, iss, error }: CallbackParams, verifier: string, nonce: string): Promise<Account> {
    const url = new URL(this.callbackUrl);
    for (const [name, value] of Object.entries({ code, iss, error })) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    const tokens = await authorizationCodeGrant(this.config, url, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      // The flow was found by its state.
      expectedState: skipStateCheck,
    }).catch(refuse);
    const claims = tokens.claims();
    if (claims === undefined || !/^[ -~]{1,255}$/.test(claims.sub)) throw new AppError('OAUTH_FAILED');
    const handle = nameIn(claims) ?? (await this.nameOf(tokens.access_token, claims.sub));
    return { accountId: `${this.metadata.issuer} ${claims.sub}`, handle };
  }

  /** Null if userinfo has no name, is about another subject or does not answer. */
  private async nameOf(accessToken: string, sub: string): Promise<string | null> {
    if (!URL.canParse(this.metadata.userinfo_endpoint ?? '')) return null;
    this.config.timeout = NAME_TIMEOUT_SECONDS;
    return fetchUserInfo(this.config, accessToken, sub).then(nameIn, () => null);
  }
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
