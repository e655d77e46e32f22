/** Account hash of a chain: both kinds use the curve secp256k1. See key-algorithm.ts. */
export type KeyAlgorithm = 'secp256k1' | 'eth_secp256k1';

/** How a chain forms addresses and what its keys sign. It comes from the platform's record, never from a client. */
export interface AccountRules {
  /** Human-readable part of account addresses (BIP-173), lower case. */
  readonly bech32Prefix: string;
  readonly keyAlgorithm: KeyAlgorithm;
}

/** The members of a chain that wallets use. */
export interface WalletChain extends AccountRules {
  readonly chainId: string;
  /** SLIP-44 coin type that wallets derive the chain's keys with by default. */
  readonly coinType: number;
}
