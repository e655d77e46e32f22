import { GAS_LEFT, OUT_OF_GAS } from '../wasm/metering.js';
import {
  type CompiledModule,
  type Exports,
  type HostFunction,
  type LinearMemory,
  type MutableGlobal,
  WebAssembly,
} from '../wasm/webassembly.js';
import { OutOfGas, VmError } from './errors.js';
import { type GasSchedule, type LinearCost } from './gas-schedule.js';

const LARGE_REGION = 8 * 1024 * 1024;

/**
 * A running module: its memory, its regions and its gas (cosmwasm-vm packages/vm/src/memory.rs, environment.rs).
 * Gas is CosmWasm gas.
 */
export class VmInstance {
  externalGas = 0;
  /** Gas of host calls, regions and signatures; the rest of the gas used inside is Wasm. */
  hostGas = 0;
  private readonly exports: Exports;
  private readonly memory: LinearMemory;
  private readonly gasLeftGlobal: MutableGlobal;
  private view: DataView;

  constructor(
    module: CompiledModule,
    imports: Readonly<Record<string, HostFunction>>,
    private readonly schedule: GasSchedule,
    private readonly gasLimit: number,
  ) {
    this.exports = new WebAssembly.Instance(module, { env: imports }).exports;
    const memory = this.exports['memory'];
    const gasLeft = this.exports[GAS_LEFT];
    if (!(memory instanceof WebAssembly.Memory) || !(gasLeft instanceof WebAssembly.Global)) {
      throw new TypeError('the module is not a metered contract');
    }
    this.memory = memory;
    this.gasLeftGlobal = gasLeft;
    this.gasLeftGlobal.value = gasLimit;
    this.view = new DataView(memory.buffer);
  }

  get gasLeft(): number {
    return this.gasLeftGlobal.value;
  }

  /** Gas used here and not in the chain under the contract. */
  get internalGas(): number {
    return this.gasLimit - this.gasLeft - this.externalGas;
  }

  get ranOutOfGas(): boolean {
    const flag = this.exports[OUT_OF_GAS];
    return flag instanceof WebAssembly.Global && flag.value === 1;
  }

  charge(cost: number): void {
    this.hostGas += cost;
    this.use(cost);
  }

  chargeLinear(cost: LinearCost, items: number): void {
    this.charge(cost.base + cost.perItem * items);
  }

  chargeExternal(gas: number): void {
    this.externalGas += gas;
    this.use(gas);
  }

  /** Number of parameters of an exported function. */
  arity(name: string): number {
    const exported = this.exports[name];
    return typeof exported === 'function' ? exported.length : 0;
  }

  /** Calls an export; `undefined` when it returns nothing. */
  call(name: string, ...parameters: number[]): unknown {
    const exported = this.exports[name];
    if (typeof exported !== 'function') throw new VmError(`Error resolving Wasm function: Missing export ${name}`);
    if (exported.length !== parameters.length) throw new VmError(`Unexpected number of arguments for ${name}`);
    return (exported as (...values: number[]) => unknown)(...parameters);
  }

  /** Copies data into a new region of the contract. */
  write(data: Uint8Array): number {
    const pointer = this.pointer(this.call('allocate', data.length));
    this.writeTo(pointer, data);
    return pointer;
  }

  writeTo(pointer: number, data: Uint8Array): void {
    const { offset, capacity } = this.region(pointer);
    this.chargeLinear(this.schedule.writeRegion, data.length);
    if (data.length > capacity) throw new VmError(`Region too small. Got ${capacity}, required ${data.length}`);
    this.bytes(offset, data.length).set(data);
    this.view.setUint32(pointer + 8, data.length, true);
  }

  /** A copy of a region's content. */
  read(pointer: number, maximum: number): Uint8Array {
    const { offset, length } = this.region(pointer);
    this.chargeLinear(length <= LARGE_REGION ? this.schedule.readRegion : this.schedule.readLargeRegion, length);
    if (length > maximum) throw new VmError(`Region length too big. Got ${length}, limit ${maximum}`);
    return this.bytes(offset, length).slice();
  }

  pointer(value: unknown): number {
    if (typeof value !== 'number') throw new VmError('Unexpected number of result values');
    if (value === 0) throw new VmError('Got a zero Wasm address');
    return value >>> 0;
  }

  private use(gas: number): void {
    const left = this.gasLeft - gas;
    this.gasLeftGlobal.value = Math.max(0, left);
    if (left < 0) throw new OutOfGas();
  }

  private region(pointer: number): { offset: number; capacity: number; length: number } {
    // Growing the memory detaches its buffer.
    if (this.view.buffer !== this.memory.buffer) this.view = new DataView(this.memory.buffer);
    if (pointer + 12 > this.view.byteLength) throw new VmError('Could not dereference this pointer to a Region');
    const offset = this.view.getUint32(pointer, true);
    const capacity = this.view.getUint32(pointer + 4, true);
    const length = this.view.getUint32(pointer + 8, true);
    if (offset === 0) throw new VmError('Region has an offset of zero');
    if (length > capacity) throw new VmError(`Region length exceeds capacity. Length ${length}, capacity ${capacity}`);
    if (offset + capacity > 0xffffffff) throw new VmError('Region exceeds address space');
    return { offset, capacity, length };
  }

  private bytes(offset: number, length: number): Uint8Array {
    if (offset + length > this.view.byteLength) throw new VmError('Region outside of the memory');
    return new Uint8Array(this.view.buffer, offset, length);
  }
}
