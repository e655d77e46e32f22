import type { LinkedWallet, Outcome } from './outcome.js';

/** identity_wallet_link: a wallet is linked, on one of `chainIds` when the quest names any. */
export function walletLinked(config: { chainIds?: readonly string[] }, wallets: readonly LinkedWallet[]): Outcome {
  const { chainIds } = config;
  if (wallets.some((wallet) => chainIds === undefined || chainIds.includes(wallet.chainId))) {
    return { kind: 'pass' };
  }
  return notLinked(chainIds ? `Link a wallet on one of: ${chainIds.join(', ')}.` : 'Link a wallet to your account.');
}

/**
 * chain_wallet_connect and attestation_sign: a fresh signature by a wallet linked to the account, on one of `chainIds`
 * when the quest names any.
 * @param proven the signature over the server-issued text proves `inputs.address` on `inputs.chainId`
 */
export function walletProof(
  config: { chainIds?: readonly string[] },
  inputs: LinkedWallet,
  facts: { wallets: readonly LinkedWallet[]; walletProven: boolean },
): Outcome {
  const { chainIds } = config;
  if (chainIds !== undefined && !chainIds.includes(inputs.chainId)) {
    return notLinked(`Sign with a wallet on one of: ${chainIds.join(', ')}.`);
  }
  if (!facts.wallets.some(({ chainId, address }) => chainId === inputs.chainId && address === inputs.address)) {
    return notLinked('The wallet is not linked to your account on this chain.');
  }
  if (!facts.walletProven) {
    return { kind: 'fail', code: 'CHALLENGE_INVALID', detail: 'The signature does not prove the wallet.' };
  }
  return { kind: 'pass' };
}

function notLinked(detail: string): Outcome {
  return { kind: 'fail', code: 'WALLET_NOT_LINKED', detail };
}
