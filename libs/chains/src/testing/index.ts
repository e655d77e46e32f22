import type { WalletChain } from '../account-rules.js';

/** A built-in chain, with its names in wallets. */
export interface TestChain extends WalletChain {
  readonly name: string;
  readonly family: string;
}

const cosmos = { family: 'Cosmos', keyAlgorithm: 'secp256k1', coinType: 118 } as const;
const ethereum = { family: 'Cosmos', keyAlgorithm: 'eth_secp256k1', coinType: 60 } as const;

/** The built-in chains of the platform, for wallets in tests and tools. */
export const TEST_CHAINS: readonly TestChain[] = [
  { ...cosmos, chainId: 'celestia', name: 'Celestia', bech32Prefix: 'celestia' },
  { ...cosmos, chainId: 'cosmoshub-4', name: 'Cosmos Hub', bech32Prefix: 'cosmos' },
  { ...ethereum, chainId: 'evmos_9001-2', name: 'Evmos', bech32Prefix: 'evmos' },
  { ...ethereum, chainId: 'injective-1', name: 'Injective', bech32Prefix: 'inj' },
  { ...cosmos, chainId: 'juno-1', name: 'Juno', bech32Prefix: 'juno' },
  { ...cosmos, chainId: 'neutron-1', name: 'Neutron', bech32Prefix: 'neutron' },
  { ...cosmos, chainId: 'osmosis-1', name: 'Osmosis', bech32Prefix: 'osmo' },
  { ...cosmos, chainId: 'pion-1', name: 'Neutron Testnet', bech32Prefix: 'neutron' },
  { ...cosmos, chainId: 'questp-local-1', name: 'Local test chain', bech32Prefix: 'wasm' },
];

/** The built-in chain with this id; throws for an unknown one. */
export function chainOf(chainId: string): TestChain {
  const chain = TEST_CHAINS.find((one) => one.chainId === chainId);
  if (chain === undefined) throw new Error(`${chainId} is not a built-in chain`);
  return chain;
}
