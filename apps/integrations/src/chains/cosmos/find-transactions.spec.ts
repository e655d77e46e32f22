import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Egress, MAX_BYTES } from '@questp/egress';
import {
  MAX_ACTS,
  readChainTransactions,
  type ChainTransaction,
  type ChainTransactions,
  type Fact,
} from '@questp/messages/integrations';
import { messageErrors, type RequestOf } from '@questp/messages/language';
import type { ChainRegistry } from '@questp/service-kit/chains';
import fc from 'fast-check';
import { pino } from 'pino';
import { ChainNodes } from './chain-nodes.js';
import { DestinationChains } from './destination-chains.js';
import { FindTransactions } from './find-transactions.js';
import { SearchTransactions } from './search-transactions.js';
import { ALICE, BOB, CAROL, FAILED, HASH, NOT_FOUND, SENT, SENT_TO_MANY } from '../../testing/node-answers.fixture.js';

const CHAIN = 'osmosis-1';
const SECRET = 'secret-in-path';

/** Chains of which one has nodes. */
const withNodes = (restUrls: string[] = []) => {
  const chain = { chainId: CHAIN, restUrls, configured: ['restUrls'] };
  return { get: (chainId: string) => (chainId === CHAIN ? chain : undefined) } as ChainRegistry;
};

type Request = RequestOf<typeof readChainTransactions>;
type Status = Fact<ChainTransactions>['status'];

describe('FindTransactions', () => {
  let egress: Egress;
  let servers: Server[];
  let logged: string;

  beforeEach(() => {
    egress = new Egress();
    servers = [];
    logged = '';
  });
  afterEach(async () => {
    await egress.onApplicationShutdown();
    servers.forEach((server) => server.closeAllConnections());
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  });

  /** A node with this behaviour; resolves with its REST address. */
  async function node(answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${SECRET}`;
  }
  const saying = (status: number, body: unknown) =>
    node((_, response) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body)),
    );
  const deaf = () => node(() => undefined);

  /** Asks for a transaction of a chain with these nodes; whatever they say, the reply is one of the contract. */
  async function ask(
    restUrls: string[] | undefined,
    asked: Partial<Request> = { txHash: HASH },
  ): Promise<Fact<ChainTransactions>> {
    const logger = pino({}, { write: (line: string) => (logged += line) });
    const nodes = new ChainNodes(egress, logger);
    const find = new FindTransactions(
      withNodes(restUrls),
      nodes,
      new SearchTransactions(nodes),
      new DestinationChains(nodes),
    );
    const reply = await find.execute({ chainId: CHAIN, kinds: ['transfer'], since: null, ...asked });
    if (readChainTransactions.reply) expect(messageErrors(readChainTransactions.reply, reply)).toEqual([]);
    expect(reply.value === null).toBe(reply.status !== 'found');
    return reply;
  }
  const statusOf = async (restUrls: string[]): Promise<Status> => (await ask(restUrls)).status;
  const transactionOf = async (restUrls: string[], asked?: Partial<Request>): Promise<ChainTransaction | undefined> =>
    (await ask(restUrls, asked)).value?.transactions[0];

  describe('a transaction', () => {
    it('a transaction is requested by its hash', async () => {
      let asked: string | undefined;
      const rest = await node((request, response) => {
        asked = request.url;
        response.end(JSON.stringify(SENT));
      });
      await ask([rest]);
      expect(asked).toBe(`/${SECRET}/cosmos/tx/v1beta1/txs/${HASH}`);
    });

    it('a transaction is returned with its block, its time and what its messages do', async () => {
      expect(await ask([await saying(200, SENT)])).toEqual({
        status: 'found',
        value: {
          transactions: [
            {
              ...{ hash: HASH, height: 3, time: '2026-11-22T05:19:48.000Z', code: 0, isComplete: true },
              acts: [{ kind: 'transfer', sender: ALICE, recipient: BOB, amounts: [{ denom: 'uquest', amount: '10' }] }],
            },
          ],
          isComplete: true,
        },
        detail: null,
        retryAt: null,
      });
    });

    it('a transaction is returned with every transfer of a message that pays several recipients', async () => {
      const transaction = await transactionOf([await saying(200, SENT_TO_MANY)]);
      expect(transaction?.acts).toEqual([
        { kind: 'transfer', sender: ALICE, recipient: BOB, amounts: [{ denom: 'uquest', amount: '2' }] },
        { kind: 'transfer', sender: ALICE, recipient: CAROL, amounts: [{ denom: 'uquest', amount: '3' }] },
      ]);
    });

    it('a transaction is returned with its code and without transfers if it failed', async () => {
      expect(await transactionOf([await saying(200, FAILED)])).toMatchObject({ code: 5, acts: [] });
    });

    it('a transaction is returned without transfers that a contract or a group sends or whose sender is ambiguous', async () => {
      const [send] = SENT.tx.body.messages;
      const [multi] = SENT_TO_MANY.tx.body.messages;
      const messages = [
        { '@type': '/cosmos.group.v1.MsgSubmitProposal', proposers: [BOB], messages: [send] },
        { '@type': '/cosmwasm.wasm.v1.MsgExecuteContract', sender: ALICE, funds: send?.amount },
        { ...multi, inputs: [...(multi?.inputs ?? []), { address: CAROL, coins: [] }] },
        { ...multi, inputs: [] },
        { ...multi, inputs: [null, ...(multi?.inputs ?? [])] },
        {},
      ];
      const transaction = await transactionOf([await saying(200, { ...SENT, tx: { body: { messages } } })]);
      expect(transaction?.acts).toEqual([]);
    });

    it('a transaction has what messages inside MsgExec do, in the name of the account that granted them', async () => {
      const [send] = SENT.tx.body.messages;
      const exec = (...msgs: unknown[]) => ({ '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: BOB, msgs });
      const read = async (message: object) =>
        transactionOf([await saying(200, { ...SENT, tx: { body: { messages: [message] } } })]);
      expect(await read(exec(send, exec(send)))).toMatchObject({
        ...{ acts: [{ sender: ALICE }, { sender: ALICE }], isComplete: true },
      });
      expect(await read(exec(exec(exec(exec(exec(send))))))).toMatchObject({ acts: [], isComplete: false });
      expect(await read({ ...exec(send), msgs: 'x' })).toMatchObject({ acts: [], isComplete: false });
    });

    it('a transaction has only acts of the requested kinds and accounts', async () => {
      const rest = [await saying(200, SENT_TO_MANY)];
      expect(await transactionOf(rest, { txHash: HASH, senders: [BOB] })).toMatchObject({ acts: [], isComplete: true });
      expect(await transactionOf(rest, { txHash: HASH, senders: [ALICE] })).toMatchObject({ acts: { length: 2 } });
      expect(await transactionOf(rest, { txHash: HASH, kinds: ['vote'] })).toMatchObject({ acts: [] });
    });

    it.each(['cosmos-sdk/MsgSend', '/cosmos.bank.v1beta1.MsgSend'])(
      'is read if its message is named %s',
      async (name) => {
        const { '@type': _, ...value } = SENT.tx.body.messages[0] as Record<string, unknown>;
        const message = name.startsWith('/') ? { '@type': name, ...value } : { type: name, value };
        const answer = { ...SENT, tx: { body: { messages: [message] } } };
        expect(await transactionOf([await saying(200, answer)])).toMatchObject({ acts: [{ sender: ALICE }] });
      },
    );

    it('a transaction is incomplete beyond the maximum number of acts', async () => {
      const messages = Array.from({ length: MAX_ACTS + 1 }, () => SENT.tx.body.messages[0]);
      const transaction = await transactionOf([await saying(200, { ...SENT, tx: { body: { messages } } })]);
      expect(transaction).toMatchObject({ acts: { length: MAX_ACTS }, isComplete: false });
    });

    describe('with an invalid part beside a valid transfer', () => {
      const [send] = SENT.tx.body.messages;
      const uquest = { denom: 'uquest', amount: '10' };
      const sent = (amounts: object[] = [uquest], more: object = {}) => ({
        ...{ kind: 'transfer', sender: ALICE, recipient: BOB, amounts },
        ...more,
      });
      const readFrom = async (messages: unknown[], denom?: string) => {
        const answer = { ...SENT, tx: { body: { messages } } };
        const asked = { txHash: HASH, ...(denom !== undefined && { denom }) };
        const transaction = await transactionOf([await saying(200, answer)], asked);
        return [transaction?.acts, transaction?.isComplete];
      };
      const coins = (...amount: unknown[]) => ({ ...send, amount });

      it.each<[string, unknown[]]>([
        ['a message of an unknown type', [{ '@type': '/x.y.MsgZ', amount: null, from_address: 7 }, send]],
        ['a message that is null, or has no type', [null, {}, [], 'x', send]],
        ['an address in mixed case', [{ ...send, to_address: `W${BOB.slice(1)}` }, send]],
        ['many other messages', [...Array.from({ length: 300 }, () => ({ '@type': '/x.y.MsgZ' })), send]],
        ['a denomination that no quest can name', [coins({ denom: '!', amount: '5' }, uquest)]],
      ])('has the transfer: %s', async (_, messages) => {
        expect(await readFrom(messages)).toEqual([[sent()], true]);
      });

      it('a transaction is returned with addresses in one form', async () => {
        const from_address = ALICE.toUpperCase();
        const to_address = '0x52908400098527886E0F7030069857D2E4169EE7';
        const [transfers] = await readFrom([{ ...send, from_address, to_address }]);
        expect(transfers).toEqual([sent([uquest], { recipient: to_address.toLowerCase() })]);
      });

      it.each([
        ['41 digits', '9'.repeat(41)],
        ['256 bits', String(2n ** 256n - 1n)],
        ['more than 256 bits', '1'.repeat(100)],
      ])('has an amount of %s as the largest that a quest can ask for', async (_, amount) => {
        const second = { denom: 'ufoo', amount };
        expect(await readFrom([coins(second, uquest)])).toEqual([
          [sent([{ denom: 'ufoo', amount: '9'.repeat(39) }, uquest])],
          true,
        ]);
        expect(await readFrom([coins(second, uquest)], 'uquest')).toEqual([[sent()], true]);
      });

      it('a transaction is returned with the requested coin at any position', async () => {
        const many = Array.from({ length: 40 }, (_, index) => ({ denom: `ibc/${index}`, amount: '1' }));
        expect(await readFrom([coins(...many, uquest)], 'uquest')).toEqual([[sent()], true]);
        expect(await readFrom([coins(...many, uquest)])).toMatchObject([[{ amounts: { length: 20 } }], false]);
      });

      it.each<[string, unknown]>([
        ['null', null],
        ['a number', { denom: 'uquest', amount: 1.5 }],
        ['a negative amount', { denom: 'uquest', amount: '-1' }],
        ['an amount with a point', { denom: 'uquest', amount: '1.0' }],
        ['no amount', { denom: 'uquest' }],
        ['no denomination', { amount: '5' }],
      ])('is incomplete if the requested denomination could be in the invalid part: %s', async (_, coin) => {
        expect(await readFrom([coins(coin, uquest)], 'uquest')).toEqual([[sent()], false]);
      });

      it.each<[string, unknown]>([
        ['no sender', { ...send, from_address: null }],
        ['no recipient', { ...send, to_address: '' }],
        ['coins that are no list', { ...send, amount: 'x' }],
      ])('is incomplete if a send has %s', async (_, odd) => {
        const [transfers, isComplete] = await readFrom([odd, send]);
        expect([transfers, isComplete]).toEqual([expect.arrayContaining([sent()]), false]);
      });

      it('a transaction is returned with the readable outputs of a send to several recipients', async () => {
        const [multi] = SENT_TO_MANY.tx.body.messages;
        const outputs = [null, { address: 7 }, { address: CAROL, coins: [null, uquest] }, ...(multi?.outputs ?? [])];
        const [transfers, isComplete] = await readFrom([{ ...multi, outputs }], 'uquest');
        expect(transfers).toMatchObject([{ recipient: CAROL }, { recipient: BOB }, { recipient: CAROL }]);
        expect(isComplete).toBe(false);
      });
    });

    it.each<[string, object, object]>([
      ['whose height is a number', { height: 3 }, {}],
      ['whose code is a text', { code: '0' }, {}],
      ['whose hash is in lower case', { txhash: HASH.toLowerCase() }, {}],
      ['with nanoseconds', { timestamp: '2026-11-22T05:19:48.123456789Z' }, { time: '2026-11-22T05:19:48.123Z' }],
      ['with an offset', { timestamp: '2026-11-22T07:19:48.5+02:00' }, { time: '2026-11-22T05:19:48.500Z' }],
      ['with events that are null', { events: null, logs: null }, {}],
    ])('%s is read', async (_, change, expected) => {
      const answer = { ...SENT, tx_response: { ...SENT.tx_response, ...change } };
      expect(await transactionOf([await saying(200, answer)])).toMatchObject({
        ...{ hash: HASH, height: 3, code: 0, acts: { length: 1 } },
        ...expected,
      });
    });

    it.each([null, undefined, ''])('with the memo %j is read', async (memo) => {
      const body = { ...SENT.tx.body, memo };
      expect(await statusOf([await saying(200, { ...SENT, tx: { body } })])).toBe('found');
    });

    it('a transaction is read that stands only below its result', async () => {
      const answer = { tx: null, tx_response: { ...SENT.tx_response, tx: { '@type': '/x.Tx', ...SENT.tx } } };
      expect((await transactionOf([await saying(200, answer)]))?.acts).toHaveLength(1);
    });
  });

  describe('no transaction', () => {
    it.each(NOT_FOUND)('is what a node says with status %i and %j', async (status, body) => {
      expect(await ask([await saying(status, body)])).toEqual({
        status: 'not_found',
        value: null,
        detail: 'osmosis-1 knows no such transaction, or not yet.',
        retryAt: null,
      });
    });

    it.each([
      ['404 of a proxy', 404, '<html>Not Found</html>'],
      ['404 of a wrong path', 404, { code: 5, message: 'Not Found', details: [] }],
      ['a node that says so of another transaction', 404, { code: 5, message: `tx not found: ${'A'.repeat(64)}` }],
      ['a node without an index', 500, { code: 13, message: 'transaction indexing is disabled' }],
      ['a node that is not Cosmos', 200, { jsonrpc: '2.0', result: [] }],
      ['a node that is overloaded', 429, { message: `tx not found: ${HASH}` }],
      ['a redirect', 302, ''],
      ['no JSON', 200, '{'],
      ['a list', 200, [SENT]],
      ['null', 200, null],
      ['another transaction', 200, { ...SENT, tx_response: { ...SENT.tx_response, txhash: 'A'.repeat(64) } }],
      ['a height of none', 200, { ...SENT, tx_response: { ...SENT.tx_response, height: '0' } }],
      ['a height beyond numbers', 200, { ...SENT, tx_response: { ...SENT.tx_response, height: '9007199254740993' } }],
      [
        'a time that is none',
        200,
        { ...SENT, tx_response: { ...SENT.tx_response, timestamp: '2026-13-40T00:00:00Z' } },
      ],
      ['a code that is none', 200, { ...SENT, tx_response: { ...SENT.tx_response, code: 'ok' } }],
      ['no code', 200, { ...SENT, tx_response: { ...SENT.tx_response, code: undefined } }],
      ['a success without messages', 200, { tx_response: SENT.tx_response }],
      ['more than is read', 200, ' '.repeat(MAX_BYTES + 1)],
    ])('is not concluded from %s', async (_, status, body) => {
      const reply = await ask([await saying(status, body)]);
      expect(reply).toMatchObject({
        status: 'unavailable',
        detail: expect.stringMatching(/^No node of osmosis-1 can say: \S/) as unknown,
      });
    });

    it('the absence of a transaction is not concluded from an unreachable node', async () => {
      expect(await ask(['http://127.0.0.1:1'])).toMatchObject({
        status: 'unavailable',
        detail: 'No node of osmosis-1 can say: unreachable: ECONNREFUSED.',
        retryAt: null,
      });
    });

    it('reading a transaction is unsupported without a configured node', async () => {
      expect(await ask(undefined)).toMatchObject({ status: 'unsupported', value: null });
      expect(await ask([], { chainId: 'nowhere-1', txHash: HASH })).toMatchObject({ status: 'unsupported' });
    });
  });

  describe('of several nodes', () => {
    it('the next one is queried if one is unusable or lacks the transaction', async () => {
      const sent = await saying(200, SENT);
      expect(await statusOf([await saying(502, ''), sent])).toBe('found');
      expect(await statusOf(['http://127.0.0.1:1', sent])).toBe('found');
      expect(await statusOf([await saying(...NOT_FOUND[0]), sent])).toBe('found');
      expect(await statusOf([await saying(200, { tx_response: {} }), sent])).toBe('found');
    });

    it('two have to say "not found"', async () => {
      const [none, down] = [await saying(...NOT_FOUND[0]), await saying(502, '')];
      expect(await statusOf([none, await saying(...NOT_FOUND[1])])).toBe('not_found');
      expect(await statusOf([none, down, await saying(...NOT_FOUND[1])])).toBe('not_found');
      expect(await ask([down, none])).toMatchObject({
        ...{ status: 'unavailable', detail: 'Not enough nodes of osmosis-1 can say: status 502.' },
      });
      expect(await statusOf([none, down])).toBe('unavailable');
      expect(await statusOf([await saying(502, ''), await saying(500, '')])).toBe('unavailable');
    });

    it('hanging ones leave time for the others, and all together keep the deadline', async () => {
      const start = performance.now();
      expect(await statusOf([await deaf(), await saying(200, SENT)])).toBe('found');
      expect(await statusOf([await deaf(), await deaf()])).toBe('unavailable');
      const [first, both] = [readChainTransactions.deadlineMs / 2, readChainTransactions.deadlineMs];
      expect(performance.now() - start).toBeLessThan(first + 2 * both);
    });
  });

  it('the addresses of nodes, which may contain a key, appear in no reply or log', async () => {
    const { detail } = await ask([await saying(502, ''), 'http://127.0.0.1:1/secret-in-path']);
    expect(detail).toBe('No node of osmosis-1 can say: status 502; unreachable: ECONNREFUSED.');
    expect(logged).toContain('status 502');
    expect(logged).not.toMatch(/secret-in-path|127\.0\.0\.1/);
  });

  it('no change of an answer leads to a wrong transaction', async () => {
    const texts = [SENT, SENT_TO_MANY, FAILED].map((answer) => JSON.stringify(answer));
    const anyChange = fc.record({
      text: fc.constantFrom(...texts),
      at: fc.nat(1_000),
      value: fc.oneof(fc.json({ maxDepth: 2 }), fc.constant('"'), fc.constant('')),
    });
    let body = '';
    const rest = await node((_, response) => response.end(body));
    await fc.assert(
      fc.asyncProperty(anyChange, async ({ text, at, value }) => {
        // Another value in the place of some value or name.
        const tokens = text.split(/("[^"]*"|\d+)/);
        tokens[at % tokens.length] = value;
        body = tokens.join('');
        expect(['found', 'unavailable']).toContain(await statusOf([rest]));
      }),
      { numRuns: 300 },
    );
  }, 60_000);
});
