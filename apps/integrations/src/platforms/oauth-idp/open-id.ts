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
  type CustomFetch,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  skipStateCheck,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import type { AskProvider } from '../../outbound/ask-provider.js';
import { ALGORITHMS, type Metadata } from './discovery.js';
import { handleOf, type Account } from '../../outbound/account.js';
import type { Application, AuthorizationRequest } from '../../outbound/authorization.js';

/** What is shown of somebody is not waited for as long as what proves who it is. */
const NAME_TIMEOUT_MS = 2_000;

type Returned = Partial<Record<'code' | 'iss' | 'error', string | undefined>>;

/** openid-client for the issuer that is configured now; its requests leave by our egress. */
export class OpenIdClient {
  private readonly config: Configuration;

  constructor(
    private readonly metadata: Metadata,
    { clientId, clientSecret }: Application,
    private readonly callbackUrl: string,
    private readonly ask: AskProvider,
  ) {
    const methods = metadata['token_endpoint_auth_methods_supported'];
    const isPosted = Array.isArray(methods) && !methods.includes('client_secret_basic');
    const server = { ...metadata, id_token_signing_alg_values_supported: [...ALGORITHMS] };
    const authentication = (isPosted ? ClientSecretPost : ClientSecretBasic)(clientSecret);
    this.config = new Configuration(server, clientId, {}, authentication);
    this.config[customFetch] = this.request;
    // The egress decides what is asked without TLS.
    allowInsecureRequests(this.config);
    enableNonRepudiationChecks(this.config);
  }

  /** Where a browser goes. @param nonceOf what an ID token has to repeat, of a state */
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
   * Whom an ID token is about, which the issuer made for this application and this sign-in.
   * OAUTH_DENIED, OAUTH_FAILED, OAUTH_MISCONFIGURED, OAUTH_UNAVAILABLE. @param returned what the browser brought back
   */
  async account({ code, iss, error }: Returned, verifier: string, nonce: string): Promise<Account> {
    const url = new URL(this.callbackUrl);
    for (const [name, value] of Object.entries({ code, iss, error })) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    const tokens = await authorizationCodeGrant(this.config, url, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      // By its state the sign-in was found.
      expectedState: skipStateCheck,
    }).catch(refuse);
    const claims = tokens.claims();
    if (claims === undefined || !/^[ -~]{1,255}$/.test(claims.sub)) throw new AppError('OAUTH_FAILED');
    const handle = nameIn(claims) ?? (await this.nameOf(tokens.access_token, claims.sub));
    return { accountId: `${this.metadata.issuer} ${claims.sub}`, handle };
  }

  /** Null where userinfo does not tell it, is about somebody else or does not answer. */
  private async nameOf(accessToken: string, sub: string): Promise<string | null> {
    if (!URL.canParse(String(this.metadata['userinfo_endpoint']))) return null;
    return fetchUserInfo(this.config, accessToken, sub).then(nameIn, () => null);
  }

  private readonly request: CustomFetch = async (url, { method, headers, body }) => {
    const answer = await this.ask.send('oauth_idp', {
      method: method as 'GET' | 'POST',
      url,
      headers,
      ...(body instanceof URLSearchParams && { body: Buffer.from(body.toString()) }),
      ...(url === this.metadata['userinfo_endpoint'] && { timeoutMs: NAME_TIMEOUT_MS }),
    });
    const told = ['content-type', 'www-authenticate'].map((name) => [name, [answer.headers[name] ?? ''].flat().join()]);
    return new Response(answer.body.toString(), {
      status: answer.status,
      headers: told.filter(([, value]) => value !== '') as [string, string][],
    });
  };
}

const nameIn = (claims: Readonly<Record<string, unknown>>): string | null =>
  handleOf(claims['preferred_username']) ?? handleOf(claims['name']);

/** What the package throws holds what others say, of which nothing is told. */
function refuse(error: unknown): never {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof AppError) throw cause;
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
    throw new AppError('OAUTH_DENIED');
  const isClientRefused =
    error instanceof WWWAuthenticateChallengeError ||
    (error instanceof ResponseBodyError && ['invalid_client', 'unauthorized_client'].includes(error.error));
  throw new AppError(isClientRefused ? 'OAUTH_MISCONFIGURED' : 'OAUTH_FAILED');
}
