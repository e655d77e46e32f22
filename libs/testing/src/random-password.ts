import { randomBytes } from 'node:crypto';

/**
 * 144 random bits in characters that need no escaping in a URL, with every character class that a policy may require.
 */
export function randomPassword(): string {
  return `${randomBytes(18).toString('base64url')}-aA1`;
}
