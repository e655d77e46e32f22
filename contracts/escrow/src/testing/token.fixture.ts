import { createHash } from 'node:crypto';
import { type ContractResponse, ContractRefusal, type NativeContext, type NativeContract } from '@questp/contract-host';
import { type Asset } from '@questp/message-schema';
import { type Campaign, type Terms, World } from './world.fixture.js';

/** Behaviour of a token in addition to moving balances. The defaults make it an honest CW20. */
export interface Behaviour {
  /** Called before each transfer; throws to refuse, or returns a response of its own. */
  transfer?: (transfer: { recipient: string; amount: bigint }) => ContractResponse | undefined;
  /** Error of every transfer. */
  refusal?: string;
  /** Bytes it writes to its storage in each transfer, at 30 gas each. */
  bytesWritten?: number;
  /** What it says a balance is. */
  balance?: (holder: string, real: bigint) => bigint;
}

type TokenMsg =
  | { transfer: { recipient: string; amount: string } }
  | { send: { contract: string; amount: string; msg: string } };

/** A CW20 whose behaviour a test can change while it runs. */
export class Token {
  static readonly CHECKSUM = createHash('sha256').update('token').digest('hex');
  behaviour: Behaviour = {};
  readonly address: string;

  constructor(
    readonly world: World,
    holder: string,
    amount: bigint,
  ) {
    const { codeId } = world.chain.registerNativeContract(Token.CHECKSUM, this.contract());
    const result = world.chain.instantiate(world.admin, codeId, { [holder]: String(amount) }, { label: 'token' });
    if (!result.ok) throw new Error(result.error);
    this.address = result.address;
  }

  get asset(): Asset {
    return { cw20: { address: this.address } };
  }

  private contract(): NativeContract {
    return {
      instantiate: ({ storage }, _env, _info, msg) => {
        for (const [holder, amount] of Object.entries(msg as Record<string, string>)) storage.set(holder, amount);
        return {};
      },
      execute: (context, _env, { sender }, msg) => {
        const message = msg as TokenMsg;
        if ('transfer' in message) return this.transfer(context, sender, message.transfer);
        const { contract, amount, msg: hook } = message.send;
        move(context, sender, contract, BigInt(amount));
        const receive = { receive: { sender, amount, msg: hook } };
        return call(contract, receive);
      },
      query: (context, _env, msg) => {
        const { address } = (msg as { balance: { address: string } }).balance;
        const real = balanceOf(context, address);
        return { balance: String(this.behaviour.balance?.(address, real) ?? real) };
      },
      reply: () => ({}),
    };
  }

  private transfer(
    context: NativeContext,
    sender: string,
    to: { recipient: string; amount: string },
  ): ContractResponse {
    const amount = BigInt(to.amount);
    const { refusal, bytesWritten = 0 } = this.behaviour;
    if (refusal !== undefined) throw new ContractRefusal(refusal);
    if (bytesWritten > 0) context.storage.set('ballast', 'x'.repeat(bytesWritten));
    const response = this.behaviour.transfer?.({ recipient: to.recipient, amount });
    move(context, sender, to.recipient, amount);
    return response ?? {};
  }
}

/** A response that calls a contract; with `tolerant` a refusal of that call is swallowed. */
export function call(contract: string, msg: object, tolerant = false): ContractResponse {
  const execute = { contract_addr: contract, msg: Buffer.from(JSON.stringify(msg)).toString('base64'), funds: [] };
  return { messages: [{ id: 1, msg: { wasm: { execute } }, reply_on: tolerant ? 'error' : 'never' }] };
}

/** A campaign whose pool is a token, all of which the owner held. */
export function tokenCampaign(terms: Terms = {}): { campaign: Campaign; token: Token } {
  const world = new World(terms, [Token.CHECKSUM]);
  const token = new Token(world, world.owner, 10n ** 12n);
  return { campaign: world.campaign(token.asset), token };
}

function move(context: NativeContext, from: string, to: string, amount: bigint): void {
  const left = balanceOf(context, from) - amount;
  if (left < 0n) throw new ContractRefusal('insufficient tokens');
  context.storage.set(from, String(left));
  context.storage.set(to, String(balanceOf(context, to) + amount));
}

function balanceOf({ storage }: NativeContext, holder: string): bigint {
  return BigInt(storage.get<string>(holder) ?? '0');
}
