import { eventsOf } from './json-members.js';
import { transfersOf } from './transfers.js';

const read = (events: unknown) => transfersOf(eventsOf(events));

const event = (type: string, attributes: Record<string, string>) => ({
  type,
  attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
});
const token = { _contract_address: 'wasm1token', action: 'transfer', from: 'wasm1a', to: 'wasm1b', amount: '5' };

describe('transfers of a transaction', () => {
  it('transfers of a transaction are those of the bank module, one for each coin, and those of tokens, in their order', () => {
    const events = [
      event('coin_received', { receiver: 'wasm1b', amount: '9uatom' }),
      event('transfer', { recipient: 'wasm1b', sender: 'wasm1a', amount: '5uatom,7ibc/27394F' }),
      event('wasm', token),
      event('transfer', { recipient: 'wasm1c', amount: '1uatom' }),
    ];
    expect(read(events)).toEqual([
      { index: 0, asset: { kind: 'native', id: 'uatom' }, sender: 'wasm1a', recipient: 'wasm1b', amount: '5' },
      { index: 1, asset: { kind: 'native', id: 'ibc/27394F' }, sender: 'wasm1a', recipient: 'wasm1b', amount: '7' },
      { index: 2, asset: { kind: 'cw20', id: 'wasm1token' }, sender: 'wasm1a', recipient: 'wasm1b', amount: '5' },
      { index: 3, asset: { kind: 'native', id: 'uatom' }, sender: null, recipient: 'wasm1c', amount: '1' },
    ]);
  });

  it.each<[string, ReturnType<typeof event>]>([
    ['of no amount', event('transfer', { recipient: 'wasm1b', amount: '' })],
    ['of zero', event('transfer', { recipient: 'wasm1b', amount: '0uatom' })],
    ['without a recipient', event('transfer', { amount: '5uatom' })],
    ['a custom event of a contract', event('wasm-transfer', token)],
    ['a mint', event('wasm', { ...token, action: 'mint' })],
    ['a token amount of more than 39 digits', event('wasm', { ...token, amount: '1'.repeat(40) })],
    [
      'one with two values of a key',
      { type: 'wasm', attributes: [...event('wasm', token).attributes, { key: 'amount', value: '6' }] },
    ],
  ])('are not %s', (_, one) => {
    expect(read([one])).toEqual([]);
  });

  it('transfers of a transaction are the same when a node writes attributes in base64, with copies of them', () => {
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const events = [event('wasm', token), event('transfer', { recipient: 'wasm1b', amount: '5uatom' })];
    const encoded = events.map(({ type, attributes }) => ({
      type,
      attributes: attributes.map(({ key, value }) => ({ key: base64(key), value: base64(value), index: true })),
    }));
    expect(read(encoded)).toEqual(read(events));
    const doubled = events.map(({ type, attributes }) => ({ type, attributes: [...attributes, ...attributes] }));
    expect(read(doubled)).toEqual(read(events));
  });

  it('transfers keep the numbers that they had before copies of attributes were read', () => {
    const first = event('transfer', { recipient: 'wasm1b', amount: '5uatom' });
    const doubled = { ...first, attributes: [...first.attributes, ...first.attributes] };
    const last = event('transfer', { recipient: 'wasm1c', amount: '6uatom' });
    expect(read([doubled, last]).map(({ recipient }) => recipient)).toEqual(['wasm1c', 'wasm1b']);
  });

  it('transfers name all addresses in one form', () => {
    const transfer = event('transfer', { recipient: 'WASM1B', sender: 'WASM1A', amount: '5uatom' });
    expect(read([transfer])).toMatchObject([{ sender: 'wasm1a', recipient: 'wasm1b' }]);
  });
});
