import { Bip39, EnglishMnemonic, Secp256k1, Slip10, Slip10Curve, stringToPath } from '@cosmjs/crypto';
import { SentenceError } from '@questp/local-stack';
import { type SigningKey } from './signing-key.js';

/** The first account of a Cosmos wallet (SLIP-44 coin type 118). */
const FIRST_ACCOUNT = stringToPath("m/44'/118'/0'/0/0");

/** A key of secp256k1. */
export interface KeyPair {
  /** 32 bytes. */
  privateKey: Uint8Array;
  /** Compressed, 33 bytes. */
  publicKey: Uint8Array;
}

/**
 * The pair of a private key, or of a mnemonic's first account.
 *
 * @throws SentenceError, which never shows the secret.
 */
export async function keyPairOf(key: SigningKey): Promise<KeyPair> {
  const privateKey = 'privateKey' in key ? key.privateKey : await firstAccount(key.mnemonic);
  try {
    const { pubkey } = Secp256k1.makeKeypair(privateKey);
    return { privateKey, publicKey: Secp256k1.compressPubkey(pubkey) };
  } catch {
    throw new SentenceError('The private key is none of secp256k1.');
  }
}

async function firstAccount(mnemonic: string): Promise<Uint8Array> {
  try {
    const seed = await Bip39.mnemonicToSeed(new EnglishMnemonic(mnemonic));
    return Slip10.derivePath(Slip10Curve.Secp256k1, seed, FIRST_ACCOUNT).privkey;
  } catch {
    // CosmJS' own message could repeat words of the mnemonic.
    throw new SentenceError('The mnemonic is not valid.');
  }
}
