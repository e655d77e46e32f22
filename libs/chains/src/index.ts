export type { AccountRules, KeyAlgorithm, WalletChain } from './account-rules.js';
export { addressOf, decodeAddress, isContractAddress, sameKeyAddress } from './address.js';
export { signArbitrary, verifyArbitrary, type ArbitrarySignature } from './arbitrary-signature.js';
export { signInMessage, type SignInMessageFields } from './sign-in-message.js';
export { MIN_WASMD, supportsEscrow, type NodeVersions } from './wasmd-version.js';
