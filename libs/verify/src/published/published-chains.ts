import { address, sha256Hex } from '../input/fields.js';
import { listOf, nullable, object, type Shaped, text } from '../input/shape.js';
import { Budget, fetchJson } from '../node/fetch-json.js';

const LIST_BYTES = 4 * 1024 * 1024;

/** What GET /v1/chains of the platform says about a chain, as far as verification needs it. */
const publishedChain = object({
  chainId: text({ max: 50 }),
  name: text({ max: 64 }),
  /** REST endpoint that anyone may use. */
  publicRestUrl: nullable(text({ max: 200 })),
  escrow: nullable(object({ factory: address, checksum: sha256Hex, admin: nullable(address) })),
});
export type PublishedChain = Shaped<typeof publishedChain>;

const chainList = object({ items: listOf(publishedChain, 100) });

/**
 * @param api URL of the platform's API, without a slash at the end
 * @throws FetchError, ShapeError
 */
export async function fetchChains(api: string): Promise<PublishedChain[]> {
  return chainList(await fetchJson(`${api}/v1/chains`, LIST_BYTES, new Budget()), '').items;
}

/** Where the platform publishes the allocation file of a campaign. */
export const allocationUrl = (api: string, campaignId: string): string =>
  `${api}/v1/discover/campaigns/${encodeURIComponent(campaignId)}/allocation.json`;
