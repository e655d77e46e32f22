import { meter } from '../wasm/metering.js';
import { type CompiledModule, WebAssembly } from '../wasm/webassembly.js';
import { type Backend, type ExecutableCode, type VmCall } from './backend.js';
import { OutOfGas, VmError } from './errors.js';
import { type GasSchedule } from './gas-schedule.js';
import { hostFunctions } from './imports.js';
import { VmInstance } from './instance.js';

const MAX_RESULT = 64 * 1024 * 1024;

/** Compiled contract code. Every call gets an instance of its own, as on a chain: nothing in memory survives. */
export class ContractCode implements ExecutableCode {
  private readonly module: CompiledModule;

  constructor(
    wasm: Uint8Array,
    private readonly schedule: GasSchedule,
  ) {
    this.module = new WebAssembly.Module(meter(wasm, schedule.operators));
  }

  /**
   * Calls an entry point (cosmwasm-vm packages/vm/src/calls.rs, call_raw).
   *
   * @param parameters JSON of each parameter
   * @param gasLimit CosmWasm gas; a call that needs more has `error` and has used all of it
   */
  call(entryPoint: string, parameters: readonly Uint8Array[], backend: Backend, gasLimit: number): VmCall {
    const imports = hostFunctions(() => instance, backend, this.schedule);
    const instance = new VmInstance(this.module, imports, this.schedule, gasLimit);
    let result: Uint8Array | undefined;
    let error: string | undefined;
    try {
      const write = (parameter: Uint8Array): number => instance.write(parameter);
      let pointers = parameters.map(write);
      // A migrate without the third parameter is tried again without it, and pays for both (call_migrate_with_info_raw).
      if (entryPoint === 'migrate' && instance.arity('migrate') === 2) pointers = parameters.slice(0, 2).map(write);
      const answer = instance.pointer(instance.call(entryPoint, ...pointers));
      result = instance.read(answer, MAX_RESULT);
      instance.call('deallocate', answer);
    } catch (caught) {
      result = undefined;
      error = describe(caught, instance.ranOutOfGas);
    }
    const { internalGas, externalGas, hostGas } = instance;
    return { result, error, internal: internalGas, external: externalGas, host: hostGas, wasm: internalGas - hostGas };
  }
}

/** The text wasmvm reports. What neither the contract nor its gas brought about is a defect of this host. */
function describe(caught: unknown, ranOutOfGas: boolean): string {
  if (caught instanceof OutOfGas || ranOutOfGas) return 'Ran out of gas during contract execution';
  if (caught instanceof VmError || caught instanceof WebAssembly.RuntimeError) {
    return `Error executing Wasm: Wasmer runtime error: RuntimeError: ${caught.message}`;
  }
  if (caught instanceof RangeError && caught.message.startsWith('Maximum call stack')) {
    return 'Error executing Wasm: Wasmer runtime error: RuntimeError: call stack exhausted';
  }
  throw caught;
}
