import { ListOfText } from '../language/fields/index.js';
import { LINKED_ACCOUNT_PROVIDERS } from './oauth-providers.js';
import { MAX_WALLETS } from './wallets.js';

/** Maximum hashes of one user: wallets, address and linked accounts. */
const MAX_METHODS = MAX_WALLETS + 1 + LINKED_ACCOUNT_PROVIDERS.length;

/** Keyed hashes of a user's wallets, address and linked accounts: HMAC-SHA256 in base64url. */
export const MethodHashes = (options: { optional?: boolean } = {}): PropertyDecorator =>
  ListOfText({ ...options, max: MAX_METHODS, maxLength: 43 });
