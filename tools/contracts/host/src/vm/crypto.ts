import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';

const CODE = { valid: 0, invalid: 1, hash: 3, signature: 4, publicKey: 5, recovery: 6, batch: 7, generic: 10 } as const;

/**
 * Codes of `secp256k1_verify` (cosmwasm packages/crypto/src/secp256k1.rs, errors.rs): 0 valid, 1 invalid, 3/4/5 hash,
 * signature or key of the wrong form, 10 not a signature or not a point. High-S signatures are valid, as on a chain.
 */
export function secp256k1Verify(hash: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): number {
  if (hash.length !== 32) return CODE.hash;
  if (signature.length !== 64) return CODE.signature;
  if (!hasKeyForm(publicKey)) return CODE.publicKey;
  if (!isSignature(signature) || !isPoint(publicKey)) return CODE.generic;
  return secp256k1.verify(signature, hash, publicKey, { lowS: false, prehash: false }) ? CODE.valid : CODE.invalid;
}

/** The uncompressed key, or an error code. */
export function secp256k1Recover(hash: Uint8Array, signature: Uint8Array, recovery: number): Uint8Array | number {
  if (hash.length !== 32) return CODE.hash;
  if (signature.length !== 64) return CODE.signature;
  if (recovery !== 0 && recovery !== 1) return CODE.recovery;
  if (!isSignature(signature)) return CODE.generic;
  try {
    const recovered = secp256k1.Signature.fromBytes(signature, 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(hash);
    return recovered.toBytes(false);
  } catch {
    // No point has this x: the chain answers the code, not an exception.
    return CODE.generic;
  }
}

/** 0 valid, 1 invalid, 4/5 signature or key of the wrong length. */
export function ed25519Verify(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): number {
  if (signature.length !== 64) return CODE.signature;
  if (publicKey.length !== 32) return CODE.publicKey;
  try {
    return ed25519.verify(signature, message, publicKey) ? CODE.valid : CODE.invalid;
  } catch {
    // Not a point of the curve.
    return CODE.invalid;
  }
}

/** As above for n of each, one message with n keys, or one key with n messages; 7 for other numbers. */
export function ed25519BatchVerify(
  messages: readonly Uint8Array[],
  signatures: readonly Uint8Array[],
  publicKeys: readonly Uint8Array[],
): number {
  const count = signatures.length;
  const fits = (length: number): boolean => length === count || length === 1;
  if (!fits(messages.length) || !fits(publicKeys.length)) return CODE.batch;
  if (count !== messages.length && count !== publicKeys.length) return CODE.batch;
  let code: number = CODE.valid;
  for (const [index, signature] of signatures.entries()) {
    const message = messages[messages.length === count ? index : 0] ?? new Uint8Array();
    const publicKey = publicKeys[publicKeys.length === count ? index : 0] ?? new Uint8Array();
    const result = ed25519Verify(message, signature, publicKey);
    if (result > CODE.invalid) return result;
    code = Math.max(code, result);
  }
  return code;
}

function hasKeyForm(key: Uint8Array): boolean {
  return (key.length === 33 && (key[0] === 2 || key[0] === 3)) || (key.length === 65 && key[0] === 4);
}

function isSignature(bytes: Uint8Array): boolean {
  try {
    secp256k1.Signature.fromBytes(bytes, 'compact');
    return true;
  } catch {
    return false;
  }
}

function isPoint(key: Uint8Array): boolean {
  return secp256k1.utils.isValidPublicKey(key);
}
