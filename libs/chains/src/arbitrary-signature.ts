import secp256k1 from 'secp256k1';
import { addressOf } from './address.js';
import { adr036SignBytes } from './adr036-sign-doc.js';
import { isCompressedPublicKey, KEY_HASHES } from './key-algorithm.js';
import type { AccountRules } from './account-rules.js';
import { verifyDigest } from './verify-digest.js';

/** Result of a wallet's `signArbitrary`. Base64 is the standard alphabet with padding (RFC 4648, section 4). */
export interface ArbitrarySignature {
  /** bech32 address of the signer on the chain. */
  address: string;
  /** Compressed public key, 33 bytes. */
  pubkeyBase64: string;
  /** r || s with low S, 64 bytes. */
  signatureBase64: string;
}

/**
 * True if the holder of `address` signed exactly this message as an ADR-036 arbitrary message.
 * Any strings are allowed: the result is false for everything that does not prove the address; nothing is thrown.
 */
export function verifyArbitrary(chain: AccountRules, proof: ArbitrarySignature & { message: string }): boolean {
  const pubkey = decodeCanonicalBase64(proof.pubkeyBase64);
  const signature = decodeCanonicalBase64(proof.signatureBase64);
  if (!pubkey || !signature || !isCompressedPublicKey(pubkey)) return false;
  if (addressOf(chain, pubkey) !== proof.address) return false;
  const signBytes = adr036SignBytes(proof.address, proof.message);
  return verifyDigest(pubkey, KEY_HASHES[chain.keyAlgorithm].digest(signBytes), signature);
}

/**
 * Signs a message as a wallet of the chain does, for tests and the demo.
 * @param privateKey 32 bytes
 * @throws Error when it is not a private key of the curve
 */
export function signArbitrary(chain: AccountRules, privateKey: Uint8Array, message: string): ArbitrarySignature {
  const pubkey = secp256k1.publicKeyCreate(privateKey);
  const address = addressOf(chain, pubkey);
  const digest = KEY_HASHES[chain.keyAlgorithm].digest(adr036SignBytes(address, message));
  const { signature } = secp256k1.ecdsaSign(digest, privateKey);
  return {
    address,
    pubkeyBase64: Buffer.from(pubkey).toString('base64'),
    signatureBase64: Buffer.from(signature).toString('base64'),
  };
}

/** Node.js decodes leniently; comparing with the encoding of the result admits one text per byte string. */
function decodeCanonicalBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
