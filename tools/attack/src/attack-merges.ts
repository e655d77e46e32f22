import {
  Caller,
  enterCode,
  linkChallengeFor,
  newStudio,
  newWallet,
  operatorSignIn,
  signIn,
  type Person,
  type Wallet,
} from '@questp/e2e';
import { unwrap, type Problem } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { Client } from 'pg';
import { codeOf, refuses } from './answers.js';
import type { Attack } from './attack.js';
import { anonymous, type Target } from './target.js';

async function link({ client }: Person, wallet: Wallet) {
  const body = wallet.prove(await linkChallengeFor(client, wallet));
  return client.POST('/v1/users/me/wallets', { body });
}

/** The offer to a person who links the wallet of another account. */
async function offerOf(person: Person, wallet: Wallet): Promise<string | undefined> {
  const { code, mergeOfferId } = ((await link(person, wallet)).error ?? {}) as Partial<Problem>;
  if (code !== 'IDENTITY_IN_USE') throw new Error(`Linking a wallet of another account: ${code}`);
  return mergeOfferId;
}

const atOffer = (offerId = '') => ({ params: { path: { offerId } } });
const confirm = ({ client }: Person, offerId?: string) =>
  client.POST('/v1/users/me/merge-offers/{offerId}/confirm', atOffer(offerId));

/** A chain of the registry that `npm run up` lets sign in unless SIGN_IN_CHAINS leaves it out. */
const LINK_ONLY_CHAIN = 'osmosis-1';

export const linkOnlyProofs: Attack = {
  name: 'A wallet that only links opens a merge',
  async run(target, tries) {
    const { methods } = await unwrap(anonymous(target).GET('/v1/auth/methods'));
    const chains = methods.flatMap((method) => method.chains);
    if (chains.some(({ chainId }) => chainId === LINK_ONLY_CHAIN)) return tries.note('every wallet signs in', true);
    const [victim, attacker] = [await signIn(target.gateways), await signIn(target.gateways)];
    const wallet = newWallet(LINK_ONLY_CHAIN);
    await unwrap(link(victim, wallet));
    const offerId = await offerOf(attacker, wallet);
    tries.note('no offer', offerId === undefined, offerId);
  },
};

/** What the owner of an account does whose wallet somebody else has as well. */
const DEFENCES: Record<string, (victim: Person, walletId: string) => Promise<unknown>> = {
  'the wallet is unlinked': ({ client }, walletId) =>
    unwrap(client.DELETE('/v1/users/me/wallets/{walletId}', { params: { path: { walletId } } })),
  'other sessions end': ({ client }) => unwrap(client.DELETE('/v1/users/me/sessions')),
};

export const staleProofs: Attack = {
  name: 'A merge is confirmed by a proof that the owner has withdrawn',
  async run({ gateways }, tries) {
    for (const [defence, defend] of Object.entries(DEFENCES)) {
      const [victim, attacker, wallet] = [await signIn(gateways), await signIn(gateways), newWallet()];
      const { id } = await unwrap(link(victim, wallet));
      await signIn(gateways, { wallet });
      const offerId = await offerOf(attacker, wallet);
      tries.note(`an offer, before ${defence}`, offerId !== undefined);
      await defend(victim, id);
      await refuses(tries, `confirmed after ${defence}`, ['NOT_FOUND'], () => confirm(attacker, offerId));
      const own = await victim.client.GET('/v1/users/me');
      tries.note('the account stays', own.response.ok, codeOf(own));
    }
  },
};

const CODE = 'Moonrise';

export const mergedMembers: Attack = {
  name: 'A member of a project earns in it by merging an account',
  async run({ gateways }, tries) {
    const studio = await newStudio(await signIn(gateways));
    const quest = await studio.quest('engagement_secret_code', { code: CODE });
    const earner = await signIn(gateways);
    await unwrap(enterCode(earner, quest.id, CODE));
    const { owner } = studio;
    const offerId = await offerOf(owner, earner.wallet);
    const { earned } = await unwrap(owner.client.GET('/v1/users/me/merge-offers/{offerId}', atOffer(offerId)));
    const reasons = earned.campaigns.map(({ droppedBecause }) => droppedBecause);
    tries.note('the preview says why', reasons.join() === 'TEAM_MEMBER', reasons.join());
    const { id: mergeId } = await unwrap(confirm(owner, offerId));
    const { client } = await signIn(gateways, { wallet: owner.wallet });
    const merged = async () => {
      const merge = await unwrap(client.GET('/v1/users/me/merges/{mergeId}', { params: { path: { mergeId } } }));
      return merge.state === 'done' && merge;
    };
    const { sums } = await waitFor(merged, { what: 'the merge to be done', timeoutMs: 30_000 });
    tries.note('no points', sums?.points === '0' && sums.droppedPoints === '10', JSON.stringify(sums));
    const { items } = await unwrap(client.GET('/v1/projects/{projectId}/leaderboard', { params: studio.inProject }));
    tries.note('no rank', items.length === 0, JSON.stringify(items));
    await unwrap(client.POST('/v1/projects/{projectId}/archive', { params: studio.inProject }));
  },
};

/** Makes the session older than a recent sign-in may be. */
async function age({ database }: Target, table: 'user_session' | 'admin_session', sessionId = ''): Promise<void> {
  const client = new Client({ connectionString: database?.url });
  await client.connect();
  try {
    await client.query(`UPDATE identity.${table} SET created_at = now() - interval '11 minutes' WHERE id = $1`, [
      sessionId,
    ]);
  } finally {
    await client.end();
  }
}

export const oldSessions: Attack = {
  name: 'An old session adds a sign-in method or an operator',
  needs: ['database', 'admin'],
  async run(target, tries) {
    const person = await signIn(target.gateways);
    const own = await unwrap(person.client.GET('/v1/users/me/sessions'));
    await age(target, 'user_session', own.items.find(({ isCurrent }) => isCurrent)?.id);
    await refuses(tries, 'a wallet', ['RECENT_SIGN_IN_REQUIRED'], () => link(person, newWallet()));
    const { gateways, admin = { email: '', password: '' } } = target;
    const people = { anonymous: anonymous(target), as: (token: string) => new Caller(gateways, token) };
    const operator = await operatorSignIn(people, admin);
    const sessions = await unwrap(operator.GET('/v1/admin/me/sessions'));
    await age(target, 'admin_session', sessions.items.find(({ isCurrent }) => isCurrent)?.id);
    const body = { email: `attack-${Date.now()}@questp.invalid`, role: 'super_admin' } as const;
    await refuses(tries, 'a super admin', ['RECENT_SIGN_IN_REQUIRED'], () =>
      operator.POST('/v1/admin/admins', { body }),
    );
    await unwrap(operator.POST('/v1/admin/auth/sign-out'));
  },
};
