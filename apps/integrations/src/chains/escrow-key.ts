import { AppError, fieldError, toPointer } from '@questp/messages/language';
import type { Secret } from '@questp/vault';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeed, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { secret, type Platform } from '../outbound/platform.js';

/** What operators store of a key of the escrow. */
export const escrowKey: Platform<unknown> = { fields: { mnemonic: { ...secret, form: 'mnemonic' } }, escrowKey: true };

/** BIP-44 path of every escrow key, whatever wallets of a chain use, so that a role has one key on all chains. */
const PATH = "m/44'/118'/0'/0/0";

/** The public key of a mnemonic, 33 bytes compressed. @throws AppError VALIDATION_FAILED */
export async function publicKeyOf(mnemonic: Secret): Promise<Uint8Array> {
  if (!validateMnemonic(mnemonic.reveal(), wordlist)) {
    const error = fieldError(toPointer(['fields', 'mnemonic']), 'FORMAT', { form: 'mnemonic' });
    throw new AppError('VALIDATION_FAILED', { errors: [error] });
  }
  return withEscrowKey(mnemonic, ({ publicKey }) => publicKey);
}

interface EscrowKeyPair {
  /** Compressed, 33 bytes. */
  publicKey: Uint8Array;
  /** Signs a digest of 32 bytes: r || s with low S, deterministic (RFC 6979). */
  sign: (digest: Uint8Array) => Uint8Array;
}

/** Runs `use` with the key of a mnemonic, which is wiped after it. */
export async function withEscrowKey<T>(mnemonic: Secret, use: (key: EscrowKeyPair) => T): Promise<T> {
  const root = HDKey.fromMasterSeed(await mnemonicToSeed(mnemonic.reveal()));
  const key = root.derive(PATH);
  try {
    return use({ publicKey: key.publicKey as Uint8Array, sign: (digest) => key.sign(digest) });
  } finally {
    key.wipePrivateData();
    root.wipePrivateData();
  }
}
