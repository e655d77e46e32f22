import { AppError } from '@questp/messages/language';
import type { OAuthProvider } from '@questp/messages/shared';
import type { OAuth2 } from 'oauth';
import OAuth2Strategy from 'passport-oauth2';
import { basic, type Application, type Begun } from '../outbound/authorization.js';
import type { OAuthDescription } from '../outbound/platform.js';
import type { AskProvider } from '../outbound/ask-provider.js';
import { newSecret } from './secrets.js';

export interface ClientOptions {
  provider: OAuthProvider;
  application: Application;
  platform: OAuthDescription;
  callbackUrl: string;
}

/** As a token endpoint gives them. */
export interface Tokens {
  accessToken: string;
  refreshToken: string | undefined;
  /** What else was said beside them. */
  told: Readonly<Record<string, unknown>>;
}

/** What passport sets on a strategy for a request. */
interface Actions {
  redirect: (location: string) => void;
  success: (tokens: Tokens) => void;
  fail: () => void;
  error: (error: unknown) => void;
}

type Answered = (error: unknown, body?: string) => void;
type Exchanged = (error: unknown, accessToken?: unknown, refreshToken?: unknown, told?: object) => void;

/**
 * passport-oauth2 for a provider as it is configured now: its requests leave by our egress, and what it would keep in a
 * session is handed to whoever keeps it.
 */
export class OAuthClient {
  constructor(
    private readonly options: ClientOptions,
    private readonly ask: AskProvider,
  ) {}

  /** Where a browser goes. */
  async begin(): Promise<Begun> {
    const state = newSecret();
    let verifier = '';
    const strategy = this.strategy({
      store: (
        _request: unknown,
        made: string,
        _state: unknown,
        _meta: unknown,
        stored: (error: null, state: string) => void,
      ) => {
        verifier = made;
        stored(null, state);
      },
    });
    strategy.authorizationParams = () => ({ ...this.options.platform.parameters });
    const location = await run<string>(strategy, {}, (done) => ({ redirect: done }));
    return { location, state, verifier };
  }

  /** OAUTH_DENIED, OAUTH_FAILED, OAUTH_UNAVAILABLE. @param returned what the browser brought back */
  async exchange(
    returned: { code?: string | undefined; error?: string | undefined },
    verifier: string,
  ): Promise<Tokens> {
    // With neither it would begin anew.
    if (!returned.code && !returned.error) throw new AppError('OAUTH_FAILED');
    const strategy = this.strategy({
      verify: (_request: unknown, _state: unknown, _meta: unknown, loaded: (error: null, verifier: string) => void) =>
        loaded(null, verifier),
    });
    return run<Tokens>(strategy, returned, (done) => ({ success: done }));
  }

  /** Undefined when the platform does not take the token. OAUTH_UNAVAILABLE */
  refresh(refreshToken: string): Promise<Tokens | undefined> {
    return new Promise((resolve, reject) => {
      const exchanged: Exchanged = (error, accessToken, rotated, told) => {
        if (error instanceof AppError && error.code !== 'OAUTH_FAILED') reject(error);
        else if (typeof accessToken !== 'string') resolve(undefined);
        else {
          const next = typeof rotated === 'string' ? rotated : refreshToken;
          resolve({ accessToken, refreshToken: next, told: { ...told } });
        }
      };
      const grant = { grant_type: 'refresh_token' };
      oauth2Of(this.strategy({})).getOAuthAccessToken(refreshToken, grant, exchanged as never);
    });
  }

  private strategy(store: object): OAuth2Strategy {
    const { application, platform, callbackUrl } = this.options;
    const settings = {
      authorizationURL: platform.authorizationUrl,
      tokenURL: platform.tokenUrl,
      clientID: application.clientId,
      clientSecret: application.clientSecret,
      callbackURL: callbackUrl,
      scope: [...platform.scopes],
      pkce: 'S256',
      store,
      skipUserProfile: true,
    };
    const verify = (
      accessToken: string,
      refreshToken: string | undefined,
      told: object,
      _profile: unknown,
      done: (error: null, tokens: Tokens) => void,
    ) => done(null, { accessToken, refreshToken, told: { ...told } });
    // Its types know neither the method of PKCE nor a store that keeps the verifier.
    const strategy = new OAuth2Strategy(settings as never, verify as never);
    const request = (
      method: 'POST',
      url: string,
      headers: Record<string, string>,
      body: string,
      _: unknown,
      answered: Answered,
    ) => void this.request(method, url, headers, body).then((text) => answered(null, text), answered);
    Object.assign(oauth2Of(strategy), { _request: request });
    return strategy;
  }

  /** The only way out that the package has. Nothing is told of what is answered to a request that is refused. */
  private async request(method: 'POST', url: string, headers: Record<string, string>, body: string): Promise<string> {
    const { provider, application, platform } = this.options;
    const members = new URLSearchParams(body);
    const byHeader = platform.clientBy === 'basic';
    if (byHeader) members.delete('client_secret');
    const answer = await this.ask.send(provider, {
      method,
      url,
      headers: { ...headers, ...(byHeader && { authorization: basic(...encoded(application)) }) },
      body: Buffer.from(members.toString()),
    });
    if (answer.status !== 200) throw new AppError('OAUTH_FAILED');
    return answer.body.toString();
  }
}

const oauth2Of = (strategy: OAuth2Strategy) => (strategy as unknown as { _oauth2: OAuth2 })._oauth2;

/** RFC 6749, 2.3.1: as in forms. */
const encoded = ({ clientId, clientSecret }: Application): [string, string] => [
  encodeURIComponent(clientId),
  encodeURIComponent(clientSecret),
];

/** One request to the strategy, of which one outcome is expected. */
function run<Outcome>(
  strategy: OAuth2Strategy,
  query: object,
  expected: (done: (outcome: Outcome) => void) => Partial<Actions>,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const failed = () => reject(new AppError('OAUTH_FAILED'));
    const actions: Actions = {
      redirect: failed,
      success: failed,
      fail: () => reject(new AppError('OAUTH_DENIED')),
      error: (error) => reject(refusalOf(error)),
      ...expected(resolve),
    };
    Object.assign(strategy, actions).authenticate({ query } as never, {});
  });
}

/** What the package throws holds what others say, of which nothing is told. */
function refusalOf(error: unknown): AppError {
  const cause = error instanceof OAuth2Strategy.InternalOAuthError ? (error.oauthError as unknown) : error;
  return cause instanceof AppError ? cause : new AppError('OAUTH_FAILED');
}
