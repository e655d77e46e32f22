export { isCompressedPublicKey } from './key-algorithm.js';
export { verifyDigest } from './verify-digest.js';
