import { newSecret } from '@questp/service';
import { AppError } from '@questp/messages/language';
import passport, { type AuthenticateOptions } from 'passport';
import { InternalOAuthError } from 'passport-oauth2';
import { profileRequest } from '../description/platform.js';
import type { CallbackParams, Proven, SignInClient } from '../description/sign-in.js';
import { readJson, type AskProvider } from '../outbound/ask-provider.js';
import type { AuthorizationRequest } from '../description/authorization.js';
import { PlatformStrategy } from './platform-strategy.js';
import { requestLongLived, requestTokens, type OAuthRegistration } from './token-endpoint.js';
import { requireScopes, Tokens } from '../description/tokens.js';

/** The part of a request and its response that passport uses. */
type Middleware = (
  request: { query: CallbackParams },
  response: { setHeader: (name: string, value: string) => void; end: () => void },
  next: (error?: unknown) => void,
) => void;

const authenticator: {
  authenticate: (
    strategy: PlatformStrategy,
    options: AuthenticateOptions,
    done: (error: unknown, user?: unknown) => void,
  ) => Middleware;
} = passport;

/** OAuth 2 at a platform, by passport. */
export class OAuthClient implements SignInClient {
  constructor(
    private readonly registration: OAuthRegistration,
    private readonly ask: AskProvider,
  ) {}

  async begin(): Promise<AuthorizationRequest> {
    const [state, verifier] = [newSecret(), newSecret()];
    const location = await this.authenticate(verifier, {}, { state });
    if (location instanceof Tokens) throw new AppError('OAUTH_FAILED');
    return { location, state, verifier };
  }

  /** OAUTH_DENIED, OAUTH_FAILED, OAUTH_SCOPE_MISSING, OAUTH_UNAVAILABLE */
  async prove(callbackParams: CallbackParams, verifier: string): Promise<Proven> {
    const { platform } = this.registration;
    const tokens = await this.exchange(callbackParams, verifier);
    requireScopes(tokens, platform.scopes);
    const account = platform.account(await this.profile(tokens));
    if (account === undefined) throw new AppError('OAUTH_FAILED');
    // Without a profile to read later no tokens are stored.
    return platform.profileUrl === undefined ? account : { ...account, tokens };
  }

  private async profile(tokens: Tokens): Promise<unknown> {
    const { provider, platform } = this.registration;
    const { profileUrl } = platform;
    if (profileUrl === undefined) return tokens.response;
    const request = profileRequest({ ...platform, profileUrl }, tokens.accessToken);
    const { status, body } = await this.ask.send(provider, request);
    return status === 200 ? readJson(body) : undefined;
  }

  /** OAUTH_DENIED, OAUTH_FAILED, OAUTH_UNAVAILABLE */
  private async exchange({ code, error }: CallbackParams, verifier: string): Promise<Tokens> {
    const tokens = await this.authenticate(verifier, { code, error });
    // Without a code and an error passport redirects.
    if (!(tokens instanceof Tokens)) throw new AppError('OAUTH_FAILED');
    const { application, platform } = this.registration;
    if (platform.longLived === undefined) return tokens;
    const url = platform.longLived.exchange(application, tokens.accessToken);
    const long = await requestLongLived(this.ask, this.registration, url);
    if (long === undefined) throw new AppError('OAUTH_FAILED');
    // The first response names the scopes.
    const response = { ...tokens.response, expires_in: long.response['expires_in'] };
    return new Tokens(long.accessToken, long.refreshToken, response);
  }

  /** The token of the application itself, by client credentials (RFC 6749, 4.4). OAUTH_FAILED, OAUTH_UNAVAILABLE */
  requestOwn(): Promise<Tokens> {
    return requestTokens(this.ask, this.registration, { grant_type: 'client_credentials' });
  }

  /** Undefined when the platform refuses the token. OAUTH_UNAVAILABLE */
  async refresh(refreshToken: string): Promise<Tokens | undefined> {
    const { longLived } = this.registration.platform;
    if (longLived !== undefined) return requestLongLived(this.ask, this.registration, longLived.renew(refreshToken));
    try {
      const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
      const { accessToken, refreshToken: rotated, response } = await requestTokens(this.ask, this.registration, grant);
      return new Tokens(accessToken, rotated ?? refreshToken, response);
    } catch (error) {
      if (error instanceof AppError && error.code === 'OAUTH_FAILED') return undefined;
      throw error;
    }
  }

  /** The address that passport redirects to, or the tokens for a code. */
  private authenticate(
    verifier: string,
    query: CallbackParams,
    options: AuthenticateOptions = {},
  ): Promise<string | Tokens> {
    const strategy = new PlatformStrategy(this.ask, this.registration, verifier);
    return new Promise((resolve, reject) => {
      const authenticate = authenticator.authenticate(strategy, { session: false, ...options }, (error, user) => {
        if (user instanceof Tokens) resolve(user);
        else reject(user === false ? new AppError('OAUTH_DENIED') : refusalOf(error));
      });
      const setHeader = (name: string, value: string) => {
        if (name === 'Location') resolve(value);
      };
      authenticate({ query }, { setHeader, end: () => undefined }, reject);
    });
  }
}

/** Errors of the packages may contain text of the platform, which is never exposed. */
function refusalOf(error: unknown): AppError {
  const cause: unknown = error instanceof InternalOAuthError ? error.oauthError : error;
  return cause instanceof AppError ? cause : new AppError('OAUTH_FAILED');
}
