import { AppError } from '@questp/messages/language';
import type { OAuthProvider } from '@questp/messages/shared';
import { at } from '../outbound/account.js';
import type { AskProvider } from '../outbound/ask-provider.js';
import { tokenRequest, type Application } from '../outbound/authorization.js';
import type { OAuthDescription } from '../outbound/platform.js';
import { Tokens } from './tokens.js';

/** The platform's registration of this application, as it is configured now. */
export interface OAuthRegistration {
  provider: OAuthProvider;
  application: Application;
  platform: OAuthDescription;
  callbackUrl: string;
}

/** Sends a token request (RFC 6749). OAUTH_FAILED unless the response has an access token; OAUTH_UNAVAILABLE */
export async function requestTokens(
  ask: AskProvider,
  { provider, application, platform }: OAuthRegistration,
  parameters: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const answer = await ask.send(provider, tokenRequest(application, platform, parameters));
  const tokens = answer.status === 200 ? tokensIn(answer.body) : undefined;
  if (tokens === undefined) throw new AppError('OAUTH_FAILED');
  return tokens;
}

function tokensIn(body: Buffer): Tokens | undefined {
  let response: unknown;
  try {
    response = JSON.parse(body.toString());
  } catch {
    return undefined;
  }
  const accessToken = at(response, 'access_token');
  const refreshToken = at(response, 'refresh_token');
  if (typeof accessToken !== 'string') return undefined;
  return new Tokens(accessToken, typeof refreshToken === 'string' ? refreshToken : undefined, {
    ...(response as object),
  });
}
