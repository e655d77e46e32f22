import type { Egress } from '@questp/egress';
import type { Account } from './account.js';
import type { Application, AuthorizationRequest, Values } from './authorization.js';
import type { Tokens } from './tokens.js';

/** Parameters that the browser brings back from a platform. */
export type CallbackParams = Partial<Record<'code' | 'iss' | 'error', string | undefined>>;

/** The account that a sign-in proved. */
export interface Proven extends Account {
  /** To read as the account later; undefined: the platform is not called afterwards. */
  tokens?: Tokens;
}

/** Sends a browser to a platform, and proves the account with what it brings back. */
export interface SignInClient {
  /** @param nonceOf the nonce of a state, which an ID token has to repeat */
  begin(nonceOf: (state: string) => string): Promise<AuthorizationRequest>;
  /**
   * OAUTH_DENIED, OAUTH_FAILED, OAUTH_MISCONFIGURED, OAUTH_SCOPE_MISSING, OAUTH_UNAVAILABLE
   *
   * @param verifier as `begin` returned it
   */
  prove(callbackParams: CallbackParams, verifier: string, nonce: string): Promise<Proven>;
}

/** What a platform knows of this application, and what reaches the platform. */
export interface SignInRegistration {
  egress: Egress;
  /** The credential of the platform. */
  values: Values;
  application: Application;
  callbackUrl: string;
}
