export { addressOf, decodeAddress, sameKeyAddress } from './address.js';
export { signArbitrary, verifyArbitrary, type ArbitrarySignature } from './arbitrary-signature.js';
export { KEY_ALGORITHMS, type Chain, type KeyAlgorithm } from './registry/chain.js';
export { ChainRegistryError, loadChainRegistry, type ChainRegistry } from './registry/chain-registry.js';
export { signInMessage, type SignInMessageFields } from './sign-in-message.js';
