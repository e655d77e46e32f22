import { Bytes } from './bytes';
import { secp256k1_verify } from './env';

// SEC 2, section 2.4.1: the order n of the group, and n / 2, as big-endian words.
const ORDER: usize = memory.data<u64>([0xffffffffffffffff, 0xfffffffffffffffe, 0xbaaedce6af48a03b, 0xbfd25e8cd0364141]);
const HALF_ORDER: usize = memory.data<u64>([
  0x7fffffffffffffff, 0xffffffffffffffff, 0x5d576e7357a4501d, 0xdfe92f46681b20a0,
]);

/** What the chain's verification answers for a signature that is not of this hash and key; 0 when it is. */
const INVALID_SIGNATURE: u32 = 1;

/**
 * True for a compact signature (r, s: 32 bytes big endian each) with 0 < r < n and 0 < s <= n / 2. Every valid
 * signature has a twin with s above n / 2; the chain's verification takes both, this refuses the twin.
 */
export function isLowS(signature: Bytes): bool {
  if (signature.length != 64) return false;
  const r = signature.start;
  const s = r + 32;
  return !isZero(r) && compareWords(r, ORDER) < 0 && !isZero(s) && compareWords(s, HALF_ORDER) <= 0;
}

/** False for malformed input as well. `hash`: 32 bytes, `signature`: 64, `publicKey`: 33 or 65. */
export function verifySecp256k1(hash: Bytes, signature: Bytes, publicKey: Bytes): bool {
  // The chain aborts the call for a region longer than it expects.
  if (hash.length != 32 || signature.length != 64) return false;
  if (publicKey.length != 33 && publicKey.length != 65) return false;
  return secp256k1_verify(hash.region(), signature.region(), publicKey.region()) == 0;
}

/** True for a compressed public key (SEC 1, 2.3.3: 02 or 03, then x) whose x is that of a point of the curve. */
export function isSecp256k1PublicKey(key: Bytes): bool {
  if (key.length != 33) return false;
  // The chain checks the form of hash, signature and key, then decodes the point, and only then verifies: 0 or 1 is a key.
  const signature = Bytes.alloc(64);
  store<u8>(signature.start + 31, 1);
  store<u8>(signature.start + 63, 1);
  return secp256k1_verify(Bytes.alloc(32).region(), signature.region(), key.region()) <= INVALID_SIGNATURE;
}

function isZero(number: usize): bool {
  return (load<u64>(number) | load<u64>(number, 8) | load<u64>(number, 16) | load<u64>(number, 24)) == 0;
}

/** Compares 32 big-endian bytes with four words. */
function compareWords(number: usize, words: usize): i32 {
  for (let i: usize = 0; i < 32; i += 8) {
    const word = bswap<u64>(load<u64>(number + i));
    const other = load<u64>(words + i);
    if (word != other) return word < other ? -1 : 1;
  }
  return 0;
}
