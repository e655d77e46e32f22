import { type Chain } from '../chain/chain.js';
import { ContractRefusal, type NativeContext, type NativeContract } from '../chain/native-contract.js';
import { executeMsg } from '../nested-caller.js';
import { type ContractResponse, type CosmosMsg, type Reply, type ReplyOn, type SubMsg } from '../chain/types.js';
import { OutOfGas, VmError } from '../vm/errors.js';

/** What one call of the scripted contract does, in this order. */
export interface Script {
  /** Added to the contract's log. */
  readonly log?: string;
  readonly fail?: string;
  readonly abort?: string;
  readonly burnGas?: true;
  readonly messages?: readonly SubMsg[];
  readonly attributes?: ContractResponse['attributes'];
  readonly events?: ContractResponse['events'];
  /** Base64. */
  readonly data?: string;
  /** What each reply does, by message id. */
  readonly replies?: Readonly<Record<number, Script>>;
}

/** A contract that does what its message says and keeps a log of calls and replies. */
const scriptContract: NativeContract = {
  instantiate: (context, _env, _info, msg) => run(context, msg as Script),
  execute: (context, _env, _info, msg) => run(context, msg as Script),
  migrate: (context, _env, msg) => run(context, msg as Script),
  reply: (context, _env, reply) => {
    append(context, { reply: reply.id, result: reply.result, payload: reply.payload });
    const replies = context.storage.get<Script['replies']>('replies');
    return run(context, replies?.[reply.id] ?? {});
  },
  query: (context, _env, msg) => {
    const request = msg as { log?: object; fail?: string; ask?: object };
    if (request.fail !== undefined) throw new ContractRefusal(request.fail);
    return request.ask ? (context.query(request.ask) ?? null) : (context.storage.get('log') ?? []);
  },
};

function run(context: NativeContext, script: Script): ContractResponse {
  if (script.log !== undefined) append(context, script.log);
  if (script.replies) context.storage.set('replies', script.replies);
  if (script.fail !== undefined) throw new ContractRefusal(script.fail);
  if (script.abort !== undefined) throw new VmError(`Aborted: ${script.abort}`);
  if (script.burnGas) throw new OutOfGas();
  const { messages = [], attributes = [], events = [], data = null } = script;
  return { messages, attributes, events, data };
}

function append({ storage }: NativeContext, entry: unknown): void {
  storage.set('log', [...(storage.get<unknown[]>('log') ?? []), entry]);
}

export type LogEntry = string | { readonly reply: number; readonly result: Reply['result']; readonly payload?: string };

export interface ScriptContract {
  readonly address: string;
  readonly log: () => LogEntry[];
}

/** A new instance of the scripted contract. */
export function deployScript(chain: Chain, checksum = 'ab'.repeat(32)): ScriptContract {
  const { codeId } = chain.registerNativeContract(checksum, scriptContract);
  const created = chain.instantiate(chain.address('deployer'), codeId, {}, { label: 'script' });
  if (!created.ok) throw new Error(created.error);
  const { address } = created;
  return { address, log: () => chain.query(address, { log: {} }) };
}

export function sub(id: number, msg: CosmosMsg, replyOn: ReplyOn = 'never', gasLimit?: number): SubMsg {
  return { id, msg, reply_on: replyOn, ...(gasLimit !== undefined && { gas_limit: gasLimit }) };
}

export function callOf(contract: string, script: Script): CosmosMsg {
  return executeMsg(contract, script);
}

export function sendOf(recipient: string, amount: string, denom = 'uquest'): CosmosMsg {
  return { bank: { send: { to_address: recipient, amount: [{ denom, amount }] } } };
}
