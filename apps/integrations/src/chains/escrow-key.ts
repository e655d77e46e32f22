import type { Chain, ChainRegistry } from '@questp/chains';
import { CHAINS } from '@questp/chains/provider';
import { AppError, fieldError, toPointer } from '@questp/messages/language';
import { CONFIG, str, type ConfigOf } from '@questp/service';
import type { Secret } from '@questp/vault';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeed, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { secret, type Platform } from '../outbound/platform.js';

export const ESCROW_CHAIN_CONFIG = {
  ESCROW_CHAIN_ID: str({ desc: 'Chain of the reward escrow, on which its keys have addresses', default: 'neutron-1' }),
};

/** What operators store of a key of the escrow. */
export const escrowKey: Platform<unknown> = { fields: { mnemonic: { ...secret, form: 'mnemonic' } }, escrowKey: true };

/** Injection token of the chain on which escrow keys have their addresses. */
export const ESCROW_CHAIN = Symbol('escrow chain');

export const escrowChainProvider = {
  provide: ESCROW_CHAIN,
  inject: [CHAINS, CONFIG],
  useFactory: (chains: ChainRegistry, { ESCROW_CHAIN_ID }: ConfigOf<typeof ESCROW_CHAIN_CONFIG>): Chain => {
    const chain = chains.get(ESCROW_CHAIN_ID);
    if (chain === undefined) throw new Error('ESCROW_CHAIN_ID names a chain that is not known');
    return chain;
  },
};

/** The public key of a mnemonic as wallets derive it on the chain (BIP-44). @throws AppError VALIDATION_FAILED */
export async function publicKeyOf({ coinType }: Chain, mnemonic: Secret): Promise<Uint8Array> {
  if (!validateMnemonic(mnemonic.reveal(), wordlist)) {
    const error = fieldError(toPointer(['fields', 'mnemonic']), 'FORMAT', { form: 'mnemonic' });
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
