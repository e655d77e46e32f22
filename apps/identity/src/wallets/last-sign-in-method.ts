/**
 * Whether a user without another way in who loses this wallet could sign in no more: no other wallet can, though this one can or is the last.
 *
 * @param canSignIn whether wallets of the chain may sign in
 */
export function isLastSignInMethod(
  wallets: readonly { id: string; chainId: string }[],
  walletId: string,
  canSignIn: (chainId: string) => boolean,
): boolean {
  const others = wallets.filter(({ id }) => id !== walletId);
  if (others.length === 0) return true;
  const isWayIn = wallets.some(({ id, chainId }) => id === walletId && canSignIn(chainId));
  return isWayIn && !others.some(({ chainId }) => canSignIn(chainId));
}
