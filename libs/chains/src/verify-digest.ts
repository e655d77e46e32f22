import secp256k1 from 'secp256k1';
import { isCompressedPublicKey } from './key-algorithm.js';

// Order n of the group (SEC 2, 2.4.1).
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * True if the key signed the digest. High-S signatures are refused, so that each signature has one form.
 * @param pubkey compressed public key; false unless it is 33 bytes on the curve
 * @param digest 32 bytes
 * @param signature r || s, big-endian, 32 bytes each; false for any other length or a value out of range
 */
export function verifyDigest(pubkey: Uint8Array, digest: Uint8Array, signature: Uint8Array): boolean {
  if (!isCompressedPublicKey(pubkey) || signature.length !== 64) return false;
  const r = toInteger(signature.subarray(0, 32));
  const s = toInteger(signature.subarray(32));
  // libsecp256k1 also accepts low S only, but this check does not rely on it.
  const inRange = r > 0n && r < CURVE_ORDER && s > 0n && s <= CURVE_ORDER / 2n;
  return inRange && secp256k1.ecdsaVerify(signature, digest, pubkey);
}

function toInteger(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
