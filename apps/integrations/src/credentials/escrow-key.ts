import type { Chain, ChainRegistry } from '@questp/chains';
import { AppError, fieldError } from '@questp/messages';
import { CONFIG } from '@questp/service';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeed, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { CHAINS } from '../chain-transactions/chains.js';
import type { Config } from '../platform/config.js';
import type { Secret } from '@questp/vault';
import { pointerOf } from './read-change.js';

/** Injection token of the chain on which escrow keys have their addresses. */
export const ESCROW_CHAIN = Symbol('escrow chain');

export const escrowChainProvider = {
  provide: ESCROW_CHAIN,
  inject: [CHAINS, CONFIG],
  useFactory: (chains: ChainRegistry, { ESCROW_CHAIN_ID }: Config): Chain => {
    const chain = chains.get(ESCROW_CHAIN_ID);
    if (chain === undefined) throw new Error('ESCROW_CHAIN_ID names a chain that is not known');
    return chain;
  },
};

/** The public key of a mnemonic as wallets derive it on the chain (BIP-44). @throws AppError VALIDATION_FAILED */
export async function publicKeyOf({ coinType }: Chain, mnemonic: Secret): Promise<Uint8Array> {
  if (!validateMnemonic(mnemonic.reveal(), wordlist)) {
    const error = fieldError(pointerOf('mnemonic'), 'FORMAT', { form: 'mnemonic' });
    throw new AppError('VALIDATION_FAILED', { errors: [error] });
  }
  const root = HDKey.fromMasterSeed(await mnemonicToSeed(mnemonic.reveal()));
  const key = root.derive(`m/44'/${coinType}'/0'/0/0`);
  try {
    return key.publicKey as Uint8Array;
  } finally {
    key.wipePrivateData();
    root.wipePrivateData();
  }
}
