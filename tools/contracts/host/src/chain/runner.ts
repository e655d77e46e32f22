import { type CallGas, type EntryPoint } from './types.js';
import { OutOfGas, VmError } from '../vm/errors.js';
import { type Backend } from '../vm/backend.js';
import { GAS_MULTIPLIER } from '../vm/gas-schedule.js';
import { type Addresses } from './addresses.js';
import { type Context } from './context.js';
import { chainError } from './errors.js';
import { goJson, toBase64 } from './json.js';
import { type Registry, type StoredCode } from './registry.js';
import { type WasmdProfile } from './wasmd-profile.js';

// wasmd x/wasm/types/gas_register.go.
const INSTANCE_COST = 60_000;
const INSTANCE_COST_DISCOUNT = 2_000;

export type CallRecord = { -readonly [Key in keyof CallGas]: CallGas[Key] };

export interface Call {
  readonly context: Context;
  readonly contract: string;
  readonly code: StoredCode;
  readonly entryPoint: EntryPoint;
  /** SDK gas already charged to load the instance. */
  readonly setup: number;
  readonly parameters: readonly Uint8Array[];
}

/** Runs contract code with the chain's gas around it (wasmd keeper.go; wasmvm lib_libwasmvm.go). */
export class Runner {
  constructor(
    private readonly addresses: Addresses,
    private readonly registry: Registry,
    private readonly profile: WasmdProfile,
    private readonly query: (context: Context, request: Uint8Array, gasLimit: number) => Uint8Array,
  ) {}

  /** Charges for loading the code and answers how much that was. */
  load({ meter, execution }: Context, { checksum }: StoredCode): number {
    this.registry.readPinned(meter);
    const id = toBase64(checksum);
    const isLoaded = this.profile.discountsLoadedCode && execution.loadedCode?.has(id);
    const setup = isLoaded ? INSTANCE_COST_DISCOUNT : INSTANCE_COST;
    execution.loadedCode?.add(id);
    meter.consume(setup, 'Loading CosmWasm module');
    return setup;
  }

  loadForReply(context: Context, eventGas: number): number {
    context.meter.consume(INSTANCE_COST_DISCOUNT + eventGas, 'Loading CosmWasm module: reply');
    return INSTANCE_COST_DISCOUNT + eventGas;
  }

  /**
   * @returns the decoded result and the record of its gas, which is already in the execution's list
   * @throws OutOfGas, ChainError wasm/29 for a contract that could not be run or answered nonsense
   */
  run<T>(call: Call, decode: (result: Uint8Array) => T): { readonly result: T; readonly record: CallRecord } {
    const { context, contract, code, entryPoint, setup, parameters } = call;
    const { meter } = context;
    const storage = this.registry.storage(contract, meter);
    const backend: Backend = {
      storage,
      addresses: this.addresses.api,
      isReadOnly: entryPoint === 'query',
      externalGas: () => meter.consumed * GAS_MULTIPLIER,
      query: (request, gasLimit) => this.query(context, request, gasLimit),
    };
    const gasLimit = meter.remaining * GAS_MULTIPLIER;
    const outcome = code.executable.call(entryPoint, parameters, backend, gasLimit);
    const responseBytes = outcome.result?.length ?? 0;
    const isTooLong = gasLimit < outcome.internal + responseBytes * GAS_MULTIPLIER;
    const internal = outcome.internal + (isTooLong ? 0 : responseBytes * GAS_MULTIPLIER);
    const used = Math.floor(internal / GAS_MULTIPLIER);
    const record: CallRecord = {
      contract,
      entryPoint,
      depth: context.contractDepth,
      setup,
      storage: storage.gas,
      host: outcome.host / GAS_MULTIPLIER,
      wasm: outcome.wasm / GAS_MULTIPLIER,
      responseBytes,
      events: 0,
      total: setup + storage.gas + used,
    };
    context.execution.calls.push(record);
    meter.consume(used, 'wasm contract');
    if (meter.isOutOfGas) throw new OutOfGas('Wasm engine function execution');
    if (outcome.result === undefined) throw chainError('vm', `Error calling the VM: ${outcome.error ?? ''}`);
    if (isTooLong)
      throw chainError('vm', `insufficient gas left to deserialize contract execution result (${responseBytes} bytes)`);
    try {
      return { result: decode(outcome.result), record };
    } catch (error) {
      if (error instanceof VmError) throw chainError('vm', error.message);
      throw error;
    }
  }

  /** The `Env` parameter, as Go writes it. */
  env({ execution }: Context, contract: string): Uint8Array {
    const { height, time, chainId, transaction } = execution;
    return goJson({
      block: { height, time: time.toString(), chain_id: chainId },
      transaction: this.profile.hasTransactionHash ? transaction : transaction && { index: transaction.index },
      contract: { address: contract },
    });
  }
}
