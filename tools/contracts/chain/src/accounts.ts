import { createECDH, createHash } from 'node:crypto';
import { addressOf } from '@questp/chains';

/** The bech32 prefix that wasmd's own program is built with. */
export const PREFIX = 'wasm';

const WASMD = { bech32Prefix: PREFIX, keyAlgorithm: 'secp256k1' } as const;

/** An account of test chains. Its key follows from its name, so it is worth nothing anywhere else. */
export interface TestAccount {
  name: string;
  address: string;
  /** 32 bytes. */
  privateKey: Uint8Array;
  /** Compressed, 33 bytes. */
  publicKey: Uint8Array;
}

/** The account of this name: its private key is the SHA-256 of `questp test account <name>`. */
export function testAccount(name: string): TestAccount {
  const privateKey = createHash('sha256').update(`questp test account ${name}`).digest();
  const ecdh = createECDH('secp256k1');
  ecdh.setPrivateKey(privateKey);
  const publicKey = ecdh.getPublicKey(null, 'compressed');
  return { name, privateKey, publicKey, address: addressOf(WASMD, publicKey) };
}
