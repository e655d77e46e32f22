import { unwrap } from '@questp/sdk';
import { Caller, type Gateways } from './caller.js';
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

/** A text for a wallet to sign, for signing in. */
export const challengeFor = (anonymous: Caller, wallet: Account) =>
  unwrap(anonymous.GET('/v1/auth/wallet/challenge', account(wallet)));

/** A text for a wallet to sign, for linking it to the account of `client`. */
export const linkChallengeFor = (client: Caller, wallet: Account) =>
  unwrap(client.GET('/v1/users/me/wallets/challenge', account(wallet)));

/** The answer of a sign-in that takes no second step. */
export function opened<Outcome extends { token?: string; challenge?: object }>(
  outcome: Outcome,
): Required<Omit<Outcome, 'challenge'>> {
  if (outcome.token === undefined) throw new Error('a second step is to come');
  return outcome as Required<Outcome>;
}

/** Signs in with a wallet (a new one unless given), which makes the account at the first time. */
export async function signIn(
  gateways: Gateways,
  { wallet = newWallet(), ref }: { wallet?: Wallet; ref?: string } = {},
): Promise<Person> {
  const anonymous = new Caller(gateways);
  const body = { ...wallet.prove(await challengeFor(anonymous, wallet)), ...(ref !== undefined && { ref }) };
  const { token, user } = opened(await unwrap(anonymous.POST('/v1/auth/wallet/verify', { body })));
  return { client: new Caller(gateways, token), wallet, user, token };
}
