import fc from 'fast-check';
import secp256k1 from 'secp256k1';
import { TEST_CHAINS } from './index.js';

export const anyChain = fc.constantFrom(...TEST_CHAINS);

export const anyPrivateKey = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => secp256k1.privateKeyVerify(bytes));

/** A copy with one bit flipped; `bit` counts from the first byte and wraps around. */
export function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const index = Math.floor(bit / 8) % copy.length;
  copy[index] = (copy[index] ?? 0) ^ (1 << (bit % 8));
  return copy;
}
