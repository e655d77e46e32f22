import { confirmMerge, linkWallet, newWallet, offerMerge, signIn, type Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { ASKED_TO_WAIT, codeOf, refuses } from './answers.js';
import type { Attack } from './attack.js';

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
