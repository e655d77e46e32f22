import { SurprisingAnswer, type Person } from './api.js';
import { walletProof, type Wallet } from './wallet.js';

export interface SignedIn {
  person: Person;
  userId: string;
}

export interface Account extends SignedIn {
  wallet: Wallet;
}

/** Signs in with the wallet, which makes the account. */
export async function signIn(visitor: Person, wallet: Wallet): Promise<Account> {
  const { address, chainId } = wallet;
  const challenge = await visitor.get(
    visitor.api.GET('/v1/auth/wallet/challenge', { params: { query: { address, chainId } } }),
  );
  const outcome = await visitor.get(
    visitor.api.POST('/v1/auth/wallet/verify', { body: walletProof(wallet, challenge) }),
  );
  return { ...signedIn(visitor, outcome), wallet };
}

/** Who a sign-in of the visitor has made. */
export function signedIn(visitor: Person, { token, user }: { token?: string; user?: { id: string } }): SignedIn {
  if (token === undefined || user === undefined) throw new SurprisingAnswer('A sign-in asks for a second step');
  return { person: visitor.signedIn(token), userId: user.id };
}

/** Adds the wallet to the account. */
export async function linkWallet(person: Person, wallet: Wallet): Promise<void> {
  const { address, chainId } = wallet;
  const challenge = await person.get(
    person.api.GET('/v1/users/me/wallets/challenge', { params: { query: { address, chainId } } }),
  );
  await person.get(person.api.POST('/v1/users/me/wallets', { body: walletProof(wallet, challenge) }));
}
