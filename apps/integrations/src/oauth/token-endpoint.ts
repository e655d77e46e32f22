import { AppError } from '@questp/messages/language';
import type { OAuthPlatform } from '@questp/messages/shared';
import { at } from '../description/account.js';
import { readJson, type AskProvider } from '../outbound/ask-provider.js';
import { tokenRequest, type Application } from '../description/authorization.js';
import { jsonOf } from '../outbound/finding.js';
import type { OAuthDescription } from '../description/platform.js';
import { Tokens } from '../description/tokens.js';

/** The platform's registration of this application, as it is configured now. */
export interface OAuthRegistration {
  provider: OAuthPlatform;
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

/** Requests a token that also renews itself. Undefined when the platform refuses the one in the URL. OAUTH_UNAVAILABLE */
export async function requestLongLived(
  ask: AskProvider,
  { provider, platform }: OAuthRegistration,
  url: string,
): Promise<Tokens | undefined> {
  const { status, body } = await ask.send(provider, { method: 'GET', url });
  const tokens = status === 200 ? tokensIn(body) : undefined;
  if (tokens !== undefined) return new Tokens(tokens.accessToken, tokens.accessToken, tokens.response);
  // Its limits are answered with 4xx as well.
  if (platform.longLived?.isRefusal(readJson(body))) return undefined;
  throw new AppError('OAUTH_UNAVAILABLE');
}

function tokensIn(body: Buffer): Tokens | undefined {
  const json = jsonOf(body);
  // The photo site documents its answer as the only item of a list.
  const response = at(at(json, 'data'), 0) ?? json;
  const accessToken = at(response, 'access_token');
  const refreshToken = at(response, 'refresh_token');
  if (typeof accessToken !== 'string') return undefined;
  return new Tokens(accessToken, typeof refreshToken === 'string' ? refreshToken : undefined, {
    ...(response as object),
  });
}
