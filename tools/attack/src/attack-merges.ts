import {
  confirmMerge,
  enterCode,
  linkWallet,
  newStudio,
  newWallet,
  offerMerge,
  signIn,
  untilMerge,
  type Person,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { ASKED_TO_WAIT, codeOf, refuses } from './answers.js';
import type { Attack } from './attack.js';

/** A built-in chain whose wallets can be linked but not sign in, unless an operator changed it. */
const LINK_ONLY_CHAIN = 'pion-1';

export const linkOnlyProofs: Attack = {
  name: 'A wallet that only links opens a merge',
  async run(target, tries) {
    const { methods } = await unwrap(target.gateways.anonymous.GET('/v1/auth/methods'));
    const chains = methods.flatMap((method) => method.chains);
    if (chains.some(({ chainId }) => chainId === LINK_ONLY_CHAIN)) return tries.note('every wallet signs in', true);
    const [victim, attacker] = [await signIn(target.gateways), await signIn(target.gateways)];
    const wallet = newWallet(LINK_ONLY_CHAIN);
    await unwrap(linkWallet(victim.client, wallet));
    const { error } = await linkWallet(attacker.client, wallet);
    tries.note('the link is refused', error?.code === 'IDENTITY_IN_USE', error?.code);
    tries.note('no offer', error?.mergeOfferId === undefined, error?.mergeOfferId);
  },
};

/** What the owner of an account can do when another person has the key of a linked wallet. */
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
      const { id } = await unwrap(linkWallet(victim.client, wallet));
      await signIn(gateways, { wallet });
      const offerId = await offerMerge(attacker, wallet);
      await defend(victim, id);
      await refuses(tries, `confirmed after ${defence}`, ['NOT_FOUND'], () => confirmMerge(attacker, offerId));
      const own = await victim.client.GET('/v1/users/me');
      tries.note('the account stays', own.response.ok, codeOf(own));
    }
  },
};

export const crossedMerges: Attack = {
  name: 'Two accounts are merged into each other at once',
  async run({ gateways }, tries) {
    const [one, other] = [await signIn(gateways), await signIn(gateways)];
    const [ofOne, ofOther] = [await offerMerge(one, other.wallet), await offerMerge(other, one.wallet)];
    const confirmations = Array.from({ length: 10 }, () => [confirmMerge(one, ofOne), confirmMerge(other, ofOther)]);
    const codes = (await Promise.all(confirmations.flat())).map(codeOf);
    const refusals = ['ACCOUNT_MERGING', 'ACCOUNT_MERGED', 'NOT_FOUND', 'UNAUTHENTICATED', ...ASKED_TO_WAIT];
    for (const code of codes) tries.note('a confirmation', ['200', ...refusals].includes(code), code);
    tries.note('one merge finishes', codes.includes('200'), codes.join());
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
    const offerId = await offerMerge(owner, earner.wallet);
    const params = { path: { offerId } };
    const { earned } = await unwrap(owner.client.GET('/v1/users/me/merge-offers/{offerId}', { params }));
    const reasons = earned.campaigns.map(({ droppedBecause }) => droppedBecause);
    tries.note('the preview says why', reasons.join() === 'TEAM_MEMBER', reasons.join());
    const { id: mergeId } = await unwrap(confirmMerge(owner, offerId));
    const { client } = await signIn(gateways, { wallet: owner.wallet });
    const { sums } = await untilMerge(client, mergeId, 'done');
    tries.note('no points', sums?.points === '0' && sums.droppedPoints === '10', JSON.stringify(sums));
    const { items } = await unwrap(client.GET('/v1/projects/{projectId}/leaderboard', { params: studio.inProject }));
    tries.note('no rank', items.length === 0, JSON.stringify(items));
    await unwrap(client.POST('/v1/projects/{projectId}/archive', { params: studio.inProject }));
  },
};
