import type { ChainAct } from '@questp/messages/integrations';
import { accountOf, actOf, type Found } from '../fields.js';
import { eventsOf, valueIn, valuesIn } from '../events.js';
import type { MessageContext } from '../message-reader.js';
import type { Call } from './call.js';

/**
 * `mint` of a collection, or of a contract that mints in one. The collection writes the event, which wasmd signs with
 * its address.
 */
export function nftMinted(call: Call, { events }: MessageContext): Found<ChainAct> | undefined {
  const { sender, contract, method, members } = call;
  if (method !== 'mint') return undefined;
  const minted = eventsOf(events, 'wasm').filter(
    ({ values, repeats }) => values.get('action') === 'mint' || (repeats && !values.has('action')),
  );
  const [collection, ...others] = valuesIn(minted, '_contract_address') ?? [];
  const isOne = collection !== undefined && others.length === 0;
  const recipient = accountOf(valueIn(minted, 'owner') ?? members['owner']);
  return actOf('nft_mint', sender, { contract, method, recipient, collection: isOne ? collection : undefined }, isOne);
}
