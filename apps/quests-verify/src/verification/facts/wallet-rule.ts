import type { Facts, LinkedWallet } from '../../catalog/definition/facts.js';
import type { Outcome, Subject } from '../../catalog/definition/outcome.js';

/** identity_wallet_link: a wallet is linked, on one of `chainIds` if the quest has them. */
export function walletLinked(config: { chainIds?: readonly string[] }, wallets: readonly LinkedWallet[]): Outcome {
  const { chainIds } = config;
  const fitting = fittingWallets(chainIds, wallets);
  if (fitting.length > 0) return { kind: 'pass', subjects: fitting.map(walletSubject) };
  return { kind: 'fail', ...noWallet(chainIds) };
}

/** Wallets on one of the chains; undefined: on any. */
export const fittingWallets = (
  chainIds: readonly string[] | undefined,
  wallets: readonly LinkedWallet[],
): LinkedWallet[] => wallets.filter(({ chainId }) => chainIds === undefined || chainIds.includes(chainId));

/** The reason shown to an account without such a wallet. */
export const noWallet = (chainIds: readonly string[] | undefined) =>
  ({
    code: 'WALLET_NOT_LINKED',
    detail: chainIds ? `Link a wallet on one of: ${chainIds.join(', ')}.` : 'Link a wallet to your account.',
  }) as const;

/** One text for all causes, so that it reveals nothing about nonces, addresses and keys. */
export const NOT_PROVEN = {
  kind: 'fail',
  code: 'CHALLENGE_INVALID',
  detail: 'The signed text is unknown, used, expired or not proven by the signature.',
} as const satisfies Outcome;

/**
 * chain_wallet_connect and attestation_sign: a fresh signature by a wallet linked to the account, on one of `chainIds`
 * if the quest has them.
 */
export function walletProof(
  config: { chainIds?: readonly string[] },
  inputs: { chainId: string; address: string },
  { signedText, wallets }: Pick<Facts, 'signedText' | 'wallets'>,
): Outcome {
  return signedText === null ? NOT_PROVEN : (unfitWallet(config, inputs, wallets) ?? pass(signedText));
}

/** The reason why the wallet cannot complete the quest, known before it signs; null: it can. */
function unfitWallet(
  { chainIds }: { chainIds?: readonly string[] },
  { chainId, address }: { chainId: string; address: string },
  wallets: readonly LinkedWallet[],
): Extract<Outcome, { kind: 'fail' }> | null {
  if (chainIds !== undefined && !chainIds.includes(chainId)) {
    return notLinked(`Sign with a wallet on one of: ${chainIds.join(', ')}.`);
  }
  const isLinked = wallets.some((wallet) => wallet.chainId === chainId && wallet.address === address);
  return isLinked ? null : notLinked('The wallet is not linked to your account on this chain.');
}

const walletSubject = ({ account }: { account: string }): Subject => ({ kind: 'wallet', subject: account });

const pass = (proven: { account: string }): Outcome => ({ kind: 'pass', subjects: [walletSubject(proven)] });

const notLinked = (detail: string) => ({ kind: 'fail', code: 'WALLET_NOT_LINKED', detail }) as const;
