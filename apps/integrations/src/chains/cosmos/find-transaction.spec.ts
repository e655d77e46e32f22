import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Egress, MAX_BYTES } from '@questp/egress';
import { MAX_TRANSFERS, readChainTransaction, type ChainTransaction, type Fact } from '@questp/messages/integrations';
import { messageErrors } from '@questp/messages/language';
import type { ChainRegistry } from '@questp/service-kit/chains';
import fc from 'fast-check';
import { pino } from 'pino';
import { ChainNodes } from './chain-nodes.js';
import { FindTransaction } from './find-transaction.js';
import { ALICE, BOB, CAROL, FAILED, HASH, NOT_FOUND, SENT, SENT_TO_MANY } from '../../testing/node-answers.fixture.js';

const CHAIN = 'osmosis-1';
const SECRET = 'secret-in-path';

/** Chains of which one has nodes. */
const withNodes = (restUrls: string[] = []) => {
  const chain = { chainId: CHAIN, restUrls, configured: ['restUrls'] };
  return { get: (chainId: string) => (chainId === CHAIN ? chain : undefined) } as ChainRegistry;
};

type Status = Fact<ChainTransaction>['status'];

describe('FindTransaction', () => {
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
  async function ask(restUrls: string[] | undefined, txHash = HASH): Promise<Fact<ChainTransaction>> {
    const logger = pino({}, { write: (line: string) => (logged += line) });
    const find = new FindTransaction(withNodes(restUrls), new ChainNodes(egress, logger));
    const reply = await find.execute({ chainId: CHAIN, txHash });
    if (readChainTransaction.reply) expect(messageErrors(readChainTransaction.reply, reply)).toEqual([]);
    expect(reply.value === null).toBe(reply.status !== 'found');
    return reply;
  }
  const statusOf = async (restUrls: string[]): Promise<Status> => (await ask(restUrls)).status;

  describe('a transaction', () => {
    it('is asked for by its hash', async () => {
      let asked: string | undefined;
      const rest = await node((request, response) => {
        asked = request.url;
        response.end(JSON.stringify(SENT));
      });
      await ask([rest]);
      expect(asked).toBe(`/${SECRET}/cosmos/tx/v1beta1/txs/${HASH}`);
    });

    it('tells its block, its time and who sent what to whom', async () => {
      expect(await ask([await saying(200, SENT)])).toEqual({
        status: 'found',
        value: {
          hash: HASH,
          height: 3,
          time: '2026-11-22T05:19:48.000Z',
          code: 0,
          transfers: [{ sender: ALICE, recipient: BOB, amounts: [{ denom: 'uquest', amount: '10' }] }],
        },
        detail: null,
        retryAt: null,
      });
    });

    it('may pay many at once', async () => {
      const { value: transaction } = await ask([await saying(200, SENT_TO_MANY)]);
      expect(transaction?.transfers).toEqual([
        { sender: ALICE, recipient: BOB, amounts: [{ denom: 'uquest', amount: '2' }] },
        { sender: ALICE, recipient: CAROL, amounts: [{ denom: 'uquest', amount: '3' }] },
      ]);
    });

    it('that failed tells its code and moved nothing', async () => {
      expect((await ask([await saying(200, FAILED)])).value).toMatchObject({ code: 5, transfers: [] });
    });

    it('counts no transfer that its sender did not sign, or whose sender nobody can say', async () => {
      const [send] = SENT.tx.body.messages;
      const [multi] = SENT_TO_MANY.tx.body.messages;
      const messages = [
        { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: BOB, msgs: [send] },
        { '@type': '/cosmwasm.wasm.v1.MsgExecuteContract', sender: ALICE, funds: send?.amount },
        { ...multi, inputs: [...(multi?.inputs ?? []), { address: CAROL, coins: [] }] },
        { ...multi, inputs: [] },
        {},
      ];
      const { value: transaction } = await ask([await saying(200, { ...SENT, tx: { body: { messages } } })]);
      expect(transaction?.transfers).toEqual([]);
    });

    it('is read up to a number of transfers', async () => {
      const messages = Array.from({ length: MAX_TRANSFERS + 1 }, () => SENT.tx.body.messages[0]);
      const { value: transaction } = await ask([await saying(200, { ...SENT, tx: { body: { messages } } })]);
      expect(transaction?.transfers).toHaveLength(MAX_TRANSFERS);
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
      ['a code as text', 200, { ...SENT, tx_response: { ...SENT.tx_response, code: '0' } }],
      ['a negative amount', 200, JSON.stringify(SENT).replace('"10"', '"-10"')],
      ['an amount with a point', 200, JSON.stringify(SENT).replace('"10"', '"1.0"')],
      ['a success without messages', 200, { tx_response: SENT.tx_response }],
      ['more than is read', 200, ' '.repeat(MAX_BYTES + 1)],
    ])('is not proven by %s', async (_, status, body) => {
      const reply = await ask([await saying(status, body)]);
      expect(reply).toMatchObject({
        status: 'unavailable',
        detail: expect.stringMatching(/^No node of osmosis-1 can say: \S/) as unknown,
      });
    });

    it('is not proven by a node that is not there', async () => {
      expect(await ask(['http://127.0.0.1:1'])).toMatchObject({
        status: 'unavailable',
        detail: 'No node of osmosis-1 can say: unreachable: ECONNREFUSED.',
        retryAt: null,
      });
    });

    it('can be asked for where no node is configured', async () => {
      expect(await ask(undefined)).toMatchObject({ status: 'unsupported', value: null });
      const find = new FindTransaction(withNodes([]), new ChainNodes(egress, pino({ enabled: false })));
      expect(await find.execute({ chainId: 'nowhere-1', txHash: HASH })).toMatchObject({ status: 'unsupported' });
    });
  });

  describe('of several nodes', () => {
    it('the next one is asked when one is of no use, or does not have it', async () => {
      const sent = await saying(200, SENT);
      expect(await statusOf([await saying(502, ''), sent])).toBe('found');
      expect(await statusOf(['http://127.0.0.1:1', sent])).toBe('found');
      expect(await statusOf([await saying(...NOT_FOUND[0]), sent])).toBe('found');
      expect(await statusOf([await saying(200, { tx_response: {} }), sent])).toBe('found');
    });

    it('one that says so is enough for "not found", none for it is not', async () => {
      expect(await statusOf([await saying(502, ''), await saying(...NOT_FOUND[0])])).toBe('not_found');
      expect(await statusOf([await saying(...NOT_FOUND[0]), await saying(502, '')])).toBe('not_found');
      expect(await statusOf([await saying(502, ''), await saying(500, '')])).toBe('unavailable');
    });

    it('those that hang leave time for the others, and all together keep the deadline', async () => {
      const start = performance.now();
      expect(await statusOf([await deaf(), await saying(200, SENT)])).toBe('found');
      expect(await statusOf([await deaf(), await deaf()])).toBe('unavailable');
      const [first, both] = [readChainTransaction.deadlineMs / 2, readChainTransaction.deadlineMs];
      expect(performance.now() - start).toBeLessThan(first + 2 * both);
    });
  });

  it('says nothing of addresses in replies and logs, which may hold a key', async () => {
    const { detail } = await ask([await saying(502, ''), 'http://127.0.0.1:1/secret-in-path']);
    expect(detail).toBe('No node of osmosis-1 can say: status 502; unreachable: ECONNREFUSED.');
    expect(logged).toContain('status 502');
    expect(logged).not.toMatch(/secret-in-path|127\.0\.0\.1/);
  });

  it('is not led astray by any change of an answer', async () => {
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
