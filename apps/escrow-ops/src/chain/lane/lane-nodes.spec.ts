import { Egress } from '@questp/egress';
import type { NodeFaultKind } from '@questp/messages/escrow';
import { AgreedReads } from '../nodes/agreed-reads.js';
import { leastNodes } from '../nodes/agreement.js';
import { ChainHeads } from '../nodes/chain-heads.js';
import {
  NodeFault,
  type Account,
  type Block,
  type BroadcastResult,
  type TxNode,
  type TxResult,
} from '../nodes/chain-node.js';
import { ChainNodes } from '../nodes/chain-nodes.js';
import { NodeFaults } from '../nodes/node-faults.js';
import { NoAgreement, NodeAnswers } from '../nodes/node-answers.js';
import { LaneNodes } from './lane-nodes.js';

const CHAIN = { chainId: 'questp-local-1', rpcUrls: [], restUrls: [], configured: [] };
const CONFIG = {
  CHAIN_NODE_TIMEOUT_MS: 1_000,
  CHAIN_NODE_BEHIND_SECONDS: 60,
  EGRESS_NETWORKS: [],
  ESCROW_FOLLOW_SECONDS: 5,
};
const HEAD = { chainId: CHAIN.chainId, height: 100, hash: 'AB', time: new Date(), resets: 0 };
const HASH = 'CD'.repeat(32);
const SUCCESS: TxResult = { height: 99, code: 0, codespace: '', log: '', gasUsed: 90_000n };
const refused = (log: string) => () => Promise.reject(new NodeFault('refused', 'error 6 of a query', log));
const down = () => Promise.reject(new NodeFault('unreachable', 'no answer'));

/** Answers like most nodes, unless a test changes the answer. */
class Node implements TxNode {
  constructor(
    readonly position: number,
    answers: Partial<TxNode>,
  ) {
    Object.assign(this, answers);
  }

  tip = (): Promise<Block> => Promise.resolve(HEAD);
  block = (): Promise<Block> => Promise.resolve(HEAD);
  smart = (): Promise<unknown> => Promise.resolve({});
  codeChecksum = (): Promise<string | null> => Promise.resolve(null);
  supply = (): Promise<bigint> => Promise.resolve(0n);
  account = (): Promise<Account | null> => Promise.resolve({ accountNumber: 7n, sequence: 3n });
  balance = (): Promise<bigint> => Promise.resolve(1_000n);
  searchTransfers = () => Promise.resolve({ transfers: [], hasMore: false });
  transfers = () => Promise.resolve(null);
  simulate = (): Promise<bigint> => Promise.resolve(100_000n);
  broadcast = (): Promise<BroadcastResult> => Promise.resolve({ code: 0, codespace: '', log: '' });
  transaction = (): Promise<TxResult | null> => Promise.resolve(SUCCESS);
}

describe('the nodes of a signer lane', () => {
  let faults: [node: number | null, fault: NodeFaultKind][];
  beforeEach(() => (faults = []));

  /** The lane over nodes with these deviations. */
  const laneOf = (...deviations: Partial<TxNode>[]) => {
    const nodes = deviations.map((answers, index) => new Node(index + 1, answers));
    let { height } = HEAD;
    const report = (_chainId: string, node: number | null, fault: NodeFaultKind) => {
      faults.push([node, fault]);
      return Promise.resolve();
    };
    const answers = new NodeAnswers(Object.assign(Object.create(NodeFaults.prototype) as NodeFaults, { report }));
    const chainNodes = new ChainNodes(new Egress({}), CONFIG);
    chainNodes.forTransactions = () => nodes;
    const heads = Object.assign(Object.create(ChainHeads.prototype) as ChainHeads, {
      get: () => Promise.resolve({ head: { ...HEAD, height }, nodes, least: leastNodes(nodes.length) }),
      // The chain has made a block.
      forget: () => (height += 1),
    });
    return new LaneNodes(new AgreedReads(heads, answers), heads, chainNodes, answers).of(CHAIN);
  };

  describe('simulate', () => {
    const gas = (value: bigint): Partial<TxNode> => ({ simulate: () => Promise.resolve(value) });
    it.each<[string, Partial<TxNode>[], unknown]>([
      ['alike', [{}, {}], { gasUsed: 100_000n }],
      ['at neighbouring heights', [gas(100_000n), gas(119_000n)], { gasUsed: 119_000n }],
      ['one that knows nothing', [{}, {}, { simulate: down }], { gasUsed: 100_000n }],
      ['one that lies high', [{}, {}, gas(59_000_000n)], { gasUsed: 100_000n }],
      ['one that lies low', [gas(1n), {}, {}], { gasUsed: 100_000n }],
      ['one that refuses', [{}, {}, { simulate: refused('out of gas') }], { gasUsed: 100_000n }],
      [
        'two that refuse',
        [{ simulate: refused('unauthorized') }, {}, { simulate: refused('unauthorized') }],
        { refusal: 'unauthorized' },
      ],
      ['the only one', [gas(5n)], { gasUsed: 5n }],
      ['the only one that refuses', [{ simulate: refused('no') }], { refusal: 'no' }],
    ])('with %s', async (_, deviations, answer) => {
      expect(await laneOf(...deviations).simulate(new Uint8Array())).toEqual(answer);
    });

    it.each<[string, Partial<TxNode>, number]>([
      ['a refusal is read at a head that is found anew', { simulate: refused('no') }, HEAD.height + 1],
      ['an answer is read at the same head', {}, HEAD.height],
    ])('what follows %s', async (_, deviation, height) => {
      const lane = laneOf(deviation);
      await lane.simulate(new Uint8Array());
      expect(await lane.height()).toBe(height);
    });

    it.each<[string, Partial<TxNode>[]]>([
      ['two that differ', [{}, gas(121_000n)]],
      ['two against two', [{}, {}, gas(200_000n), gas(200_000n)]],
      ['one of two that refuses', [{}, { simulate: refused('no') }]],
      ['one of two that is down', [{}, { simulate: down }]],
    ])('in no agreement with %s', async (_, deviations) => {
      await expect(laneOf(...deviations).simulate(new Uint8Array())).rejects.toThrow(NoAgreement);
      expect(faults).toContainEqual([null, 'disagreement']);
    });
  });

  describe('take a transaction', () => {
    const broadcast = (code: number, codespace = 'sdk'): Partial<TxNode> => ({
      broadcast: () => Promise.resolve({ code, codespace, log: `code ${code}` }),
    });
    it.each<[string, Partial<TxNode>[], unknown]>([
      ['if one takes it', [broadcast(13), {}], undefined],
      ['if one has it in its mempool', [broadcast(13), broadcast(19)], undefined],
      [
        'if one answers an error of its own',
        [broadcast(13), { broadcast: refused('tx already exists in cache') }],
        undefined,
      ],
      ['unless all refuse', [broadcast(13), broadcast(32)], { code: 13, codespace: 'sdk', log: 'code 13' }],
      [
        'unless the only one that answers refuses',
        [{ broadcast: down }, broadcast(32)],
        { code: 32, codespace: 'sdk', log: 'code 32' },
      ],
      ['unless a contract has the code', [broadcast(19, 'wasm')], { code: 19, codespace: 'wasm', log: 'code 19' }],
    ])('%s', async (_, deviations, answer) => {
      expect(await laneOf(...deviations).broadcast(new Uint8Array())).toEqual(answer);
    });

    it('refuse to broadcast if no node answers', async () => {
      await expect(laneOf({ broadcast: down }, { broadcast: down }).broadcast(new Uint8Array())).rejects.toThrow(
        NoAgreement,
      );
    });
  });

  describe('find a transaction', () => {
    const found = (change: Partial<TxResult> | null): Partial<TxNode> => ({
      transaction: () => Promise.resolve(change && { ...SUCCESS, ...change }),
    });
    const success = { height: 99, code: 0, gasUsed: 90_000n, log: '' };
    it.each<[string, Partial<TxNode>[], unknown]>([
      ['that all have', [{}, {}], success],
      ['that none has', [found(null), found(null)], undefined],
      ['that one denies', [{}, found(null), {}], success],
      ['that one invents', [found(null), {}, found(null)], undefined],
      ['that failed, as one denies', [found({ code: 5 }), {}, found({ code: 5 })], { ...success, code: 5 }],
      [
        'with the words of an honest node',
        [found({ code: 0, log: 'lie', height: 1 }), found({ code: 5, log: 'a' }), found({ code: 5, log: 'b' })],
        { ...success, code: 5, log: 'a' },
      ],
    ])('%s', async (__, deviations, answer) => {
      const result = await laneOf(...deviations).find(HASH);
      expect(result).toEqual(answer === undefined ? undefined : expect.objectContaining(answer as object));
    });

    it.each<[string, Partial<TxNode>[]]>([
      ['one of two denies', [{}, found(null)]],
      ['two name other heights', [{}, found({ height: 98 })]],
      ['one of two is down', [{}, { transaction: down }]],
    ])('in no agreement if %s', async (__, deviations) => {
      await expect(laneOf(...deviations).find(HASH)).rejects.toThrow(NoAgreement);
    });

    it('report the node that lies', async () => {
      await laneOf({}, found(null), {}).find(HASH);
      expect(faults).toEqual([[2, 'deviating']]);
    });
  });

  describe('read account and balance', () => {
    it('return the account and balance that enough nodes agree on', async () => {
      const liar: Partial<TxNode> = {
        account: () => Promise.resolve({ accountNumber: 7n, sequence: 9n }),
        balance: () => Promise.resolve(0n),
      };
      const lane = laneOf({}, liar, {});
      expect(await lane.account('wasm1x')).toEqual({ accountNumber: 7n, sequence: 3n });
      expect(await lane.balance('wasm1x', 'ustake')).toBe(1_000n);
      await expect(laneOf({}, liar).account('wasm1x')).rejects.toThrow(NoAgreement);
      expect(await laneOf({ account: () => Promise.resolve(null) }).account('wasm1x')).toBeUndefined();
    });
  });
});
