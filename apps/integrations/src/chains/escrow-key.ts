import { createHash } from 'node:crypto';
import { isCompressedPublicKey, verifyDigest } from '@questp/chains/signatures';
import type { Egress } from '@questp/egress';
import { AppError, fieldError, toPointer } from '@questp/messages/language';
import type { Secret } from '@questp/vault';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeed, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { definePlatform, optionalSecret } from '../description/platform.js';
import { askSigner, type SigningRequest } from './external-signer.js';

/** Fields of a key that an external signer keeps; all of them are needed. */
const EXTERNAL = ['signerUrl', 'signerPublicKey', 'signerSecret'] as const;

/** The stored credential of an escrow key: its mnemonic, or the address of its external signer. */
export const escrowKey = definePlatform(
  {},
  {
    fields: {
      mnemonic: { ...optionalSecret, form: 'mnemonic' },
      signerUrl: { form: 'service_url' },
      signerPublicKey: { form: 'base64', max: 44 },
      signerSecret: { ...optionalSecret, form: 'signing_secret' },
    },
    escrowKey: true,
  },
);

/** BIP-44 path of every escrow key, whatever wallets of a chain use, so that a role has one key on all chains. */
const PATH = "m/44'/118'/0'/0/0";

const invalid = (
  field: string,
  ...error: [code: 'REQUIRED' | 'NOT_ALLOWED'] | [code: 'FORMAT', form: 'mnemonic' | 'base64']
) => {
  const [code, form] = error;
  return fieldError(toPointer(['fields', field]), code, form && { form });
};

/** VALIDATION_FAILED unless a mnemonic alone is set, an external signer alone, or nothing. */
export function requireOneMode(names: ReadonlySet<string>): void {
  const external = EXTERNAL.filter((name) => names.has(name));
  if (external.length === 0) return;
  const errors = names.has('mnemonic')
    ? external.map((name) => invalid(name, 'NOT_ALLOWED'))
    : EXTERNAL.filter((name) => !names.has(name)).map((name) => invalid(name, 'REQUIRED'));
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors });
}

/** The public key that the values name or derive, 33 bytes compressed; undefined: none. VALIDATION_FAILED */
export async function publicKeyOf(values: ReadonlyMap<string, Secret | null>): Promise<Uint8Array | undefined> {
  const mnemonic = values.get('mnemonic');
  if (mnemonic) {
    if (!validateMnemonic(mnemonic.reveal(), wordlist))
      throw new AppError('VALIDATION_FAILED', { errors: [invalid('mnemonic', 'FORMAT', 'mnemonic')] });
    return withEscrowKey(mnemonic, ({ publicKey }) => publicKey);
  }
  const named = values.get('signerPublicKey');
  if (!named) return undefined;
  const publicKey = Buffer.from(named.reveal(), 'base64');
  if (!isCompressedPublicKey(publicKey))
    throw new AppError('VALIDATION_FAILED', { errors: [invalid('signerPublicKey', 'FORMAT', 'base64')] });
  return publicKey;
}

/** A key of the escrow as it is stored. */
export interface StoredKey {
  values: ReadonlyMap<string, Secret>;
  publicKey: Uint8Array;
}

/**
 * Signs the SHA-256 of the bytes with a key, or has its external signer sign it: r || s with low S, deterministic
 * (RFC 6979) with a mnemonic. The signature is of the public key. ESCROW_KEY_MISSING, SIGNING_REFUSED,
 * SERVICE_UNAVAILABLE
 */
export async function signWithKey(
  egress: Egress,
  { values, publicKey }: StoredKey,
  request: SigningRequest,
): Promise<Uint8Array> {
  const digest = createHash('sha256').update(request.bytes).digest();
  const mnemonic = values.get('mnemonic');
  const [url, secret] = [values.get('signerUrl'), values.get('signerSecret')];
  if (mnemonic) return ofKey(await withEscrowKey(mnemonic, ({ sign }) => sign(digest)), publicKey, digest);
  if (!url || !secret) throw new AppError('ESCROW_KEY_MISSING');
  const signer = { url: url.reveal(), secret: secret.reveal(), publicKey };
  return ofKey(await askSigner(egress, signer, request), publicKey, digest);
}

function ofKey(signature: Uint8Array, publicKey: Uint8Array, digest: Uint8Array): Uint8Array {
  if (verifyDigest(publicKey, digest, signature)) return signature;
  throw new AppError('SIGNING_REFUSED', {
    detail: 'The signature is not of the stored public key; store the key again.',
  });
}

interface EscrowKeyPair {
  /** Compressed, 33 bytes. */
  publicKey: Uint8Array;
  /** Signs a digest of 32 bytes. */
  sign: (digest: Uint8Array) => Uint8Array;
}

/** Runs `use` with the key of a mnemonic, which is wiped after it. */
async function withEscrowKey<T>(mnemonic: Secret, use: (key: EscrowKeyPair) => T): Promise<T> {
  const root = HDKey.fromMasterSeed(await mnemonicToSeed(mnemonic.reveal()));
  const key = root.derive(PATH);
  try {
    return use({ publicKey: key.publicKey as Uint8Array, sign: (digest) => key.sign(digest) });
  } finally {
    key.wipePrivateData();
    root.wipePrivateData();
  }
}
