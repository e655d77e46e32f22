import { createHash } from 'node:crypto';
import { bech32 } from '@scure/base';
import fc from 'fast-check';
import { allocationSha256, allocationText, sortAllocation } from './allocation.js';
import { allocationFile, readAllocationFile } from './allocation-file.js';

const address = fc
  .oneof(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map((bytes) => bech32.encodeFromBytes('wasm', bytes));
const weight = fc.bigInt(1n, 2n ** 128n - 1n);
const dp = fc.bigInt(0n, 2n ** 64n);
const allocation = fc.uniqueArray(fc.record({ address, weight, dp }), { selector: (entry) => entry.address });

const ALICE = { address: 'wasm1alice', weight: 10n, dp: 1n };
const BOB = { address: 'wasm1bob', weight: 340282366920938463463374607431768211455n, dp: 2n };

describe('the canonical allocation text', () => {
  it('has one line per entry, sorted, each ended by a newline', () => {
    expect(allocationText([BOB, ALICE])).toBe('wasm1alice,10\nwasm1bob,340282366920938463463374607431768211455\n');
  });

  it('is hashed to what sha256sum prints for it', () => {
    const text = 'wasm1alice,10\nwasm1bob,340282366920938463463374607431768211455\n';
    expect(allocationSha256([BOB, ALICE])).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('sorts by the bytes of the addresses, whatever their lengths, and keeps every entry', () => {
    fc.assert(
      fc.property(allocation, (entries) => {
        const addresses = sortAllocation(entries).map((entry) => Buffer.from(entry.address));
        expect(addresses).toEqual([...addresses].sort((a, b) => Buffer.compare(a, b)));
        expect(addresses).toHaveLength(entries.length);
      }),
    );
  });

  it('does not depend on the order of the entries', () => {
    fc.assert(
      fc.property(allocation, (entries) => {
        expect(allocationText([...entries].reverse())).toBe(allocationText(entries));
      }),
    );
  });

  it.each([
    ['an address twice', [ALICE, { ...ALICE, weight: 1n }], 'wasm1alice is there twice'],
    ['upper case', [{ ...ALICE, address: 'WASM1ALICE' }], '"WASM1ALICE" is not an address in lower case'],
    ['a separator in an address', [{ ...ALICE, address: 'wasm1a,1\nwasm1b' }], 'is not an address'],
    ['a weight of 0', [{ ...ALICE, weight: 0n }], 'wasm1alice has weight 0'],
  ])('is refused for %s', (_case, entries, message) => {
    expect(() => allocationText(entries)).toThrow(message);
  });
});

describe('the allocation file', () => {
  it('names its schema, its unit, the hash and the entries with their points', () => {
    expect(allocationFile([BOB, ALICE])).toEqual({
      schema: 'svc.escrow.allocation/v1',
      weight_unit: 'adjusted',
      sha256: allocationSha256([ALICE, BOB]),
      entries: [
        { address: 'wasm1alice', weight: '10', dp: '1' },
        { address: 'wasm1bob', weight: '340282366920938463463374607431768211455', dp: '2' },
      ],
    });
  });

  it('reads back as it was written, through JSON', () => {
    fc.assert(
      fc.property(allocation, (entries) => {
        expect(readAllocationFile(JSON.parse(JSON.stringify(allocationFile(entries))))).toEqual(
          sortAllocation(entries),
        );
      }),
    );
  });

  it('is read with fields of others in it and its entries in any order', () => {
    const file = allocationFile([ALICE, BOB]);
    expect(readAllocationFile({ ...file, note: 'x', entries: [...file.entries].reverse() })).toEqual([ALICE, BOB]);
  });

  const file = allocationFile([ALICE]);
  it.each([
    ['is no object', 'text', 'not a JSON object'],
    ['has another schema', { ...file, schema: 'svc.escrow.allocation/v2' }, 'schema'],
    ['counts weights in another unit', { ...file, weight_unit: 'raw' }, 'weight_unit'],
    ['has no entries', { ...file, entries: undefined }, 'entries is not an array'],
    ['has a hash of other entries', { ...file, sha256: allocationSha256([BOB]) }, `sha256 is not ${file.sha256}`],
    ['has a weight as a number', { ...file, entries: [{ ...file.entries[0], weight: 10 }] }, 'Entry 0 needs weight'],
    ['has a weight with a leading zero', { ...file, entries: [{ ...file.entries[0], weight: '010' }] }, 'Entry 0'],
    ['has a weight of 40 digits', { ...file, entries: [{ ...file.entries[0], weight: '1'.repeat(40) }] }, 'Entry 0'],
    ['has an entry without an address', { ...file, entries: [null] }, 'Entry 0 has no address'],
  ])('is refused when it %s', (_case, content, message) => {
    expect(() => readAllocationFile(content)).toThrow(message);
  });
});
