import { accountOf, actOf, coinsOf, numberOf } from '../fields.js';
import { eventsOf, valuesIn } from '../events.js';
import type { MessageReader } from '../message-reader.js';

/** Contracts of one message that are read. */
const MAX_INSTANTIATED = 20;

export const instantiate: MessageReader = {
  types: [
    ...['/cosmwasm.wasm.v1.MsgInstantiateContract', '/cosmwasm.wasm.v1.MsgInstantiateContract2'],
    ...['wasm/MsgInstantiateContract', 'wasm/MsgInstantiateContract2'],
  ],
  kinds: ['instantiate'],
  acts: ({ sender, code_id, funds }, { denom, events }) => {
    const { amounts, isComplete } = coinsOf(funds, denom);
    const codeId = numberOf(code_id);
    // The new contract can instantiate others in the same message, of other codes.
    const own = eventsOf(events, 'instantiate').filter(
      ({ values, repeats }) => (repeats && !values.has('code_id')) || values.get('code_id') === codeId,
    );
    const addresses = (valuesIn(own, '_contract_address') ?? []).flatMap((address) => accountOf(address) ?? []);
    const instantiated = [...new Set(addresses)].slice(0, MAX_INSTANTIATED);
    const isRead = codeId !== undefined && instantiated.length > 0 && instantiated.length === addresses.length;
    return actOf('instantiate', sender, { codeId, amounts, instantiated }, isComplete && isRead);
  },
};
