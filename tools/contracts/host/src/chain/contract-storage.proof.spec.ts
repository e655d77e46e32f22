import fc from 'fast-check';
import { ContractStorage } from './contract-storage.js';
import { GasMeter } from './gas-meter.js';
import { State } from './state.js';

const PREFIX = 33;

function newStorage() {
  const meter = new GasMeter(Infinity);
  const entries = new State().map<Uint8Array>();
  const open = (address: string) => new ContractStorage(entries, { address, addressLength: 32 }, meter);
  const gasOf = (work: () => void): number => {
    const before = meter.consumed;
    work();
    return meter.consumed - before;
  };
  return { open, storage: open('wasm1a'), gasOf };
}

describe("a contract's storage", () => {
  it('charges flat and per byte of prefixed key and value', () => {
    const { storage, gasOf } = newStorage();
    expect(gasOf(() => storage.get('key'))).toBe(1000 + 3 * (PREFIX + 3));
    expect(gasOf(() => storage.set('key', new Uint8Array(10)))).toBe(2000 + 30 * (PREFIX + 3 + 10));
    expect(gasOf(() => storage.get('key'))).toBe(1000 + 3 * (PREFIX + 3 + 10));
    expect(gasOf(() => storage.remove('key'))).toBe(1000);
  });

  it('charges an iterator for its first entry at its creation, and for each entry when it moves on', () => {
    const { storage, gasOf } = newStorage();
    storage.set('a', new Uint8Array(1));
    storage.set('bb', new Uint8Array(2));
    const [first, second] = [30 + 3 * (PREFIX + 1 + 1), 30 + 3 * (PREFIX + 2 + 2)];
    const used: number[] = [];
    let iterator = storage.scan(undefined, undefined, true);
    used.push(gasOf(() => (iterator = storage.scan(undefined, undefined, true))));
    for (let step = 0; step < 3; step += 1) used.push(gasOf(() => iterator.next()));
    expect(used).toEqual([first, first, second, 0]);
    expect(gasOf(() => storage.scan('z', undefined, true))).toBe(30);
  });

  it('iterates over [start, end) in byte order, or the reverse', () => {
    const text = fc.string({ unit: fc.constantFrom('\0', 'a', 'b', 'ÿ'), maxLength: 3 });
    const bound = fc.option(text, { nil: undefined });
    fc.assert(
      fc.property(fc.uniqueArray(text), bound, bound, fc.boolean(), (keys, start, end, ascending) => {
        const { open, storage } = newStorage();
        for (const neighbour of ['wasm1', 'wasm1b']) open(neighbour).set('a', new Uint8Array());
        for (const key of keys) storage.set(key, new Uint8Array());
        const iterator = storage.scan(start, end, ascending);
        const seen: string[] = [];
        for (let entry = iterator.next(); entry; entry = iterator.next()) seen.push(entry[0]);
        const inside = keys.filter((key) => key >= (start ?? '') && (end === undefined || key < end)).sort();
        expect(seen).toEqual(ascending ? inside : inside.reverse());
      }),
    );
  });
});
