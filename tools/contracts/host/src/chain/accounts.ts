import { type Addresses } from './addresses.js';
import { type GasMeter, kvGas } from './gas-meter.js';
import { any, integer, message, sized, textLength } from './proto.js';
import { type State, type StateMap } from './state.js';

export interface Account {
  readonly number: number;
  readonly sequence: number;
  /** Known from its first transaction on. */
  readonly hasPublicKey: boolean;
  readonly module?: { readonly name: string; readonly permissions: readonly string[] };
}

// Lengths of keys (cosmos-sdk x/auth/types/keys.go).
const ADDRESS_PREFIX = 1;
const COUNTER_KEY = 1;
const NUMBER_KEY = 'accountNumber'.length + 8;

/** Length of a secp256k1 key in its Any. */
export const PUBLIC_KEY = any('/cosmos.crypto.secp256k1.PubKey', sized(33));

/** The auth module's accounts, with the gas of their records (cosmos-sdk x/auth/keeper/account.go, x/auth indexes). */
export class Accounts {
  private readonly accounts: StateMap<Account>;
  private readonly counter: StateMap<number>;

  constructor(
    state: State,
    private readonly addresses: Addresses,
  ) {
    this.accounts = state.map();
    this.counter = state.map();
  }

  /** Without gas, for tests and for what a genesis would hold. */
  ensure(address: string, module?: Account['module']): void {
    if (this.accounts.has(address)) return;
    this.accounts.set(address, {
      number: this.takeNumber(),
      sequence: 0,
      hasPublicKey: false,
      ...(module && { module }),
    });
  }

  /** Without gas. */
  sequence(address: string): number {
    return this.accounts.get(address)?.sequence ?? 0;
  }

  has(meter: GasMeter, address: string): boolean {
    kvGas.has(meter);
    return this.accounts.has(address);
  }

  get(meter: GasMeter, address: string): Account | undefined {
    const account = this.accounts.get(address);
    kvGas.read(meter, this.keyLength(address), account ? encodedLength(address, account) : 0);
    return account;
  }

  create(meter: GasMeter, address: string): void {
    kvGas.read(meter, COUNTER_KEY, 8);
    kvGas.write(meter, COUNTER_KEY, 8);
    this.set(meter, address, { number: this.takeNumber(), sequence: 0, hasPublicKey: false });
  }

  set(meter: GasMeter, address: string, account: Account): void {
    // The index of account numbers is written anew each time (collections/indexes/unique.go).
    if (this.get(meter, address)) kvGas.delete(meter);
    kvGas.has(meter);
    kvGas.write(meter, NUMBER_KEY, this.addresses.length(address));
    kvGas.write(meter, this.keyLength(address), encodedLength(address, account));
    this.accounts.set(address, account);
  }

  private takeNumber(): number {
    const number = this.counter.get('next') ?? 0;
    this.counter.set('next', number + 1);
    return number;
  }

  private keyLength(address: string): number {
    return ADDRESS_PREFIX + this.addresses.length(address);
  }
}

/** Bytes of the account in its Any (cosmos.auth.v1beta1 BaseAccount, ModuleAccount). */
function encodedLength(address: string, account: Account): number {
  const base =
    sized(textLength(address)) +
    (account.hasPublicKey ? message(PUBLIC_KEY) : 0) +
    integer(account.number) +
    integer(account.sequence);
  const { module } = account;
  if (!module) return any('/cosmos.auth.v1beta1.BaseAccount', base);
  const permissions = module.permissions.reduce((length, permission) => length + sized(textLength(permission)), 0);
  return any('/cosmos.auth.v1beta1.ModuleAccount', message(base) + sized(textLength(module.name)) + permissions);
}
