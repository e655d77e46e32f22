import {
  ContractRefusal,
  OutOfGas,
  type Chain,
  type ContractResponse,
  type NativeContext,
} from '@questp/contract-host';

/** Checksum of the code of every token here. */
export const TOKEN_CHECKSUM = 'c2'.repeat(32);

/** How a token misbehaves in a balance query or a transfer. */
export type TokenFault = 'unreadable' | 'nonsense' | 'refuses' | 'refuses at length' | 'burns' | 'is dear';

interface TokenMessage {
  transfer?: { recipient: string; amount: string };
  send?: { contract: string; amount: string; msg: string };
  /** Calls a contract with any message, as a dishonest token may. */
  pretend?: { contract: string; msg: object };
}

/**
 * A CW20 with the messages a pool needs and a fault of its own.
 *
 * @returns its address
 */
export function createToken(
  chain: Chain,
  balances: Record<string, bigint>,
  fault?: TokenFault,
  admin?: string,
): string {
  const { codeId } = chain.registerNativeContract(TOKEN_CHECKSUM, { instantiate, execute, query });
  const initial = Object.entries(balances).map(([holder, amount]) => [holder, String(amount)]);
  const msg = { balances: Object.fromEntries(initial) as object, fault };
  const result = chain.instantiate(chain.address('token maker'), codeId, msg, { label: 'token', admin });
  if (!result.ok) throw new Error(result.error);
  return result.address;
}

type Info = { sender: string };

function instantiate({ storage }: NativeContext, _env: object, _info: Info, msg: unknown): ContractResponse {
  const { balances, fault } = msg as { balances: Record<string, string>; fault?: TokenFault };
  for (const [holder, amount] of Object.entries(balances)) storage.set(holder, amount);
  if (fault) storage.set('fault', fault);
  return {};
}

function execute(context: NativeContext, _env: object, { sender }: Info, msg: unknown): ContractResponse {
  const { transfer, send, pretend } = msg as TokenMessage;
  if (transfer) {
    const fault = context.storage.get<TokenFault>('fault');
    if (fault === 'refuses') throw new ContractRefusal('the token refuses');
    if (fault === 'refuses at length') throw new ContractRefusal('é'.repeat(10_000));
    if (fault === 'burns') throw new OutOfGas();
    if (fault === 'is dear') context.storage.set('ballast', 'x'.repeat(20_000));
    move(context, sender, transfer.recipient, transfer.amount);
    return {};
  }
  if (send) {
    move(context, sender, send.contract, send.amount);
    return call(send.contract, { receive: { sender, amount: send.amount, msg: send.msg } });
  }
  if (pretend) return call(pretend.contract, pretend.msg);
  throw new ContractRefusal('unknown message');
}

function query({ storage }: NativeContext, _env: object, msg: unknown): unknown {
  const fault = storage.get<TokenFault>('fault');
  if (fault === 'unreadable') throw new ContractRefusal('no answer');
  if (fault === 'nonsense') return { balance: 'plenty' };
  const { balance } = msg as { balance: { address: string } };
  return { balance: storage.get<string>(balance.address) ?? '0' };
}

function move({ storage }: NativeContext, from: string, to: string, amount: string): void {
  const left = BigInt(storage.get<string>(from) ?? '0') - BigInt(amount);
  if (left < 0n) throw new ContractRefusal('not enough tokens');
  storage.set(from, String(left));
  storage.set(to, String(BigInt(storage.get<string>(to) ?? '0') + BigInt(amount)));
}

function call(contract: string, msg: object): ContractResponse {
  const execution = { contract_addr: contract, msg: Buffer.from(JSON.stringify(msg)).toString('base64'), funds: [] };
  return { messages: [{ id: 0, msg: { wasm: { execute: execution } }, reply_on: 'never' }] };
}
