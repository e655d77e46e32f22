import { hashSecret } from '@questp/service';
import OAuth2Strategy from 'passport-oauth2';
import type { AskProvider } from '../outbound/ask-provider.js';
import { requestTokens, type OAuthRegistration } from './token-endpoint.js';
import type { Tokens } from '../description/tokens.js';

type Exchanged = (error: unknown, accessToken?: string, refreshToken?: string, tokens?: Tokens) => void;

/** The strategy of passport for one sign-in at a platform; the user it finds are the tokens. */
export class PlatformStrategy extends OAuth2Strategy {
  constructor(
    ask: AskProvider,
    private readonly registration: OAuthRegistration,
    private readonly verifier: string,
  ) {
    super(
      {
        authorizationURL: registration.platform.authorizationUrl,
        tokenURL: registration.platform.tokenUrl,
        clientID: registration.application.clientId,
        clientSecret: registration.application.clientSecret,
        callbackURL: registration.callbackUrl,
        scope: [...registration.platform.scopes],
        scopeSeparator: registration.platform.scopeSeparator ?? ' ',
      },
      (_accessToken: string, _refreshToken: string, tokens: Tokens, _profile: unknown, verified) =>
        verified(null, tokens),
    );
    // passport-oauth2 has no option for its HTTP client. Its only request is this one of the client that subclasses may
    // use.
    Object.assign(this._oauth2, {
      getOAuthAccessToken: (code: string, parameters: Record<string, string>, exchanged: Exchanged) =>
        void requestTokens(ask, registration, { ...parameters, code }).then(
          (tokens) => exchanged(null, tokens.accessToken, tokens.refreshToken, tokens),
          exchanged,
        ),
    });
  }

  override authorizationParams(): object {
    return {
      ...this.registration.platform.parameters,
      code_challenge: hashSecret(this.verifier).toString('base64url'),
      code_challenge_method: 'S256',
    };
  }

  override tokenParams(): object {
    return { code_verifier: this.verifier };
  }
}
