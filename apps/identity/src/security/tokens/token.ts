import { createHash, randomBytes } from 'node:crypto';
import { TOKEN_PREFIX, type PrincipalFamily } from '@questp/messages';

/** A new token of the family: its prefix and 256 random bits as 43 characters of base64url. */
export const newToken = (family: PrincipalFamily): string =>
  TOKEN_PREFIX[family] + randomBytes(32).toString('base64url');

/** What is stored of a token: its SHA-256, 32 bytes. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
