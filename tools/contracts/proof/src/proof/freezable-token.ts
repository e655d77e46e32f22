import { createHash } from 'node:crypto';
import { type Chain, ContractRefusal, cw20, type NativeContract } from '@questp/contract-host';

/** Errors of a CW20 transfer: to a frozen account, or above the balance. */
export const TOKEN_REFUSALS = ['the recipient is frozen', 'Cannot Sub'] as const;

/** Stands for the checksum of the token's code. */
export const TOKEN_CHECKSUM = createHash('sha256').update('questp:freezable-cw20').digest('hex');

type FreezeMessage = { set_frozen: { address: string; frozen: boolean } };
type Transfer = { transfer: { recipient: string } };

/** The CW20 of the host, with accounts that can be frozen: the token then refuses transfers to them. */
const freezableToken: NativeContract = {
  ...cw20,
  execute: (context, env, info, message) => {
    const msg = message as FreezeMessage | Transfer;
    if ('set_frozen' in msg) {
      context.storage.set(`frozen ${msg.set_frozen.address}`, msg.set_frozen.frozen);
      return {};
    }
    if ('transfer' in msg && context.storage.get<boolean>(`frozen ${msg.transfer.recipient}`)) {
      throw new ContractRefusal(TOKEN_REFUSALS[0]);
    }
    return cw20.execute?.(context, env, info, message) ?? {};
  },
};

/** Returns the code id. */
export function storeFreezableToken(chain: Chain): number {
  return chain.registerNativeContract(TOKEN_CHECKSUM, freezableToken).codeId;
}
