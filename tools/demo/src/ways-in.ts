import { randomInt, randomUUID } from 'node:crypto';
import type { Person } from './api.js';
import { check, type Check } from './checks.js';
import { signInByEmail } from './email-sign-in.js';
import { linkByOAuth, signInByOAuth, type Provider } from './oauth-sign-in.js';
import { inParallel } from './parallel.js';
import type { Platform } from './platform.js';
import { linkWallet, signIn, type Account } from './sign-in.js';
import { newWallet } from './wallet.js';

const WAYS = {
  wallet: 'wallet, and then by the same',
  email: 'e-mail code, and then by a linked wallet',
  oauth: 'OAuth, and then by a linked platform and a linked wallet',
} as const;
export type Way = keyof typeof WAYS;

export interface Entrant extends Account {
  way: Way;
  /** Signs in anew, by each method but the mailed code. */
  comeBack: ((visitor: Person) => Promise<{ userId: string }>)[];
}

/** No more, since few codes are mailed for one address a minute. */
const BY_EMAIL = 2;
/** `earner-1` and on, at the emulated platforms. */
const PEOPLE = 200;
/** One signs in, the other is linked: the same two of a person in every run, since an account there belongs to one here. */
const PAIRS: readonly (readonly [Provider, Provider])[] = [
  ['oauth_idp', 'microblog'],
  ['codehost', 'chatcomm'],
];
/** Others in each run, so that hardly anybody plays twice. */
const FIRST_PERSON = randomInt(PEOPLE);

function wayOf({ mailUrl, isEmulated }: Platform, number: number): Way {
  if (mailUrl !== null && number <= BY_EMAIL) return 'email';
  return isEmulated && number <= PEOPLE && number % 10 === 3 ? 'oauth' : 'wallet';
}

/** Signs the earner with this number in, and links a wallet to who came without. */
export async function enter(platform: Platform, visitor: Person, number: number, chainId: string): Promise<Entrant> {
  const way = wayOf(platform, number);
  const wallet = newWallet(chainId);
  const byWallet = (again: Person) => signIn(again, wallet);
  if (way === 'wallet') return { ...(await byWallet(visitor)), way, comeBack: [byWallet] };
  if (way === 'email') {
    const account = await signInByEmail(visitor, platform.mailUrl ?? '', `${randomUUID()}@questp.test`);
    await linkWallet(account.person, wallet);
    return { ...account, wallet, way, comeBack: [byWallet] };
  }
  const person = ((FIRST_PERSON + number) % PEOPLE) + 1;
  const who = `earner-${person}`;
  const [first, second] = PAIRS[person % PAIRS.length] as (typeof PAIRS)[number];
  const account = await signInByOAuth(visitor, first, who);
  await linkByOAuth(account.person, second, who);
  await linkWallet(account.person, wallet);
  return { ...account, wallet, way, comeBack: [byWallet, (again) => signInByOAuth(again, second, who)] };
}

/** Every method leads to the account that it made or was linked to. */
export async function comeBackAll(visitor: Person, entrants: readonly Entrant[]): Promise<Check[]> {
  const checks: Check[] = [];
  for (const way of Object.keys(WAYS) as Way[]) {
    const these = entrants.filter((entrant) => entrant.way === way);
    if (these.length === 0) continue;
    const found = await inParallel(these, 4, async ({ userId, comeBack }) => {
      const others = (await Promise.all(comeBack.map((again) => again(visitor)))).filter(
        (one) => one.userId !== userId,
      );
      return others.map((one) => `${userId} came back as ${one.userId}`);
    });
    checks.push(check(`earners signed in by ${WAYS[way]}`, found.flat(), `${these.length} earners`));
  }
  return checks;
}
