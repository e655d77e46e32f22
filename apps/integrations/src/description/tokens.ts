import { AppError } from '@questp/messages/language';

const MAX_SECONDS = 10 * 365 * 86_400;

/** A successful response of a token endpoint (RFC 6749, 5.1). */
export class Tokens {
  constructor(
    readonly accessToken: string,
    readonly refreshToken: string | undefined,
    /** All members of the response. */
    readonly response: Readonly<Record<string, unknown>>,
  ) {}
}

/** Lifetime of the access token in seconds; null if it does not expire. */
export function secondsOf({ response }: Tokens): number | null {
  const seconds = Number(response['expires_in'] ?? Number.NaN);
  return seconds > 0 && seconds < MAX_SECONDS ? Math.floor(seconds) : null;
}

/**
 * True if all scopes were granted. A response names the granted scopes only if they differ from the requested ones; the
 * photo site calls them permissions.
 */
export function hasScopes({ response }: Tokens, scopes: readonly string[]): boolean {
  const scope = response['scope'] ?? response['permissions'];
  return typeof scope !== 'string' || scopes.every((one) => scope.split(/[ ,]+/).includes(one));
}

/** OAUTH_SCOPE_MISSING */
export function requireScopes(tokens: Tokens, scopes: readonly string[]): void {
  if (!hasScopes(tokens, scopes)) throw new AppError('OAUTH_SCOPE_MISSING');
}
