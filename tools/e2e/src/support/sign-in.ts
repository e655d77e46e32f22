import type { SessionToken, User, WalletChallenge } from '@questp/messages';
import { Client } from './client.js';
import { newWallet, type Wallet } from './wallet.js';

export type SignIn = SessionToken & { user: User; isNewUser: boolean };

export const challengePath = ({ address, chainId }: { address: string; chainId: string }, route = CHALLENGE): string =>
  `${route}?${new URLSearchParams({ address, chainId }).toString()}`;

export const CHALLENGE = '/v1/auth/wallet/challenge';
export const VERIFY = '/v1/auth/wallet/verify';
export const LINK_CHALLENGE = '/v1/users/me/wallets/challenge';
export const LINK = '/v1/users/me/wallets';

/** A person with an account. */
export interface Person {
  client: Client;
  wallet: Wallet;
  user: User;
  token: string;
}

/** Signs in with a wallet (a new one unless given), which makes the account at the first time. */
export async function signIn(
  gatewayUrls: readonly string[],
  { wallet = newWallet(), ref }: { wallet?: Wallet; ref?: string } = {},
): Promise<Person> {
  const anonymous = new Client(gatewayUrls);
  const challenge = await anonymous.get<WalletChallenge>(challengePath(wallet));
  const { token, user } = await anonymous.post<SignIn>(VERIFY, {
    ...wallet.prove(challenge),
    ...(ref === undefined ? {} : { ref }),
  });
  return { client: new Client(gatewayUrls, token), wallet, user, token };
}

/** Links another wallet to the person's account. */
export async function linkWallet({ client }: Person, wallet: Wallet): Promise<void> {
  const challenge = await client.get<WalletChallenge>(challengePath(wallet, LINK_CHALLENGE));
  await client.post(LINK, wallet.prove(challenge));
}
