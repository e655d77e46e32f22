import { randomUUID } from 'node:crypto';
import {
  inParallel,
  linkByOAuth,
  linkWallet,
  Mailbox,
  newWallet,
  signIn,
  signInByEmail,
  signInByOAuth,
  type Gateways,
  type Person,
  type SignInProvider,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { check, type Check } from './checks.js';
import type { Platform } from './platform.js';
import { loginOf, PEOPLE } from './people.js';

const METHODS = {
  wallet: 'wallet, and then by the same',
  email: 'e-mail code, and then by a linked wallet',
  oauth: 'OAuth, and then by a linked platform and a linked wallet',
} as const;
type Method = keyof typeof METHODS;

/** An earner who has signed in. */
export interface Entrant extends Person {
  /** The method of the first sign-in. */
  method: Method;
  /** Sign in again, each by another method except the mailed code. */
  comeBack: (() => Promise<Pick<Person, 'user'>>)[];
}

/** Earners who sign in by e-mail: few codes are mailed per IP address and minute. */
const BY_EMAIL = 2;
/** Platforms to sign in with and to link. */
const PAIRS: readonly (readonly [SignInProvider, SignInProvider])[] = [
  ['oauth_idp', 'microblog'],
  ['codehost', 'chatcomm'],
];
function methodOf({ mailUrl, emulated }: Platform, number: number): Method {
  if (mailUrl !== null && number <= BY_EMAIL) return 'email';
  return emulated !== null && number <= PEOPLE && number % 10 === 3 ? 'oauth' : 'wallet';
}

/** Signs in the earner with this number, who has a wallet afterwards. */
export async function enter(platform: Platform, gateways: Gateways, number: number, chainId: string): Promise<Entrant> {
  const { anonymous } = gateways;
  const method = methodOf(platform, number);
  const wallet = newWallet(chainId);
  const byWallet = () => signIn(gateways, { wallet });
  if (method === 'wallet') return { ...(await byWallet()), method, comeBack: [byWallet] };
  if (method === 'email') {
    const mailbox = new Mailbox(platform.mailUrl ?? '');
    const { token, user } = await signInByEmail(anonymous, mailbox, `${randomUUID()}@questp.test`);
    const client = gateways.as(token);
    await unwrap(linkWallet(client, wallet));
    return { client, wallet, user, token, method, comeBack: [byWallet] };
  }
  const login = loginOf(number);
  const [first, second] = PAIRS[number % PAIRS.length] as (typeof PAIRS)[number];
  const { token, user } = await signInByOAuth(anonymous, first, login);
  const client = gateways.as(token);
  await linkByOAuth(client, second, login);
  await unwrap(linkWallet(client, wallet));
  const bySecond = () => signInByOAuth(anonymous, second, login);
  return { client, wallet, user, token, method, comeBack: [byWallet, bySecond] };
}

/** Checks that every method leads to the account that it created or was linked to. */
export async function comeBackAll(entrants: readonly Entrant[]): Promise<Check[]> {
  const checks: Check[] = [];
  for (const method of Object.keys(METHODS) as Method[]) {
    const these = entrants.filter((entrant) => entrant.method === method);
    if (these.length === 0) continue;
    const found = await inParallel(these, 4, async ({ user: { id }, comeBack }) => {
      const ids = (await Promise.all(comeBack.map((again) => again()))).map(({ user }) => user.id);
      return ids.filter((other) => other !== id).map((other) => `${id} came back as ${other}`);
    });
    checks.push(check(`earners signed in by ${METHODS[method]}`, found.flat(), `${these.length} earners`));
  }
  return checks;
}
