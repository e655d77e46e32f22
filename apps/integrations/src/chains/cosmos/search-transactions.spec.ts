import { Egress } from '@questp/egress';
import { EmulatedChain, SDK_VERSIONS, type ChainMessage, type SdkVersion } from '@questp/emulators';
import {
  MAX_TRANSACTIONS,
  readChainTransactions,
  type ChainTransactions,
  type Fact,
} from '@questp/messages/integrations';
import { messageErrors, type RequestOf } from '@questp/messages/language';
import type { ChainRegistry } from '@questp/service-kit/chains';
import { pino } from 'pino';
import { ALICE, BOB, CAROL } from '../../testing/node-answers.fixture.js';
import { ChainNodes } from './chain-nodes.js';
import { DestinationChains } from './destination-chains.js';
import { FindTransactions } from './find-transactions.js';
import { SearchTransactions } from './search-transactions.js';

type Request = RequestOf<typeof readChainTransactions>;

const send = (from = ALICE): ChainMessage => ({
  ...{ '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: from, to_address: BOB },
  amount: [{ denom: 'uatom', amount: '1' }],
});
const vote: ChainMessage = {
  ...{ '@type': '/cosmos.gov.v1.MsgVote', voter: ALICE, proposal_id: '4', option: 'VOTE_OPTION_YES' },
};
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

describe('a search for transactions', () => {
  let egress: Egress;
  let nodes: EmulatedChain[];
  let find: FindTransactions;

  beforeEach(() => {
    egress = new Egress();
    nodes = [];
    const chainNodes = new ChainNodes(egress, pino({ enabled: false }));
    const get = (chainId: string) => ({ chainId, restUrls: nodes.map(({ url }) => url), configured: ['restUrls'] });
    const registry = { get } as unknown as ChainRegistry;
    const search = new SearchTransactions(chainNodes);
    find = new FindTransactions(registry, chainNodes, search, new DestinationChains(chainNodes));
  });
  afterEach(async () => {
    await egress.onApplicationShutdown();
    await Promise.all(nodes.map((node) => node.stop()));
  });

  async function addNode(sdk: SdkVersion = '0.50'): Promise<EmulatedChain> {
    const node = await new EmulatedChain().start();
    node.sdk = sdk;
    nodes.push(node);
    return node;
  }

  async function search(asked: Partial<Request> = {}): Promise<Fact<ChainTransactions>> {
    const request = { chainId: 'cosmoshub-4', senders: [ALICE], kinds: ['transfer' as const], since: null, ...asked };
    const reply = await find.execute(request);
    if (readChainTransactions.reply) expect(messageErrors(readChainTransactions.reply, reply)).toEqual([]);
    return reply;
  }
  const found = async (asked?: Partial<Request>) => {
    const { value } = await search(asked);
    return { hashes: value?.transactions.map(({ hash }) => hash), isComplete: value?.isComplete };
  };

  it.each(SDK_VERSIONS)('finds the newest of an account first at a node of SDK %s', async (sdk) => {
    const node = await addNode(sdk);
    const hashes = [node.include({ messages: [send()] }), node.include({ messages: [send(), send()] })];
    node.include({ messages: [send(CAROL)] });
    node.include({ messages: [vote] });
    node.include({ messages: [send()], code: 5 });
    expect(await found()).toEqual({ hashes: hashes.toReversed(), isComplete: true });
  });

  it('asks a node in the other form only until it knows the form that the node understands', async () => {
    const node = await addNode('0.45');
    await found();
    await found();
    expect(node.asked.map((path) => /\?(\w+)=/.exec(path)?.[1])).toEqual(['query', 'events', 'events']);
    node.sdk = '0.53';
    node.asked.length = 0;
    await found();
    await found();
    expect(node.asked.map((path) => /\?(\w+)=/.exec(path)?.[1])).toEqual(['events', 'query', 'query']);
  });

  it.each(SDK_VERSIONS)('reads pages until the time from which acts count, at a node of SDK %s', async (sdk) => {
    const node = await addNode(sdk);
    const hashes = Array.from({ length: 50 }, (_, minute) => {
      return node.include({ messages: [minute % 5 === 0 ? send() : vote], time: at(minute) });
    });
    expect(await found({ since: at(18) })).toEqual({
      ...{ hashes: [45, 40, 35, 30, 25, 20].map((index) => hashes[index]), isComplete: true },
    });
    expect(node.asked.filter((path) => path.includes('page=3'))).toEqual([]);
  });

  it('is incomplete with more transactions than it reads, or than a reply has', async () => {
    const node = await addNode();
    for (let minute = 0; minute < 61; minute += 1) node.include({ messages: [vote], time: at(minute) });
    expect(await found()).toEqual({ hashes: [], isComplete: false });
    expect(await found({ kinds: ['vote'], since: at(40) })).toMatchObject({
      ...{ hashes: { length: MAX_TRANSACTIONS }, isComplete: false },
    });
  });

  it('has exactly one page of transactions', async () => {
    const node = await addNode();
    for (let minute = 0; minute < 20; minute += 1) node.include({ messages: [send()], time: at(minute) });
    expect(await found()).toMatchObject({ hashes: { length: 20 }, isComplete: true });
  });

  it.each(SDK_VERSIONS)('begins with the oldest after a height, at a node of SDK %s', async (sdk) => {
    const node = await addNode(sdk);
    const hashes = [0, 1, 2, 3].map((minute) => node.include({ messages: [send()], time: at(minute) }));
    const afterHeight = node.height - 2;
    expect(await found({ afterHeight })).toEqual({ hashes: hashes.slice(2), isComplete: true });
  });

  it('finds the transactions of all accounts, each once', async () => {
    const node = await addNode();
    const [one, both] = [node.include({ messages: [send(CAROL)] }), node.include({ messages: [send(), send(CAROL)] })];
    expect(await found({ senders: [ALICE, CAROL] })).toEqual({ hashes: [both, one], isComplete: true });
  });

  it('finds transactions by contract, recipient, validator, proposal or packet', async () => {
    const node = await addNode();
    const include = (message: ChainMessage, type: string, ...attributes: [string, string][]) =>
      node.include({ messages: [message], events: [[{ type, attributes }]] });
    const paid = include(send(CAROL), 'transfer', ['recipient', BOB]);
    const voted = include(vote, 'proposal_vote', ['proposal_id', '4']);
    expect(await found({ senders: [CAROL], recipient: BOB })).toMatchObject({ hashes: [paid] });
    expect(await found({ senders: [ALICE], recipient: BOB })).toMatchObject({ hashes: [] });
    expect(await found({ kinds: ['vote'], proposalId: '4' })).toMatchObject({ hashes: [voted] });
    const data = Buffer.from(JSON.stringify({ sender: ALICE })).toString('base64');
    const packet = { sequence: '9', source_channel: 'channel-3', data };
    const back = node.include({
      messages: [{ '@type': '/ibc.core.channel.v1.MsgTimeout', packet, signer: BOB }],
      events: [
        [
          {
            type: 'timeout_packet',
            attributes: [
              ['packet_src_channel', 'channel-3'],
              ['packet_sequence', '9'],
            ],
          },
          { type: 'timeout', attributes: [['refund_receiver', ALICE]] },
        ],
      ],
    });
    expect(await found({ kinds: ['ibc_refund'], channel: 'channel-3', sequence: '9' })).toMatchObject({
      hashes: [back],
    });
  });

  it('is unsupported without anything to search for', async () => {
    await addNode();
    const { senders: _, ...request } = { chainId: 'cosmoshub-4', senders: [], kinds: ['vote' as const], since: null };
    expect(await find.execute(request)).toMatchObject({ status: 'unsupported' });
  });

  describe('for coins sent to another chain', () => {
    const request = { kinds: ['ibc_transfer' as const] };
    const sent = (channel: string): ChainMessage => ({
      ...{ '@type': '/ibc.applications.transfer.v1.MsgTransfer', sender: ALICE, receiver: 'osmo1bob' },
      ...{ source_port: 'transfer', source_channel: channel, token: { denom: 'uatom', amount: '1' } },
    });
    const actsOf = async () => (await search(request)).value?.transactions.flatMap(({ acts }) => acts);

    it('names the destination by the client of the channel, which it reads once', async () => {
      const node = await addNode();
      node.state.channels.push({ id: 'channel-3', chainId: 'osmosis-1' });
      node.include({ messages: [sent('channel-3'), sent('channel-3')] });
      const act = { channel: 'channel-3', destinationChainId: 'osmosis-1' };
      expect(await actsOf()).toMatchObject([act, act]);
      expect(await actsOf()).toMatchObject([act, act]);
      expect(node.asked.filter((path) => path.endsWith('/client_state'))).toHaveLength(1);
    });

    it('names no destination of a channel that the chain does not have', async () => {
      const node = await addNode();
      node.include({ messages: [sent('channel-4')] });
      const [act] = (await actsOf()) ?? [];
      expect(act).toMatchObject({ channel: 'channel-4' });
      expect(act?.destinationChainId).toBeUndefined();
    });

    it.each<[string, unknown]>([
      ['no JSON', '{'],
      ['no client', {}],
      ['a chain id that is none', { identified_client_state: { client_state: { chain_id: 'a chain' } } }],
    ])('is unavailable if the node answers %s', async (_, said) => {
      const node = await addNode();
      node.include({ messages: [sent('channel-3')] });
      node.lie = (path, body) => (path.endsWith('/client_state') ? said : body);
      node.state.channels.push({ id: 'channel-3', chainId: 'osmosis-1' });
      expect(await search(request)).toMatchObject({ status: 'unavailable', value: null });
    });

    it('is incomplete with more channels than it reads', async () => {
      const node = await addNode();
      const channels = Array.from({ length: 11 }, (_, index) => `channel-${index}`);
      node.state.channels.push(...channels.map((id) => ({ id, chainId: 'osmosis-1' })));
      node.include({ messages: channels.map(sent) });
      const { value } = await search(request);
      expect(value?.transactions[0]).toMatchObject({ isComplete: false, acts: { length: 11 } });
    });
  });

  describe('at two nodes', () => {
    it('finds what one of them has, and both have to answer for a complete search', async () => {
      const [one, other] = [await addNode('0.45'), await addNode('0.53')];
      expect(await found()).toEqual({ hashes: [], isComplete: true });
      const hash = other.include({ messages: [send()] });
      expect(await found()).toEqual({ hashes: [hash], isComplete: true });
      one.down = 502;
      expect(await found()).toEqual({ hashes: [hash], isComplete: false });
      other.forget();
      expect(await found()).toEqual({ hashes: [], isComplete: false });
      other.down = 'closed';
      expect(await search()).toMatchObject({ status: 'unavailable', value: null });
    });

    it('concludes nothing from a node without an index', async () => {
      const [one] = [await addNode(), await addNode()];
      one.hasIndex = false;
      expect(await found()).toEqual({ hashes: [], isComplete: false });
      const hash = 'A'.repeat(64);
      expect(await search({ txHash: hash })).toMatchObject({ status: 'unavailable' });
    });

    it('needs both to find no transaction by its hash, and one to find it later', async () => {
      const [one, other] = [await addNode(), await addNode('0.45')];
      const hash = other.include({ messages: [send()], isIndexed: false });
      expect(await search({ txHash: hash })).toMatchObject({ status: 'not_found' });
      one.down = 500;
      expect(await search({ txHash: hash })).toMatchObject({ status: 'unavailable' });
      other.index(hash);
      expect(await found({ txHash: hash })).toEqual({ hashes: [hash], isComplete: true });
      other.prunedBelow = other.height + 1;
      one.down = undefined;
      expect(await search({ txHash: hash })).toMatchObject({ status: 'not_found' });
    });
  });

  describe('of a node that lies', () => {
    it.each<[string, object]>([
      ['failed transactions', { code: 5 }],
      ['transactions from before the start', { timestamp: '2020-01-01T00:00:00Z' }],
      ['transactions of another account', { tx: { body: { messages: [send(CAROL)] } } }],
    ])('has no %s', async (_, change) => {
      const node = await addNode();
      node.include({ messages: [send()] });
      node.lie = (_path, body) => {
        const { tx_responses: [result] = [] } = body as { tx_responses?: object[] };
        return { ...body, txs: [], tx_responses: [{ ...result, ...change }] };
      };
      expect(await found({ since: '2026-01-01T00:00:00.000Z' })).toEqual({ hashes: [], isComplete: true });
    });

    it('has none from before the height', async () => {
      const node = await addNode();
      node.include({ messages: [send()] });
      const hash = node.include({ messages: [send()] });
      node.lie = (_path, body) => {
        const { tx_responses: [result] = [] } = body as { tx_responses?: object[] };
        return { ...body, tx_responses: [result, { ...result, height: '1', txhash: 'B'.repeat(64) }] };
      };
      expect(await found({ afterHeight: node.height - 1 })).toMatchObject({ hashes: [hash] });
    });

    it('is not complete with more results than a page has, of which it reads no more', async () => {
      const node = await addNode();
      const hash = node.include({ messages: [vote] });
      node.lie = (_path, body) => {
        const { tx_responses: [result] = [] } = body as { tx_responses?: object[] };
        const late = { ...result, txhash: 'B'.repeat(64) };
        return { ...body, txs: [], tx_responses: [...Array.from({ length: 20 }, () => result), late] };
      };
      expect(await found({ kinds: ['vote'] })).toEqual({ hashes: [hash], isComplete: false });
    });

    it.each<[string, (body: object) => unknown]>([
      ['no JSON', () => '{'],
      ['a list', () => []],
      ['no results', (body) => ({ ...body, tx_responses: 'x' })],
      ['a result that is null', (body) => ({ ...body, tx_responses: [null] })],
      ['a result without a hash', (body) => ({ ...body, tx_responses: [{ height: '3' }] })],
      ['a total that is never reached', (body) => ({ ...body, total: '1000000' })],
    ])('is not complete with %s', async (_, lie) => {
      const [node] = [await addNode(), await addNode()];
      node.lie = (_path, body) => lie(body);
      expect(await found()).toEqual({ hashes: [], isComplete: false });
    });
  });
});
