import type { Person } from './api.js';
import { walletProof, type Wallet } from './wallet.js';

export interface Account {
  person: Person;
  userId: string;
  wallet: Wallet;
}

/** Signs in with the wallet, which makes the account. */
export async function signIn(visitor: Person, wallet: Wallet): Promise<Account> {
  const { address, chainId } = wallet;
  const challenge = await visitor.get(
    visitor.api.GET('/v1/auth/wallet/challenge', { params: { query: { address, chainId } } }),
  );
  const { token, user } = await visitor.get(
    visitor.api.POST('/v1/auth/wallet/verify', { body: walletProof(wallet, challenge) }),
  );
  if (token === undefined || user === undefined) throw new Error('a second step is to come');
  return { person: visitor.signedIn(token), userId: user.id, wallet };
}
