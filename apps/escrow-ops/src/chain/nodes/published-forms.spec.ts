import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Egress } from '@questp/egress';
import type { ChainNode, TxNode } from './chain-node.js';
import { ChainNodes } from './chain-nodes.js';

const CONFIG = {
  CHAIN_NODE_TIMEOUT_MS: 5_000,
  CHAIN_NODE_BEHIND_SECONDS: 60,
  EGRESS_NETWORKS: [],
  ESCROW_FOLLOW_SECONDS: 5,
};
const HASH = '417D7137AD67EB66ECACE223FB7734FA0545A6FFB0A0CC75EA36D9206449280E';
const base64 = (text: string) => Buffer.from(text).toString('base64');

interface Event {
  type: string;
  attributes: unknown[] | null;
}

const written = (write: (text: string) => string, more: readonly (readonly [string, string])[] = []): Event[] => {
  const event = (type: string, values: readonly (readonly [string, string])[]) => ({
    type,
    attributes: [...values, ...more].map(([key, value]) => ({ key: write(key), value: write(value), index: true })),
  });
  return [
    event('tx', [['fee', '5uatom']]),
    event('transfer', [
      ['recipient', 'wasm1b'],
      ['sender', 'wasm1a'],
      ['amount', '5uatom,7ibc/AB'],
    ]),
  ];
};
const plain = (text: string) => text;
/** As nodes of these versions write the events of a transaction. */
const EVENTS: readonly (readonly [string, readonly (Event | null)[]])[] = [
  ['Tendermint 0.34 (SDK 0.45 and 0.46), in base64', written(base64)],
  ['CometBFT 0.37 (SDK 0.47), plainly', written(plain)],
  ['CometBFT 0.38 and 1.0 (SDK 0.50 to 0.53), with the index of the message', written(plain, [['msg_index', '0']])],
  [
    'a node that writes odd events beside it',
    [
      null,
      { type: 'x', attributes: null },
      { type: 'y', attributes: [null, { key: null, value: null }, { value: 'x' }, { key: 'memo', value: null }] },
      ...written(plain),
    ],
  ],
];
const TRANSFERS = {
  height: 7,
  succeeded: true,
  transfers: [
    {
      ...{ index: 0, asset: { kind: 'native', id: 'uatom' }, sender: 'wasm1a', recipient: 'wasm1b', amount: '5' },
    },
    {
      ...{ index: 1, asset: { kind: 'native', id: 'ibc/AB' }, sender: 'wasm1a', recipient: 'wasm1b', amount: '7' },
    },
  ],
};

describe('what nodes answer in the forms of their versions', () => {
  let server: Server;
  let answer: (request: IncomingMessage, method?: string) => { status?: number; body: unknown };
  let rest: ChainNode;
  let rpc: TxNode;
  const egress = new Egress({});

  beforeAll(async () => {
    server = createServer((request, response) => {
      let sent = '';
      request.on('data', (chunk: Buffer) => (sent += chunk.toString()));
      request.on('end', () => {
        const { method } = JSON.parse(sent || '{}') as { method?: string };
        const { status = 200, body } = answer(request, method);
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const nodes = new ChainNodes(egress, CONFIG);
    const chain = { chainId: 'testing-1', rpcUrls: [], restUrls: [], configured: ['rpcUrls', 'restUrls'] };
    [rest] = nodes.of({ ...chain, restUrls: [url] }) as [ChainNode];
    [rpc] = nodes.forTransactions({ ...chain, rpcUrls: [url] }) as [TxNode];
  });
  afterAll(async () => {
    await egress.onApplicationShutdown();
    server.closeAllConnections();
    server.close();
  });

  const result = (value: unknown) => ({ body: { jsonrpc: '2.0', id: 1, result: value } });
  const refusal = (data: string) => ({
    status: 500,
    body: { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error', data } },
  });
  const inBlock = (events: unknown, more: object = {}) => ({
    ...{ hash: HASH, height: '7', index: 0, tx: '' },
    tx_result: { code: 0, codespace: '', log: '', gas_wanted: '9', gas_used: '8', events, ...more },
  });

  it.each(EVENTS)('reads the transfers of %s', async (_, events) => {
    answer = () => ({ body: { tx: {}, tx_response: { txhash: HASH, height: '7', code: 0, logs: [], events } } });
    expect(await rest.transfers(HASH)).toEqual(TRANSFERS);
    answer = () => result(inBlock(events));
    expect(await rpc.transfers(HASH)).toEqual(TRANSFERS);
    answer = () => result({ txs: [inBlock(events)], total_count: '1' });
    const search = { asset: { kind: 'native', id: 'uatom' }, sender: 'wasm1a', fromHeight: 1, toHeight: 9 } as const;
    expect(await rpc.searchTransfers({ ...search, page: 1 })).toEqual({
      transfers: [{ recipient: 'wasm1b', hash: HASH, height: 7 }],
      hasMore: false,
    });
    expect(await rpc.transaction(HASH)).toEqual({ height: 7, code: 0, codespace: '', log: '', gasUsed: 8n });
  });

  it('accepts numbers as numbers or texts, and a hash in upper or lower case', async () => {
    const tx_response = { txhash: HASH.toLowerCase(), height: 7, code: '0', events: written(plain) };
    answer = () => ({ body: { tx_response } });
    expect(await rest.transfers(HASH)).toEqual(TRANSFERS);
    answer = () => result({ ...inBlock(written(plain)), hash: HASH.toLowerCase(), height: 7 });
    expect(await rpc.transfers(HASH)).toEqual(TRANSFERS);
  });

  it('reads no transfer of a failed transaction', async () => {
    answer = () => result(inBlock(null, { code: 5, codespace: 'sdk', log: 'insufficient funds' }));
    expect(await rpc.transfers(HASH)).toEqual({ height: 7, succeeded: false, transfers: [] });
  });

  it.each([`tx (${HASH}) not found`, `tx not found: ${HASH}`])(
    'reads no transaction where a node answers %s',
    async (words) => {
      answer = () => refusal(words);
      expect(await rpc.transfers(HASH)).toBeNull();
      answer = () => ({ status: 404, body: { code: 5, message: words, details: [] } });
      expect(await rest.transfers(HASH)).toBeNull();
    },
  );

  it.each([
    ['has no index', 'transaction indexing is disabled'],
    ['pruned the block', 'height 7 is not available, lowest height is 95000'],
    ['is behind a proxy', '<html>404 Not Found</html>'],
    ['does not find another one', `tx not found: ${'A'.repeat(64)}`],
  ])('rejects the answer about a transaction when a node %s', async (_, words) => {
    answer = () => refusal(words);
    await expect(rpc.transfers(HASH)).rejects.toMatchObject({ kind: 'refused' });
    answer = () => ({ status: 404, body: { code: 5, message: words, details: [] } });
    await expect(rest.transfers(HASH)).rejects.toMatchObject({ kind: 'refused' });
  });

  it('refuses a transaction without a list of events', async () => {
    answer = () => result(inBlock('x'));
    await expect(rpc.transfers(HASH)).rejects.toMatchObject({ kind: 'invalid' });
    answer = () => ({ body: { tx_response: { txhash: HASH, height: '7', code: 0 } } });
    await expect(rest.transfers(HASH)).rejects.toMatchObject({ kind: 'invalid' });
  });
});
