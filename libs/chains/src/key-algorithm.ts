import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import secp256k1 from 'secp256k1';
import type { KeyAlgorithm } from './account-rules.js';

interface KeyHashes {
  /** Digest (32 bytes) that this kind of key signs. */
  digest(signBytes: Uint8Array): Uint8Array;
  /** Account bytes (20) of a valid compressed public key. */
  accountBytes(pubkey: Uint8Array): Uint8Array;
}

export const KEY_HASHES: Record<KeyAlgorithm, KeyHashes> = {
  secp256k1: {
    digest: (signBytes) => sha256(signBytes),
    accountBytes: (pubkey) => ripemd160(sha256(pubkey)),
  },
  // Ethereum's rule: keccak-256 of X || Y (64 bytes, without the leading 0x04), its last 20 bytes.
  eth_secp256k1: {
    digest: (signBytes) => keccak_256(signBytes),
    accountBytes: (pubkey) => keccak_256(secp256k1.publicKeyConvert(pubkey, false).subarray(1)).subarray(-20),
  },
};

/** True for 33 bytes (0x02 or 0x03, then X) that encode a point of the curve (SEC 1, 2.3.3). */
export function isCompressedPublicKey(bytes: Uint8Array): boolean {
  return bytes.length === 33 && secp256k1.publicKeyVerify(bytes);
}
