import { ContractRefusal, type NativeContext, type NativeContract } from './chain/native-contract.js';
import { type ContractResponse, type SubMsg } from './chain/types.js';
import { VmError } from './vm/errors.js';

/** Stands for the TypeScript token's code: the SHA-256 of "questp:cw20". */
export const CW20_CHECKSUM = '894ec73f381ea07de373befe6b2e86faa4b46b3da57d8cebe7afc03a3ac89e6a';

const MAX = (1n << 128n) - 1n;

interface TokenInfo {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly total_supply: string;
}

interface InstantiateMsg {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly initial_balances: readonly { readonly address: string; readonly amount: string }[];
  readonly mint?: { readonly minter: string } | null;
}

type ExecuteMsg =
  | { readonly transfer: { readonly recipient: string; readonly amount: string } }
  | { readonly send: { readonly contract: string; readonly amount: string; readonly msg: string } }
  | { readonly burn: { readonly amount: string } }
  | { readonly mint: { readonly recipient: string; readonly amount: string } };

type QueryMsg =
  | { readonly balance: { readonly address: string } }
  | { readonly token_info: object }
  | { readonly minter: object };

/** cw20-base without allowances and marketing: the same answers, refusals and events, not the same gas. */
export const cw20: NativeContract = {
  instantiate: (context, _env, _info, msg) => {
    const { name, symbol, decimals, initial_balances: balances, mint } = msg as InstantiateMsg;
    for (const { address, amount } of balances) add(context, requireAddress(context, address), amountOf(amount));
    const supply = balances.reduce((sum, { amount }) => sum + amountOf(amount), 0n);
    context.storage.set('info', { name, symbol, decimals, total_supply: supply.toString() } satisfies TokenInfo);
    if (mint) context.storage.set('minter', requireAddress(context, mint.minter));
    return {};
  },
  execute: (context, _env, { sender }, msg) => run(context, sender, msg as ExecuteMsg),
  query: (context, _env, msg) => answer(context, msg as QueryMsg),
};

function run(context: NativeContext, sender: string, msg: ExecuteMsg): ContractResponse {
  if ('transfer' in msg) {
    const { recipient, amount } = msg.transfer;
    move(context, sender, requireAddress(context, recipient), amount);
    return { attributes: attributes({ action: 'transfer', from: sender, to: recipient, amount }) };
  }
  if ('send' in msg) {
    const { contract, amount, msg: hook } = msg.send;
    move(context, sender, requireAddress(context, contract), amount);
    return {
      messages: [receive(contract, { sender, amount, msg: hook })],
      attributes: attributes({ action: 'send', from: sender, to: contract, amount }),
    };
  }
  if ('burn' in msg) {
    const { amount } = msg.burn;
    subtract(context, sender, amountOf(amount));
    changeSupply(context, -amountOf(amount));
    return { attributes: attributes({ action: 'burn', from: sender, amount }) };
  }
  const { recipient, amount } = msg.mint;
  if (context.storage.get<string>('minter') !== sender) throw new ContractRefusal('Unauthorized');
  changeSupply(context, amountOf(amount));
  add(context, requireAddress(context, recipient), amountOf(amount));
  return { attributes: attributes({ action: 'mint', to: recipient, amount }) };
}

function answer(context: NativeContext, msg: QueryMsg): unknown {
  if ('balance' in msg) {
    return { balance: balanceOf(context, requireAddress(context, msg.balance.address)).toString() };
  }
  if ('token_info' in msg) return context.storage.get<TokenInfo>('info');
  const minter = context.storage.get<string>('minter');
  return minter === undefined ? null : { minter, cap: null };
}

const balanceOf = ({ storage }: NativeContext, address: string): bigint =>
  BigInt(storage.get<string>(`balance/${address}`) ?? '0');

function move(context: NativeContext, from: string, to: string, text: string): void {
  const amount = amountOf(text);
  subtract(context, from, amount);
  add(context, to, amount);
}

function subtract(context: NativeContext, address: string, amount: bigint): void {
  if (amount === 0n) throw new ContractRefusal('Invalid zero amount');
  const balance = balanceOf(context, address);
  if (balance < amount) throw new ContractRefusal(`Overflow: Cannot Sub with ${balance} and ${amount}`);
  context.storage.set(`balance/${address}`, (balance - amount).toString());
}

function add(context: NativeContext, address: string, amount: bigint): void {
  context.storage.set(`balance/${address}`, checked(balanceOf(context, address) + amount).toString());
}

function changeSupply(context: NativeContext, change: bigint): void {
  const info = context.storage.get<TokenInfo>('info');
  if (!info) throw new ContractRefusal('token_info not found');
  context.storage.set('info', { ...info, total_supply: checked(BigInt(info.total_supply) + change).toString() });
}

/** cw20-base panics when a sum does not fit. */
function checked(sum: bigint): bigint {
  if (sum > MAX) throw new VmError('Error executing Wasm: Wasmer runtime error: RuntimeError: unreachable');
  return sum;
}

function amountOf(text: string): bigint {
  if (!/^[0-9]+$/.test(text) || BigInt(text) > MAX)
    throw new ContractRefusal('Error parsing into type: invalid Uint128');
  return BigInt(text);
}

function requireAddress(context: NativeContext, address: string): string {
  if (!context.isAddress(address)) throw new ContractRefusal('Generic error: addr_validate errored');
  return address;
}

function receive(contract: string, hook: object): SubMsg {
  const msg = Buffer.from(JSON.stringify({ receive: hook })).toString('base64');
  return { id: 0, msg: { wasm: { execute: { contract_addr: contract, msg, funds: [] } } }, reply_on: 'never' };
}

const attributes = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value }));
