import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failed, searched, type Answer } from './search.js';
import { ChainState, stateAnswer } from './state.js';
import {
  answerOf,
  newHash,
  type ChainEvent,
  type ChainMessage,
  type ChainTx,
  type SdkVersion,
} from './transactions.js';

const NOT_FOUND: Readonly<Record<SdkVersion, (hash: string) => Answer>> = {
  '0.45': (hash) => failed(400, 3, `tx not found: ${hash}: invalid request`),
  '0.47': (hash) => failed(404, 5, `tx not found: ${hash}`),
  '0.50': (hash) => failed(404, 5, `tx not found: ${hash}`),
  '0.53': (hash) => failed(404, 5, `tx not found: ${hash}`),
};

interface Included {
  messages: readonly ChainMessage[];
  /** The events of each message. */
  events?: readonly (readonly ChainEvent[])[];
  hash?: string;
  code?: number;
  time?: string;
  memo?: string;
  isIndexed?: boolean;
}

/** A node of a chain that is emulated: its REST API in the form of one version of the Cosmos SDK. */
export class EmulatedChain {
  sdk: SdkVersion = '0.50';
  /** Messages have their amino names. */
  isAmino = false;
  /** False: the node refuses to find transactions. */
  hasIndex = true;
  /** Transactions of earlier blocks are pruned. */
  prunedBelow = 0;
  /** The status of every answer; `closed`: the connection ends; `deaf`: there is no answer. */
  down: number | 'closed' | 'deaf' | undefined;
  /** Milliseconds before each answer. */
  delay = 0;
  /** Changes the answers, as a node does that lies. */
  lie: ((path: string, body: object) => unknown) | undefined;
  /** Paths that were requested, with their parameters. */
  readonly asked: string[] = [];
  readonly state = new ChainState();
  height = 1_000;
  private readonly transactions = new Map<string, ChainTx>();
  private readonly server = createServer((request, response) => {
    setTimeout(() => this.answer(request, response), this.delay);
  });

  constructor(readonly chainId = 'cosmoshub-4') {}

  async start(host = '127.0.0.1'): Promise<this> {
    this.server.listen(0, host);
    await once(this.server, 'listening');
    return this;
  }

  get url(): string {
    const { address, port } = this.server.address() as AddressInfo;
    return `http://${address}:${port}`;
  }

  /** The entry of CHAINS that makes this the chain's only node. */
  get entry(): { chainId: string; restUrls: string[]; gasPrices: { denom: string; price: string }[] } {
    return { chainId: this.chainId, restUrls: [this.url], gasPrices: [{ denom: 'uatom', price: '0.005' }] };
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => {
      this.server.close(resolve);
      this.server.closeAllConnections();
    });
  }

  /** Adds a transaction in a new block; its hash. */
  include({ messages, events = [], hash = newHash(), ...more }: Included): string {
    this.height += 1;
    const { code = 0, time = new Date().toISOString(), memo = '', isIndexed = true } = more;
    this.transactions.set(hash, { hash, height: this.height, time, code, messages, events, memo, isIndexed });
    return hash;
  }

  /** The indexer has reached a transaction. */
  index(hash: string): void {
    const tx = this.transactions.get(hash);
    if (tx !== undefined) tx.isIndexed = true;
  }

  /** Another node of the same chain, or the same node after a reset, does not know the transactions. */
  forget(): void {
    this.transactions.clear();
  }

  private answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
    this.asked.push(url);
    const { down } = this;
    if (down === 'deaf') return;
    if (down === 'closed') return void response.destroy();
    const { pathname, searchParams } = new URL(url, 'http://node');
    const [status, body] = down === undefined ? this.answerTo(pathname, searchParams) : failed(down, 13, 'down');
    const said = this.lie?.(pathname, body) ?? body;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof said === 'string' ? said : JSON.stringify(said));
  }

  private answerTo(path: string, parameters: URLSearchParams): Answer {
    const [, hash] = /^\/cosmos\/tx\/v1beta1\/txs\/([0-9A-F]{64})$/.exec(path) ?? [];
    if (hash !== undefined) return this.transaction(hash);
    if (path === '/cosmos/tx/v1beta1/txs') return this.search(parameters);
    if (path === '/cosmos/base/tendermint/v1beta1/node_info') {
      return [200, { default_node_info: { network: this.chainId }, application_version: { build_deps: [] } }];
    }
    if (path === '/cosmos/base/tendermint/v1beta1/blocks/latest') {
      const header = { chain_id: this.chainId, height: String(this.height), time: new Date().toISOString() };
      return [200, { block: { header } }];
    }
    return stateAnswer(this.state, path, parameters) ?? failed(501, 12, 'Not Implemented');
  }

  private get known(): ChainTx[] {
    return [...this.transactions.values()].filter(({ isIndexed, height }) => isIndexed && height >= this.prunedBelow);
  }

  private transaction(hash: string): Answer {
    if (!this.hasIndex) return failed(500, 13, 'transaction indexing is disabled');
    const tx = this.known.find((one) => one.hash === hash);
    return tx === undefined ? NOT_FOUND[this.sdk](hash) : [200, answerOf(tx, this.sdk, this.isAmino)];
  }

  private search(parameters: URLSearchParams): Answer {
    if (!this.hasIndex) return failed(500, 13, 'transaction indexing is disabled');
    // The indexer has no failed transactions of an event that only a message emits.
    const result = searched(this.known, parameters, this.sdk);
    if (!('found' in result)) return result;
    const answers = result.found.map((tx) => answerOf(tx, this.sdk, this.isAmino));
    const total = String(result.total);
    return [
      200,
      {
        ...{ txs: answers.map(({ tx }) => tx), tx_responses: answers.map(({ tx_response }) => tx_response) },
        ...(this.sdk === '0.45' ? { pagination: { next_key: null, total } } : { pagination: null, total }),
      },
    ];
  }
}
