import { type NativeContract } from './chain/native-contract.js';
import { type CosmosMsg } from './chain/types.js';

/** Calls the contract itself `times` times, one inside the other, and sends `last` from the innermost call. */
export interface NestedCall {
  readonly times: number;
  readonly last: CosmosMsg;
}

/** A contract through which any account can call from a given depth. */
export const nestedCaller: NativeContract = {
  instantiate: () => ({}),
  execute: (_context, { contract }, _info, msg) => {
    const { times, last } = msg as NestedCall;
    const next = times === 0 ? last : executeMsg(contract.address, { times: times - 1, last });
    return { messages: [{ id: 0, msg: next, reply_on: 'never' }] };
  },
};

/** A message that calls a contract without funds. */
export function executeMsg(contract: string, msg: object): CosmosMsg {
  const content = Buffer.from(JSON.stringify(msg)).toString('base64');
  return { wasm: { execute: { contract_addr: contract, msg: content, funds: [] } } };
}
