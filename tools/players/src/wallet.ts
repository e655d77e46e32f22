import { randomBytes } from 'node:crypto';
import { signArbitrary, type WalletChain } from '@questp/chains';
import { chainOf } from '@questp/chains/testing';

export { chainOf };

/** The proof of a wallet in a request. */
export interface Proof {
  address: string;
  chainId: string;
  pubkey: string;
  signature: string;
  nonce: string;
}

/** The wallet of a person. */
export interface Wallet {
  chainId: string;
  address: string;
  privateKey: Uint8Array;
  /** Signs a challenge as wallet apps do (ADR-036). */
  prove(challenge: { nonce: string; message: string }): Proof;
}

/**
 * A wallet, with a new key by default.
 * @param on a chain, or the id of a built-in one
 */
export function newWallet(on: string | WalletChain = 'cosmoshub-4', privateKey: Uint8Array = randomBytes(32)): Wallet {
  const chain = typeof on === 'string' ? chainOf(on) : on;
  const { chainId } = chain;
  const { address } = signArbitrary(chain, privateKey, '');
  return {
    chainId,
    address,
    privateKey,
    prove: ({ nonce, message }) => {
      const { pubkeyBase64, signatureBase64 } = signArbitrary(chain, privateKey, message);
      return { address, chainId, pubkey: pubkeyBase64, signature: signatureBase64, nonce };
    },
  };
}
