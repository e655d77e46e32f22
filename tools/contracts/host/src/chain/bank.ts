import { type ChainEvent } from './types.js';
import { type Accounts } from './accounts.js';
import { type Addresses } from './addresses.js';
import { type Amount, coinsText } from './coins.js';
import { type Context } from './context.js';
import { chainError } from './errors.js';
import { type GasMeter, kvGas } from './gas-meter.js';
import { type State, type StateMap } from './state.js';

// Lengths of keys and values (cosmos-sdk x/bank/types/keys.go, x/bank/keeper/view.go).
const PREFIX = 1;
const PARAMS = { key: 1, value: 2 };

const balanceKey = (address: string, denom: string): string => `${address}/${denom}`;
const digits = (amount: bigint): number => amount.toString().length;

/** The bank module: balances, supply, blocked recipients, disabled denominations (cosmos-sdk 0.53 x/bank/keeper). */
export class Bank {
  private readonly balances: StateMap<bigint>;
  private readonly supplies: StateMap<bigint>;
  private readonly sendEnabled: StateMap<boolean>;
  private readonly blocked: StateMap<true>;

  constructor(
    state: State,
    private readonly addresses: Addresses,
    private readonly accounts: Accounts,
  ) {
    this.balances = state.map();
    this.supplies = state.map();
    this.sendEnabled = state.map();
    this.blocked = state.map();
  }

  /** Creates coins as a genesis does, without gas. */
  mint(address: string, denom: string, amount: bigint): void {
    this.accounts.ensure(address);
    this.balances.set(balanceKey(address, denom), this.balance(address, denom) + amount);
    this.supplies.set(denom, this.supply(denom) + amount);
  }

  balance(address: string, denom: string): bigint {
    return this.balances.get(balanceKey(address, denom)) ?? 0n;
  }

  supply(denom: string): bigint {
    return this.supplies.get(denom) ?? 0n;
  }

  /** From now on nothing sends this denomination: a chain's send_enabled list. */
  disable(denom: string): void {
    this.sendEnabled.set(denom, false);
  }

  enable(denom: string): void {
    this.sendEnabled.delete(denom);
  }

  /** Refuses transfers to this address from now on, as a chain does for its module accounts. */
  block(address: string): void {
    this.blocked.set(address, true);
  }

  unblock(address: string): void {
    this.blocked.delete(address);
  }

  readBalance(meter: GasMeter, address: string, denom: string): bigint {
    const balance = this.balances.get(balanceKey(address, denom));
    kvGas.read(meter, this.balanceKeyLength(address, denom), balance === undefined ? 0 : digits(balance));
    return balance ?? 0n;
  }

  /** Every balance of an address, by denomination. */
  readBalances(meter: GasMeter, address: string): Amount[] {
    const found = this.balances.range(`${address}/`, `${address}0`).map((key) => ({
      denom: key.slice(address.length + 1),
      amount: this.balances.get(key) ?? 0n,
    }));
    const seek = ({ denom, amount }: Amount): void =>
      kvGas.seek(meter, this.balanceKeyLength(address, denom), digits(amount));
    // The iterator charges for its first entry when it is made and for each entry it leaves.
    if (found[0]) seek(found[0]);
    else kvGas.seek(meter);
    found.forEach(seek);
    return found;
  }

  readSupply(meter: GasMeter, denom: string): bigint {
    const supply = this.supplies.get(denom);
    kvGas.read(meter, PREFIX + denom.length, supply === undefined ? 0 : digits(supply));
    return supply ?? 0n;
  }

  /**
   * What MsgSend and the funds of a contract call do: refuses disabled denominations and blocked recipients, then
   * sends (x/bank/keeper/msg_server.go, wasmd BankCoinTransferrer).
   */
  transfer(context: Context, from: string, to: string, coins: readonly Amount[]): void {
    this.requireSendEnabled(context.meter, coins);
    if (this.blocked.has(to)) throw chainError('unauthorized', `${to} is not allowed to receive funds`);
    this.send(context, from, to, coins);
  }

  /** Sends without looking at the two lists, as modules may. */
  send(context: Context, from: string, to: string, coins: readonly Amount[]): void {
    const { meter, events } = context;
    this.subtract(context, from, coins);
    for (const { denom, amount } of coins) {
      this.writeBalance(meter, to, denom, this.readBalance(meter, to, denom) + amount);
    }
    const text = coinsText(coins);
    events.push(event('coin_received', ['receiver', to], ['amount', text]));
    if (!this.accounts.has(meter, to)) this.accounts.create(meter, to);
    events.push(event('transfer', ['recipient', to], ['sender', from], ['amount', text]));
    events.push(event('message', ['sender', from]));
  }

  /** Through the Wasm module's account, as wasmd burns (handler_plugin.go, NewBurnCoinMessageHandler). */
  burn(context: Context, from: string, coins: readonly Amount[]): void {
    const { meter, events } = context;
    const wasmModule = this.addresses.ofModule('wasm');
    this.accounts.get(meter, wasmModule);
    this.send(context, from, wasmModule, coins);
    this.accounts.get(meter, wasmModule);
    this.subtract(context, wasmModule, coins);
    for (const { denom, amount } of coins) {
      const supply = this.readSupply(meter, denom) - amount;
      if (supply === 0n) {
        kvGas.delete(meter);
        this.supplies.delete(denom);
      } else {
        kvGas.write(meter, PREFIX + denom.length, digits(supply));
        this.supplies.set(denom, supply);
      }
    }
    events.push(event('burn', ['burner', wasmModule], ['amount', coinsText(coins)]));
  }

  private requireSendEnabled(meter: GasMeter, coins: readonly Amount[]): void {
    if (coins.length === 0) return;
    kvGas.read(meter, PARAMS.key, PARAMS.value);
    for (const { denom } of coins) {
      const isEnabled = this.sendEnabled.get(denom);
      kvGas.has(meter);
      if (isEnabled === undefined) continue;
      kvGas.read(meter, PREFIX + denom.length, isEnabled ? 2 : 0);
      if (!isEnabled) throw chainError('sendDisabled', `${denom} transfers are currently disabled`);
    }
  }

  private subtract({ meter, events }: Context, from: string, coins: readonly Amount[]): void {
    // The account is read for the coins vesting would lock.
    this.accounts.get(meter, from);
    for (const { denom, amount } of coins) {
      const balance = this.readBalance(meter, from, denom);
      if (balance < amount) {
        const text = `spendable balance ${balance}${denom} is smaller than ${amount}${denom}`;
        throw chainError('insufficientFunds', text);
      }
      this.writeBalance(meter, from, denom, balance - amount);
    }
    events.push(event('coin_spent', ['spender', from], ['amount', coinsText(coins)]));
  }

  /** The balance and its entry in the index by denomination; both go when nothing is left. */
  private writeBalance(meter: GasMeter, address: string, denom: string, balance: bigint): void {
    if (balance === 0n) {
      kvGas.delete(meter);
      kvGas.delete(meter);
      this.balances.delete(balanceKey(address, denom));
      return;
    }
    kvGas.write(meter, this.balanceKeyLength(address, denom) + 1, 0);
    kvGas.write(meter, this.balanceKeyLength(address, denom), digits(balance));
    this.balances.set(balanceKey(address, denom), balance);
  }

  /** Prefix, length of the address, address, denomination; the index has a zero byte behind the denomination more. */
  private balanceKeyLength(address: string, denom: string): number {
    return PREFIX + 1 + this.addresses.length(address) + denom.length;
  }
}

function event(type: string, ...attributes: readonly (readonly [string, string])[]): ChainEvent {
  return { type, attributes: attributes.map(([key, value]) => ({ key, value })) };
}
