import { confirmMerge, offerMerge, untilMerge, type Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { e2e } from './one-platform.fixture.js';

/** Merges one account into another; `survivor` is signed in anew by `again`. */
export async function mergeAccounts(survivor: Person, absorbed: Person, again: () => Promise<Person>) {
  const { id: mergeId } = await unwrap(confirmMerge(survivor, await offerMerge(survivor, absorbed.wallet)));
  const person = await again();
  await untilMerge(person.client, mergeId, 'done');
  return { mergeId, person };
}

/** Two new accounts, merged; the person is the one that is left. */
export async function mergedAccounts() {
  const survivor = await e2e.signIn();
  return mergeAccounts(survivor, await e2e.signIn(), () => e2e.signIn({ wallet: survivor.wallet }));
}

/** The token of the link by which the reader of a mail about a merge can object to it. */
export const objectionTokenOf = ({ text }: { text: string }): string =>
  /Object to the merge: \S+\/merge-objections\/([\w-]+)/.exec(text)?.[1] ?? '';
