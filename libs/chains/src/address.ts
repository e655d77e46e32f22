import { bech32 } from '@scure/base';
import { isCompressedPublicKey, KEY_HASHES } from './key-algorithm.js';
import type { AccountRules, WalletChain } from './account-rules.js';

const ACCOUNT_BYTES = 20;
const CONTRACT_BYTES = 32;

/**
 * The 20 account bytes of an address as chains print it: lower-case bech32 (BIP-173) with the chain's prefix. Undefined
 * for anything else: upper or mixed case, bech32m, other prefixes, 32-byte contract addresses.
 */
export const decodeAddress = (chain: AccountRules, address: string): Uint8Array | undefined =>
  decode(chain, address, ACCOUNT_BYTES);

/** True for the address of a contract as the chain prints it; see `decodeAddress`. */
export const isContractAddress = (chain: AccountRules, address: string): boolean =>
  decode(chain, address, CONTRACT_BYTES) !== undefined;

function decode({ bech32Prefix }: AccountRules, address: string, length: number): Uint8Array | undefined {
  const decoded = bech32.decodeUnsafe(address);
  const bytes = decoded && bech32.fromWordsUnsafe(decoded.words);
  if (bytes?.length !== length) return undefined;
  return bech32.encodeFromBytes(bech32Prefix, bytes) === address ? bytes : undefined;
}

/**
 * The address of a key on the chain.
 *
 * @param pubkey compressed secp256k1 public key, 33 bytes
 * @throws RangeError when it is not one
 */
export function addressOf(chain: AccountRules, pubkey: Uint8Array): string {
  if (!isCompressedPublicKey(pubkey)) throw new RangeError('Not a compressed secp256k1 public key');
  return bech32.encodeFromBytes(chain.bech32Prefix, KEY_HASHES[chain.keyAlgorithm].accountBytes(pubkey));
}

/**
 * The address on `to` of the key that has `address` on `from`. Undefined unless wallets use the same key on both: the
 * chains have the same key algorithm and coin type.
 */
export function sameKeyAddress(from: WalletChain, address: string, to: WalletChain): string | undefined {
  if (from.keyAlgorithm !== to.keyAlgorithm || from.coinType !== to.coinType) return undefined;
  const account = decodeAddress(from, address);
  return account && bech32.encodeFromBytes(to.bech32Prefix, account);
}
