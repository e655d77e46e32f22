import { type VmIterator, type VmStorage } from '../vm/backend.js';
import { type GasMeter, kvGas } from './gas-meter.js';
import { type StateMap } from './state.js';

/** Sorts behind every key: keys are latin-1. */
const END = '\u0100';

/**
 * A contract's part of the Wasm module's store, as the SDK charges it: each key there carries one byte and the
 * contract's address in front.
 */
export class ContractStorage implements VmStorage {
  /** SDK gas of this call's reads and writes. */
  gas = 0;
  private readonly prefix: string;
  private readonly prefixLength: number;

  /** @param entries the stores of all contracts */
  constructor(
    private readonly entries: StateMap<Uint8Array>,
    contract: { readonly address: string; readonly addressLength: number },
    private readonly meter: GasMeter,
  ) {
    this.prefix = `${contract.address}/`;
    this.prefixLength = 1 + contract.addressLength;
  }

  get(key: string): Uint8Array | undefined {
    const value = this.entries.get(this.prefix + key);
    this.charge(() => kvGas.read(this.meter, this.prefixLength + key.length, value?.length ?? 0));
    return value;
  }

  set(key: string, value: Uint8Array): void {
    this.charge(() => kvGas.write(this.meter, this.prefixLength + key.length, value.length));
    this.entries.set(this.prefix + key, value);
  }

  remove(key: string): void {
    this.charge(() => kvGas.delete(this.meter));
    this.entries.delete(this.prefix + key);
  }

  scan(start: string | undefined, end: string | undefined, ascending: boolean): VmIterator {
    const keys = this.entries.range(this.prefix + (start ?? ''), this.prefix + (end ?? END));
    if (!ascending) keys.reverse();
    let index = 0;
    const seek = (): void => {
      const key = keys[index];
      const length = key === undefined ? 0 : this.prefixLength + key.length - this.prefix.length;
      const valueLength = key === undefined ? 0 : (this.entries.get(key)?.length ?? 0);
      this.charge(() => kvGas.seek(this.meter, length, valueLength));
    };
    seek();
    return {
      next: () => {
        const key = keys[index];
        if (key === undefined) return undefined;
        const value = this.entries.get(key) ?? new Uint8Array();
        // The SDK's iterator charges for the entry it leaves, not for the one it reaches.
        seek();
        index += 1;
        return [key.slice(this.prefix.length), value];
      },
    };
  }

  private charge(consume: () => void): void {
    const before = this.meter.consumed;
    try {
      consume();
    } finally {
      this.gas += this.meter.consumed - before;
    }
  }
}
