import { AppError } from '@questp/messages/language';
import type { Tokens } from './oauth-client.js';

const MOST_SECONDS = 10 * 365 * 86_400;

/** Seconds that an access token is good for; null: it stays good. */
export function secondsOf({ told }: Tokens): number | null {
  const seconds = Number(told['expires_in'] ?? Number.NaN);
  return seconds > 0 && seconds < MOST_SECONDS ? Math.floor(seconds) : null;
}

/** Whether all scopes were agreed to; they are told where they are others than those asked for (RFC 6749, 5.1). */
export function hasScopes({ told }: Pick<Tokens, 'told'>, scopes: readonly string[]): boolean {
  const { scope } = told;
  return typeof scope !== 'string' || scopes.every((one) => scope.split(/[ ,]+/).includes(one));
}

/** OAUTH_SCOPE_MISSING */
export function requireScopes(tokens: Tokens, scopes: readonly string[]): void {
  if (!hasScopes(tokens, scopes)) throw new AppError('OAUTH_SCOPE_MISSING');
}
