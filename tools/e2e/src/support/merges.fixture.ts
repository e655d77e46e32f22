import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { expectProblem } from './expect-problem.fixture.js';
import { linkChallengeFor, type Person } from './sign-in.js';

/** The offer that `survivor` gets by linking the wallet of `absorbed`. */
export async function offerMerge(survivor: Person, absorbed: Person): Promise<string> {
  const body = absorbed.wallet.prove(await linkChallengeFor(survivor.client, absorbed.wallet));
  const answer = await survivor.client.POST('/v1/users/me/wallets', { body });
  return expectProblem(answer, 'IDENTITY_IN_USE').mergeOfferId as string;
}

export const confirmMerge = (survivor: Person, offerId: string) =>
  survivor.client.POST('/v1/users/me/merge-offers/{offerId}/confirm', { params: { path: { offerId } } });

/** Merges one account into another; `survivor` is signed in anew by `again`. */
export async function mergeAccounts(survivor: Person, absorbed: Person, again: () => Promise<Person>) {
  const { id: mergeId } = await unwrap(confirmMerge(survivor, await offerMerge(survivor, absorbed)));
  const person = await again();
  await untilMerge(person, mergeId, 'done');
  return { mergeId, person };
}

/** The token of the link by which a mail about a merge lets its reader object. */
export const objectionTokenOf = ({ text }: { text: string }): string =>
  /Object to the merge: \S+\/merge-objections\/([\w-]+)/.exec(text)?.[1] ?? '';

export const untilMerge = (person: Person, mergeId: string, state: 'done' | 'undone') =>
  waitFor(
    async () => {
      const params = { path: { mergeId } };
      const merge = await unwrap(person.client.GET('/v1/users/me/merges/{mergeId}', { params }));
      return merge.state === state && merge;
    },
    { what: `the merge to be ${state}`, timeoutMs: 20_000 },
  );
