import { gzipSync } from 'node:zlib';
import { type NativeContract } from './native-contract.js';
import {
  type ChainOptions,
  type CodeInfo,
  type Coin,
  type ContractInfo,
  type InstantiateOptions,
  type InstantiateResult,
  type Message,
  type StoreCodeResult,
  type TxResult,
} from './types.js';
import { OutOfGas } from '../vm/errors.js';
import { type TxMessage } from './ante.js';
import { type Bank } from './bank.js';
import { compileWasm, nativeCode } from './code-store.js';
import { requireCoins } from './coins.js';
import { type Context } from './context.js';
import { ChainError } from './errors.js';
import { GasMeter } from './gas-meter.js';
import { parseJson } from './json.js';
import { type Instantiation } from './keeper.js';
import { latin1Of } from '../vm/latin1.js';
import { type ChainModules, createModules } from './modules.js';
import { type StateSnapshot } from './state.js';
import { Transactions } from './transactions.js';
import { txMessages } from './tx-messages.js';
import { PINNED_WASMD, WASMD_PROFILES, type WasmdProfile } from './wasmd-profile.js';
import { requireAddress, requireCodeId, requireInstantiation, requireJson, requireSalt } from './validation.js';

const DEFAULT_TIME = 1_767_225_600_000_000_000n;
const DEFAULT_GAS_LIMIT = 100_000_000;
/** wasmd's default for queries from outside (`[wasm] query_gas_limit`). */
const QUERY_GAS_LIMIT = 3_000_000;

/** A query failed: the contract refused it, there is none, or its gas ran out. */
export class QueryError extends Error {}

/** A whole chain at one moment. */
export interface ChainSnapshot {
  readonly state: StateSnapshot;
  readonly time: bigint;
  readonly height: number;
}

/**
 * A chain with bank and contracts in memory, on which nothing happens by itself. Every transaction is alone in a block
 * of its own, with the time that is set; a failed one leaves nothing but its fee and sequence behind.
 */
export class Chain {
  /** Block time of the next transaction and of queries, nanoseconds. */
  time: bigint;
  /** Height of the next transaction's block. */
  height = 1;
  readonly chainId: string;
  private readonly modules: ChainModules;
  private readonly transactions: Transactions;
  private readonly profile: WasmdProfile;

  constructor(options: ChainOptions = {}) {
    this.time = options.time ?? DEFAULT_TIME;
    this.chainId = options.chainId ?? 'testing-1';
    this.profile = WASMD_PROFILES[options.wasmd ?? PINNED_WASMD];
    this.modules = createModules(options.prefix ?? 'wasm', this.profile);
    this.transactions = new Transactions(this.modules, options.gasLimit ?? DEFAULT_GAS_LIMIT, options.fee ?? []);
  }

  /** Balances and what a genesis or governance would set: no gas, no checks. */
  get bank(): Pick<Bank, 'mint' | 'balance' | 'supply' | 'block' | 'unblock' | 'disable' | 'enable'> {
    return this.modules.bank;
  }

  setTime(nanoseconds: bigint): void {
    this.time = nanoseconds;
  }

  advance(nanoseconds: bigint): void {
    this.time += nanoseconds;
  }

  /** A test account: 20 bytes, or 32 as contracts have. The same name is the same address. */
  address(name: string, length = 20): string {
    return this.modules.addresses.named(name, length);
  }

  /** @throws Error naming every static rule the module breaks */
  storeCode(wasm: Uint8Array, sender = this.address('uploader')): StoreCodeResult {
    return this.addCode(sender, compileWasm(wasm, this.profile.vm), wasm);
  }

  /** Lets a TypeScript contract stand for the code with this checksum (64 hex characters). */
  registerNativeContract(checksum: string, contract: NativeContract): StoreCodeResult {
    return this.addCode(this.address('uploader'), nativeCode(checksum, contract), new Uint8Array());
  }

  instantiate(sender: string, codeId: number, msg: Message, options: InstantiateOptions): InstantiateResult {
    return this.runInstantiation(sender, { codeId, ...options }, msg, undefined);
  }

  instantiate2(
    sender: string,
    codeId: number,
    msg: Message,
    options: InstantiateOptions & { readonly salt: Uint8Array },
  ): InstantiateResult {
    return this.runInstantiation(sender, { codeId, ...options }, msg, options.salt);
  }

  execute(sender: string, contract: string, msg: Message, funds: readonly Coin[] = []): TxResult {
    const content = encode(msg);
    const { addresses, keeper } = this.modules;
    return this.transact(sender, txMessages.execute(sender, contract, content, funds), (context) => {
      const address = requireAddress(addresses, contract, 'contract');
      requireJson(content);
      return keeper.execute(context, sender, address, content, requireCoins(funds));
    });
  }

  migrate(sender: string, contract: string, codeId: number, msg: Message): TxResult {
    const content = encode(msg);
    return this.transact(sender, txMessages.migrate(sender, contract, codeId, content), (context) => {
      requireCodeId(codeId);
      requireJson(content);
      return this.modules.keeper.migrate(context, sender, contract, codeId, content);
    });
  }

  /** Without `admin`, the contract has none from then on. */
  updateAdmin(sender: string, contract: string, admin = ''): TxResult {
    return this.transact(sender, txMessages.updateAdmin(sender, admin, contract), (context) => {
      this.modules.keeper.setAdmin(context, sender, contract, admin);
      return undefined;
    });
  }

  /** A bank transfer. */
  send(sender: string, recipient: string, amount: readonly Coin[]): TxResult {
    return this.transact(sender, txMessages.send(sender, recipient, amount), (context) => {
      this.modules.bank.transfer(context, sender, recipient, requireCoins(amount));
      return undefined;
    });
  }

  /** @throws QueryError */
  query<T>(contract: string, msg: Message): T {
    const content = encode(msg);
    const { state, keeper } = this.modules;
    const savepoint = state.savepoint();
    try {
      return parseJson(keeper.query(this.queryContext(), contract, content)) as T;
    } catch (error) {
      if (error instanceof ChainError || error instanceof OutOfGas) throw new QueryError(error.message);
      throw error;
    } finally {
      state.rollback(savepoint);
    }
  }

  rawQuery(contract: string, key: Uint8Array): Uint8Array | undefined {
    return this.modules.registry.storage(contract, new GasMeter(Infinity)).get(latin1Of(key))?.slice();
  }

  /** Puts a value into a contract's storage, no gas and no checks: for states that no honest code brings about. */
  rawWrite(contract: string, key: Uint8Array, value: Uint8Array): void {
    this.modules.registry.storage(contract, new GasMeter(Infinity)).set(latin1Of(key), value.slice());
  }

  contractInfo(address: string): ContractInfo | undefined {
    return this.modules.keeper.contractInfo(address);
  }

  codeInfo(codeId: number): CodeInfo | undefined {
    const code = this.modules.registry.code(codeId);
    return code && { codeId, creator: code.creator, checksum: Buffer.from(code.checksum).toString('hex') };
  }

  /** Cheap, and restorable any number of times and in any order. */
  snapshot(): ChainSnapshot {
    return { state: this.modules.state.snapshot(), time: this.time, height: this.height };
  }

  restore({ state, time, height }: ChainSnapshot): void {
    this.modules.state.restore(state);
    this.time = time;
    this.height = height;
  }

  private transact(sender: string, message: TxMessage, work: (context: Context) => Uint8Array | undefined): TxResult {
    const { chainId, height, time } = this;
    const result = this.transactions.run({ chainId, height, time }, sender, message, work);
    this.height += 1;
    return result;
  }

  private runInstantiation(
    sender: string,
    options: InstantiateOptions & { readonly codeId: number },
    msg: Message,
    salt: Uint8Array | undefined,
  ): InstantiateResult {
    const { codeId, label, admin = '', funds = [] } = options;
    const request: Instantiation = { codeId, label, admin, msg: encode(msg), funds: [], ...(salt && { salt }) };
    let address = '';
    const result = this.transact(sender, txMessages.instantiate(sender, request, funds), (context) => {
      requireInstantiation(this.modules.addresses, request);
      if (salt) requireSalt(salt);
      const made = this.modules.keeper.instantiate(context, sender, { ...request, funds: requireCoins(funds) });
      address = made.address;
      return made.data;
    });
    return result.ok ? { ...result, address } : result;
  }

  private addCode(creator: string, code: ReturnType<typeof compileWasm>, wasm: Uint8Array): StoreCodeResult {
    const { registry } = this.modules;
    const compressed = gzipSync(wasm, { level: 9 });
    let codeId = 0;
    const result = this.transact(creator, txMessages.storeCode(creator, compressed.length), ({ meter }) => {
      registry.readParams(meter);
      registry.readParams(meter);
      meter.consume(Math.floor(compressed.length * UNCOMPRESS_COST), 'Uncompress gzip bytecode');
      meter.consume(wasm.length * COMPILE_COST, 'wasm contract');
      ({ codeId } = registry.addCode(meter, { ...code, creator }));
      return undefined;
    });
    if (!result.ok) throw new Error(result.error);
    return { codeId, checksum: Buffer.from(code.checksum).toString('hex'), gasUsed: result.gasUsed };
  }

  private queryContext(): Context {
    const { chainId, height, time } = this;
    return {
      execution: { chainId, height, time, transaction: null, loadedCode: undefined, calls: [] },
      meter: new GasMeter(QUERY_GAS_LIMIT),
      events: [],
      callDepth: 0,
      queryDepth: 0,
      contractDepth: -1,
    };
  }
}

// SDK gas per byte (wasmd x/wasm/types/gas_register.go).
const UNCOMPRESS_COST = 0.15;
const COMPILE_COST = 3;

function encode(msg: Message): Uint8Array {
  if (msg instanceof Uint8Array) return msg;
  return new TextEncoder().encode(typeof msg === 'string' ? msg : JSON.stringify(msg));
}
