/** Account hash of a chain: both kinds use the curve secp256k1. See key-algorithm.ts. */
export const KEY_ALGORITHMS = ['secp256k1', 'eth_secp256k1'] as const;
export type KeyAlgorithm = (typeof KEY_ALGORITHMS)[number];

/** One chain whose wallets the platform knows. Prefix and algorithm come from here, never from a client. */
export interface Chain {
  /** Bare chain id as the chain itself states it, e.g. `cosmoshub-4`. */
  readonly chainId: string;
  /** Display name. */
  readonly name: string;
  /** Used in the first line of the sign-in text: `... sign in with your <family> account:` (spec 5.2). */
  readonly family: string;
  /** Human-readable part of account addresses (BIP-173), lower case. */
  readonly bech32Prefix: string;
  readonly keyAlgorithm: KeyAlgorithm;
  /** SLIP-44 coin type wallets derive this chain's keys with by default. */
  readonly coinType: number;
  /** True if wallets of this chain can sign in; others can only be linked to an account (spec 5.2). */
  readonly signIn: boolean;
  /**
   * URLs of the chain's REST API (gRPC gateway), without a slash at the end; if one fails, the next is asked.
   * Without any, the platform cannot read the chain. Built-in chains have none: the operator decides which nodes to
   * trust.
   */
  readonly restUrls?: readonly string[];
}
