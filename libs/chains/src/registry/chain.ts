/** How accounts of a chain hash: both kinds use the curve secp256k1. See key-algorithm.ts. */
export const KEY_ALGORITHMS = ['secp256k1', 'eth_secp256k1'] as const;
export type KeyAlgorithm = (typeof KEY_ALGORITHMS)[number];

/** One chain whose wallets the platform knows. Prefix and algorithm come from here, never from a client. */
export interface Chain {
  /** Bare chain id as the chain itself states it, e.g. `cosmoshub-4`. */
  readonly chainId: string;
  /** Name shown to people. */
  readonly name: string;
  /** Stands in the first line of the sign-in text: `... sign in with your <family> account:` (spec 5.2). */
  readonly family: string;
  /** Human-readable part of account addresses (BIP-173), lower case. */
  readonly bech32Prefix: string;
  readonly keyAlgorithm: KeyAlgorithm;
  /** SLIP-44 coin type wallets derive this chain's keys with by default. */
  readonly coinType: number;
  /** Whether a wallet of this chain may sign in; others can only be linked to an account (spec 5.2). */
  readonly signIn: boolean;
  /**
   * Addresses of the chain's REST API (gRPC gateway), without a slash at the end; the next one is asked when one fails.
   * Without any the platform cannot look into the chain. The built-in chains have none: which nodes to trust is for
   * whoever runs the platform to say.
   */
  readonly restUrls?: readonly string[];
}
