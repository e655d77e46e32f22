import { randomBytes } from 'node:crypto';
import { loadChainRegistry, signArbitrary, type ArbitrarySignature } from '@questp/chains';

const registry = loadChainRegistry();

/** A wallet of one chain with a key of its own. */
export interface Wallet {
  chainId: string;
  address: string;
  sign(message: string): ArbitrarySignature;
}

/** Makes a wallet with a new key. */
export function newWallet(chainId: string): Wallet {
  const chain = registry.get(chainId);
  if (!chain) throw new Error(`The chain ${chainId} is not known`);
  const privateKey = randomBytes(32);
  const sign = (message: string) => signArbitrary(chain, privateKey, message);
  return { chainId, address: sign('').address, sign };
}

/** The members of a wallet proof in requests: signature over the challenge's text, with its nonce. */
export function walletProof(wallet: Wallet, challenge: { message: string; nonce: string }) {
  const { pubkeyBase64, signatureBase64 } = wallet.sign(challenge.message);
  return {
    address: wallet.address,
    chainId: wallet.chainId,
    pubkey: pubkeyBase64,
    signature: signatureBase64,
    nonce: challenge.nonce,
  };
}
