import { OutOfGas } from '../vm/errors.js';

/** SDK gas of a transaction, a query or a limited submessage (cosmossdk.io/store types/gas.go). */
export class GasMeter {
  consumed = 0;

  constructor(readonly limit: number) {}

  get remaining(): number {
    return Math.max(0, this.limit - this.consumed);
  }

  get isOutOfGas(): boolean {
    return this.consumed >= this.limit;
  }

  consume(gas: number, location: string): void {
    this.consumed += gas;
    if (this.consumed > this.limit) throw new OutOfGas(location);
  }
}

// cosmossdk.io/store types/gas.go, KVGasConfig.
const HAS = 1000;
const DELETE = 1000;
const READ = 1000;
const READ_PER_BYTE = 3;
const WRITE = 2000;
const WRITE_PER_BYTE = 30;
const ITERATOR_STEP = 30;

/** Lengths are bytes of the encoded key and value; a missing value has 0. */
export const kvGas = {
  has: (meter: GasMeter): void => meter.consume(HAS, 'Has'),
  delete: (meter: GasMeter): void => meter.consume(DELETE, 'Delete'),
  read: (meter: GasMeter, keyLength: number, valueLength: number): void =>
    meter.consume(READ + READ_PER_BYTE * (keyLength + valueLength), 'ReadFlat'),
  write: (meter: GasMeter, keyLength: number, valueLength: number): void =>
    meter.consume(WRITE + WRITE_PER_BYTE * (keyLength + valueLength), 'WriteFlat'),
  /** Lengths of the entry the iterator stands on; without one, it is at its end. */
  seek: (meter: GasMeter, keyLength = 0, valueLength = 0): void =>
    meter.consume(ITERATOR_STEP + READ_PER_BYTE * (keyLength + valueLength), 'IterNextFlat'),
};
