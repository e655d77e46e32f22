import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import type { Caller } from './caller.js';
import { linkWallet, type Person } from './sign-in.js';
import type { Wallet } from './wallet.js';

/**
 * Tries to link a wallet of another account; returns the id of the merge offer in the refusal.
 * @throws Error if there is no offer
 */
export async function offerMerge({ client }: Pick<Person, 'client'>, wallet: Wallet): Promise<string> {
  const { error } = await linkWallet(client, wallet);
  if (error?.mergeOfferId === undefined) throw new Error(`No merge was offered: ${JSON.stringify(error)}`);
  return error.mergeOfferId;
}

export const confirmMerge = ({ client }: Pick<Person, 'client'>, offerId: string) =>
  client.POST('/v1/users/me/merge-offers/{offerId}/confirm', { params: { path: { offerId } } });

/** Waits until the merge, which has the id of its offer, is in the state. */
export const untilMerge = (client: Caller, mergeId: string, state: 'done' | 'undone') =>
  waitFor(
    async () => {
      const merge = await unwrap(client.GET('/v1/users/me/merges/{mergeId}', { params: { path: { mergeId } } }));
      return merge.state === state && merge;
    },
    { what: `the merge to be ${state}`, timeoutMs: 30_000 },
  );
