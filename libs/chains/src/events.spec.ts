import { base64 } from '@scure/base';
import fc from 'fast-check';
import { CHAIN_KEYS, readEvents } from './events.js';

type Attributes = readonly (readonly [key: string, value: string])[];
interface Event {
  type: string;
  attributes: Attributes;
}

const encode = (text: string) => base64.encode(new TextEncoder().encode(text));
/** As nodes up to Tendermint 0.34 write it, and as later ones do. */
const encoded = ({ type, attributes }: Event) => ({
  type,
  attributes: attributes.map(([key, value]) => ({ key: encode(key), value: encode(value), index: true })),
});
const plain = ({ type, attributes }: Event) => ({
  type,
  attributes: attributes.map(([key, value]) => ({ key, value, index: true })),
});
const FEE: Event = { type: 'tx', attributes: [['fee', '5uatom']] };
const TRANSFER: Event = {
  type: 'transfer',
  attributes: [
    ['recipient', 'wasm1b'],
    ['sender', 'wasm1a'],
    ['amount', '5uatom'],
  ],
};
const read = (events: unknown) => readEvents(events)?.map(({ type, values }) => [type, Object.fromEntries(values)]);
const EXPECTED = ['transfer', { recipient: 'wasm1b', sender: 'wasm1a', amount: '5uatom' }];

describe('the events of a transaction', () => {
  it('are one form, in base64 and plain', () => {
    expect(read([plain(TRANSFER)])).toEqual([EXPECTED]);
    expect(read([encoded(TRANSFER)])).toEqual([EXPECTED]);
  });

  it('are one form whatever a contract writes, also text that is base64 of keys of the chain', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(...CHAIN_KEYS),
      fc.constantFrom(...CHAIN_KEYS).map(encode),
    );
    const attributes = fc.array(fc.tuple(text, text));
    const events = fc.array(fc.record({ type: fc.constantFrom('wasm', 'transfer', 'tx'), attributes }));
    fc.assert(
      fc.property(events, events, (before, after) => {
        const all = [...before, FEE, ...after];
        expect(read(all.map(encoded))).toEqual(read(all.map(plain)));
      }),
    );
  });

  it('are known by keys none of which is base64', () => {
    const isBase64 = (text: string) => {
      try {
        return base64.decode(text).length > 0;
      } catch {
        return false;
      }
    };
    expect(CHAIN_KEYS.filter(isBase64)).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['with copies of attributes', [...plain(TRANSFER).attributes, ...plain(TRANSFER).attributes]],
    ['with the index of the message', [...plain(TRANSFER).attributes, { key: 'msg_index', value: '0' }]],
    [
      'with two indexes of the message',
      [...plain(TRANSFER).attributes, { key: 'msg_index', value: '0' }, { key: 'msg_index', value: '1' }],
    ],
    ['with odd attributes', [null, {}, { key: null, value: 'x' }, { value: 'x' }, 7, ...plain(TRANSFER).attributes]],
  ])('have the values of an event %s', (_, attributes) => {
    const [[, values] = []] = read([{ type: 'transfer', attributes }]) ?? [];
    expect(values).toMatchObject(EXPECTED[1] as object);
  });

  it('leave out a key with different values, and mark that a key repeats', () => {
    const again = { type: 'transfer', attributes: [...TRANSFER.attributes, ['amount', '6uatom'] as const] };
    for (const write of [plain, encoded]) {
      expect(read([write(again)])).toEqual([['transfer', { recipient: 'wasm1b', sender: 'wasm1a' }]]);
      expect(readEvents([write(again), write(TRANSFER)])?.map(({ repeats }) => repeats)).toEqual([true, false]);
    }
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a number', 7],
    ['without a type', { attributes: [] }],
    ['without attributes', { type: 'tx' }],
    ['with attributes that are null', { type: 'tx', attributes: null }],
  ])('stay readable beside one that is %s', (_, odd) => {
    expect(read([odd, encoded(TRANSFER)])).toContainEqual(EXPECTED);
  });

  it('have an empty value where a node writes null', () => {
    const attributes = [...plain(TRANSFER).attributes, { key: 'memo', value: null }];
    expect(read([{ type: 'transfer', attributes }])).toEqual([['transfer', { ...(EXPECTED[1] as object), memo: '' }]]);
  });

  it('are none where the RPC writes null, and unreadable where there is no list', () => {
    expect(readEvents(null)).toEqual([]);
    expect([readEvents(undefined), readEvents({}), readEvents('x')]).toEqual([undefined, undefined, undefined]);
  });
});
