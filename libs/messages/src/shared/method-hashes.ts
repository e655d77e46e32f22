import { ListOfText } from '../language/fields/index.js';
import { OAUTH_PROVIDERS } from './oauth-providers.js';
import { MOST_WALLETS } from './wallets.js';

/** Wallets, the address and linked accounts of one user. */
const MOST_METHODS = MOST_WALLETS + 1 + OAUTH_PROVIDERS.length;

/** Keyed hashes of the wallets, the address and the linked accounts of a user: HMAC-SHA256 in base64url. */
export const MethodHashes = (options: { optional?: boolean } = {}): PropertyDecorator =>
  ListOfText({ ...options, max: MOST_METHODS, maxLength: 43 });
