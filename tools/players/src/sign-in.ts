import { unwrap } from '@questp/sdk';
import type { Caller, Gateways } from './caller.js';
import type { Schemas } from './schemas.js';
import { newWallet, type Wallet } from './wallet.js';

/** A person with an account. */
export interface Person {
  client: Caller;
  wallet: Wallet;
  user: Schemas['User'];
  token: string;
}

type Account = Pick<Wallet, 'address' | 'chainId'>;

/** Parameters of a request for a challenge. */
export const account = ({ address, chainId }: Account) => ({ params: { query: { address, chainId } } });

/** A challenge for signing in with the wallet. */
export const challengeFor = (anonymous: Caller, wallet: Account) =>
  unwrap(anonymous.GET('/v1/auth/wallet/challenge', account(wallet)));

/** A challenge for linking the wallet to the account of `client`. */
export const linkChallengeFor = (client: Caller, wallet: Account) =>
  unwrap(client.GET('/v1/users/me/wallets/challenge', account(wallet)));

/** Links the wallet to the account of `client`; returns the answer as it is. */
export async function linkWallet(client: Caller, wallet: Wallet) {
  const body = wallet.prove(await linkChallengeFor(client, wallet));
  return client.POST('/v1/users/me/wallets', { body });
}

/** The answer to a sign-in that is complete after one step. */
export function opened<Outcome extends { token?: string; challenge?: object }>(
  outcome: Outcome,
): Required<Omit<Outcome, 'challenge'>> {
  if (outcome.token === undefined) throw new Error('The sign-in requires a second step');
  return outcome as Required<Outcome>;
}

/** Signs in with a wallet (a new one by default), which creates the account on first use. */
export async function signIn(
  gateways: Gateways,
  { wallet = newWallet(), ref }: { wallet?: Wallet; ref?: string } = {},
): Promise<Person> {
  const { anonymous } = gateways;
  const body = { ...wallet.prove(await challengeFor(anonymous, wallet)), ...(ref !== undefined && { ref }) };
  const { token, user } = opened(await unwrap(anonymous.POST('/v1/auth/wallet/verify', { body })));
  return { client: gateways.as(token), wallet, user, token };
}
