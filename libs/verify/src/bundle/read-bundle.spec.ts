import { jest } from '@jest/globals';
import { type ServerResponse } from 'node:http';
import { completedBundle, OWNER, type RightBundle, testAddress } from '../testing/bundles.js';
import { TXS } from '../node/answers.js';
import { Budget, FetchError, fetchJson } from '../node/fetch-json.js';
import { type Interceptor, startNode, type TestNode } from '../testing/test-node.js';
import { isRead } from '../input/part.js';
import { type BundleSource, ChangedError, fetchBundle, type Progress } from './read-bundle.js';
import { verdict, verify } from '../checks/verify.js';

const MIB = 1024 * 1024;

describe('a bundle', () => {
  let bundle: RightBundle;
  let intercept: Interceptor;
  let node: TestNode;
  const publishers: TestNode[] = [];

  /** The address of a file that another server publishes, until the case ends. */
  const publish = async (content: object | string) => {
    const publisher = await startNode(() => bundle, answering(/^\/allocation.json$/, content));
    publishers.push(publisher);
    return `${publisher.url}/allocation.json`;
  };

  const read = (source: Partial<BundleSource> = {}, onProgress?: (progress: Progress) => void) =>
    fetchBundle({ node: node.url, claim: bundle.claim, file: { content: bundle.file.value }, ...source }, onProgress);

  beforeAll(
    async () =>
      (node = await startNode(
        () => bundle,
        (asked, response) => intercept(asked, response),
      )),
  );
  beforeEach(() => {
    bundle = completedBundle();
    intercept = () => false;
    node.asked.length = 0;
  });
  afterEach(() => {
    for (const publisher of publishers.splice(0)) publisher.close();
  });
  afterAll(() => node.close());

  it('contains the state of the node and the published file, and passes the checks', async () => {
    bundle.chain.value.time = new Date().toISOString();
    const found = await read();
    expect(found).toEqual({ ...bundle, node: node.url, readAt: expect.any(String) as string });
    expect(verdict(verify(found))).toBe('agrees');
  });

  it('contains all entries and transactions of a long allocation, read in pages with progress', async () => {
    const entries = Array.from({ length: 250 }, (_, index) => ({
      ...{ address: testAddress(index), points: '10', amount: '10', status: 'paid' as const },
    })).sort((a, b) => (a.address < b.address ? -1 : 1));
    bundle.allocations.value = entries;
    bundle.status.value.entry_count = entries.length;
    bundle.transfers.value = entries.map(({ address: recipient }, index) => ({
      ...{ tx: index.toString(16).toUpperCase().padStart(64, '0'), height: '90', recipient, amount: '10' },
    }));
    const steps: Progress[] = [];
    const found = await read({}, (progress) => steps.push(progress));
    expect(found.allocations).toEqual({ value: entries });
    expect(found.transfers).toEqual({ value: bundle.transfers.value });
    expect(node.asked.filter((path) => path.includes('"allocations"'))).toHaveLength(3);
    expect(steps).toContainEqual({ step: 'allocations', done: 250, total: 250 });
    expect(steps).toContainEqual({ step: 'transfers', done: 250, total: 250 });
  });

  it.each(['instantiate', 'migrate', 'sudo'])(
    'contains transfers made by a call other than an execution: %s',
    async (call) => {
      const events = [bankTransfer(bundle.claim.escrow, '12uquest')];
      const tx = { txhash: 'D'.repeat(64), height: '5', code: 0, events };
      intercept = answering(new RegExp(`query=${call}`), { total: '1', tx_responses: [tx] });
      expect((await read()).transfers).toEqual({
        value: [...bundle.transfers.value, { tx: tx.txhash, height: '5', recipient: testAddress(60), amount: '12' }],
      });
    },
  );

  it('contains the transfers of a token', async () => {
    bundle.config.value.asset = { cw20: { address: testAddress(50, 32) } };
    expect((await read()).transfers).toEqual(bundle.transfers);
  });

  it('contains each change of the treasury by its own factory, and none by another contract', async () => {
    bundle.treasuries.value = [
      { height: '80', address: testAddress(61) },
      { height: '95', address: testAddress(62) },
    ];
    expect((await read()).treasuries).toEqual(bundle.treasuries);
  });

  it.each<[what: string, write: (text: string) => string]>([
    ['in base64', (text) => Buffer.from(text).toString('base64')],
    ['plainly', (text) => text],
  ])('reads events that a node writes %s, with extra and duplicate attributes', async (_what, write) => {
    const { type, attributes } = bankTransfer(bundle.claim.escrow, '12uquest');
    const written = attributes.map(({ key, value }) => ({ key: write(key), value: write(value), index: true }));
    const events = [
      null,
      { type: 'tx', attributes: null },
      { type, attributes: [...written, ...written, { key: write('msg_index'), value: write('0') }, { key: null }] },
      {
        type: 'message',
        attributes: [
          { key: write('memo'), value: null },
          { key: write('x'.repeat(500)), value: '' },
        ],
      },
    ];
    const tx = { txhash: 'd'.repeat(64), height: 5, code: '0', events };
    intercept = answering(/txs\?/, { total: 1, tx_responses: [tx] });
    expect((await read()).transfers).toEqual({
      value: [{ tx: 'D'.repeat(64), height: '5', recipient: testAddress(60), amount: '12' }],
    });
  });

  it('reads one coin of a transfer of several, and no transfers of other accounts', async () => {
    const { escrow } = bundle.claim;
    const events = [
      bankTransfer(escrow, '7ibc/AB,12uquest,3zeta'),
      bankTransfer(escrow, '7ustray'),
      bankTransfer(testAddress(61), '9uquest'),
      { type: 'wasm', attributes: [{ key: 'action', value: null }] },
    ];
    const tx = { txhash: 'D'.repeat(64), height: '5', code: 0, events };
    const undone = { ...tx, txhash: 'E'.repeat(64), code: 5 };
    intercept = answering(/txs\?/, { total: '2', tx_responses: [tx, undone] });
    expect((await read()).transfers).toEqual({
      value: [{ tx: tx.txhash, height: '5', recipient: testAddress(60), amount: '12' }],
    });
  });

  it('reads the file from the address on the chain, unless another address is given', async () => {
    const { value: content } = bundle.file;
    const url = await publish(content as object);
    if (bundle.status.value.finalized) bundle.status.value.finalized.allocation_uri = url;
    expect((await read({ file: undefined })).file).toEqual({ value: content });
    if (bundle.status.value.finalized) bundle.status.value.finalized.allocation_uri = 'file:///etc/passwd';
    expect((await read({ file: undefined })).file).toEqual({ error: 'file:///etc/passwd is no http address' });
    expect((await read({ file: { url } })).file).toEqual({ value: content });
  });

  it('rejects a file that is nested too deeply to be saved in a bundle', async () => {
    const nested = (levels: number) => `{"schema":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const url = await publish(nested(50));
    const error = 'the file is not JSON of at most 20 levels';
    expect((await read({ file: { url } })).file).toEqual({ error });
    expect((await read({ file: { content: JSON.parse(nested(100_000)) as unknown } })).file).toEqual({ error });
  });

  it('contains the reason in place of each part that the node refuses', async () => {
    intercept = (asked, response) => asked.includes('txs?') && refuse(response, 'transaction indexing is disabled');
    const found = await read();
    expect(found.transfers).toEqual({ error: expect.stringMatching(/answers 500: .*indexing is disabled/) as string });
    expect(found.allocations).toEqual(bundle.allocations);
    expect(verdict(verify(found))).toBe('unchecked');
  });

  it('contains only reasons when the node cannot be reached', async () => {
    const found = await read({ node: 'http://127.0.0.1:1', file: undefined });
    const outcomes = new Set(verify(found).map(({ outcome }) => outcome));
    expect([...outcomes]).toEqual(['unchecked']);
    expect(found.status).toEqual({
      error: expect.stringMatching(/^http:\/\/127.0.0.1:1\/.* cannot be read: ./) as string,
    });
  });

  it('is read again when the escrow changes meanwhile, and fails when it always changes', async () => {
    let reads = 0;
    const move = (times: number): Interceptor => {
      reads = 0;
      return (asked) => {
        if (asked.includes('{"status":{}}') && ++reads <= times) bundle.status.value.cursor += 1;
        return false;
      };
    };
    intercept = move(2);
    expect(isRead((await read()).status)).toBe(true);
    expect(reads).toBe(4);
    intercept = move(99);
    await expect(read()).rejects.toThrow(ChangedError);
    expect(reads).toBe(6);
  });

  it('waits once for the index of the last block', async () => {
    const last = bundle.transfers.value.pop();
    let reads = 0;
    intercept = (asked) => {
      if (asked.includes('execute') && ++reads === 2 && last) bundle.transfers.value.push(last);
      return false;
    };
    expect(verify(await read()).filter(({ outcome }) => outcome === 'differs')).toEqual([]);
    expect(reads).toBe(2);
  });

  describe('of a node that does not answer large pages', () => {
    const pages = () => node.asked.flatMap((path) => /execute.*&(page=\d+&limit=\d+)/.exec(path)?.[1] ?? []);
    const isLarge = (asked: string, most: number) =>
      asked.includes('execute') && Number(/&limit=(\d+)/.exec(asked)?.[1]) > most;

    beforeEach(() => {
      bundle.transfers.value = Array.from({ length: 21 }, (_, index) => ({
        ...{ tx: index.toString(16).toUpperCase().padStart(64, '0'), height: '90', recipient: OWNER, amount: '71430' },
      }));
    });
    afterEach(() => {
      jest.restoreAllMocks();
    });

    it('reads the same transfers from smaller pages', async () => {
      intercept = (asked, response) => isLarge(asked, 4) && refuse(response, 'received message larger than max');
      expect((await read()).transfers).toEqual({ value: bundle.transfers.value });
      const small = [1, 2, 3, 4, 5, 6].map((page) => `page=${page}&limit=4`);
      expect(pages()).toEqual(['page=1&limit=16', 'page=1&limit=8', ...small]);
    });

    it('continues after the pages that it has read', async () => {
      intercept = (asked, response) =>
        asked.includes('execute') && asked.includes('page=2&limit=16') && refuse(response, 'busy');
      expect((await read()).transfers).toEqual({ value: bundle.transfers.value });
      expect(pages()).toEqual(['page=1&limit=16', 'page=2&limit=16', 'page=3&limit=8']);
    });

    it('requests a page again after a timeout', async () => {
      let timeout = new AbortController();
      jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => (timeout = new AbortController()).signal);
      intercept = (asked) => {
        if (isLarge(asked, 8)) timeout.abort(new DOMException('', 'TimeoutError'));
        return isLarge(asked, 8);
      };
      expect((await read()).transfers).toEqual({ value: bundle.transfers.value });
      expect(pages()).toEqual(['page=1&limit=16', ...[1, 2, 3].map((page) => `page=${page}&limit=8`)]);
    });

    it('reports why no page was read after five attempts', async () => {
      intercept = (asked, response) => isLarge(asked, 0) && refuse(response, 'busy');
      const found = await read();
      expect(found.transfers).toEqual({ error: expect.stringMatching(/limit=1 answers 500: .*busy/) as string });
      expect(pages()).toEqual([16, 8, 4, 2, 1].map((size) => `page=1&limit=${size}`));
      expect(verdict(verify(found))).toBe('unchecked');
    });
  });

  describe('of a hostile node', () => {
    const page = (entries: object[]) => ({ data: { version: 1, allocations: entries } });
    const entry = (fill: number) => ({ address: testAddress(fill), points: '1', amount: '1', status: 'paid' });
    const sorted = (length: number) =>
      Array.from({ length }, (_, index) => entry(index)).sort((a, b) => (a.address < b.address ? -1 : 1));
    const tx = (id: number) => ({
      txhash: id.toString(16).toUpperCase().padStart(64, '0'),
      height: '1',
      code: 0,
      events: [],
    });

    it.each<
      [what: string, part: 'allocations' | 'transfers' | 'status' | 'dataHash', hostile: Interceptor, error: string]
    >([
      ['sends a gigabyte', 'status', flooding(/"status"/), 'sends more than 1048576 bytes'],
      ['sends a gigabyte of transactions', 'transfers', flooding(/txs\?/), 'sends more than 16777216 bytes'],
      ['sends no JSON', 'status', answering(/"status"/, '<html>'), 'answers no JSON'],
      ['sends broken UTF-8', 'status', answering(/"status"/, Buffer.from([0x22, 0xff, 0x22])), 'cannot be read'],
      ['sends a list', 'status', answering(/"status"/, []), 'is not an object'],
      [
        'nests deeply',
        'status',
        answering(/"status"/, `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
        'answers JSON nested more than 64 levels deep',
      ],
      [
        'sends a number as an amount',
        'status',
        answering(/"status"/, { data: { ...completedBundle().status.value, balance: 1 } }),
        'data.balance is not a text',
      ],
      [
        'sends an amount with a million digits',
        'status',
        answering(/"status"/, { data: { ...completedBundle().status.value, balance: '9'.repeat(1_000_000) } }),
        'data.balance is not a text of at most 39',
      ],
      ['redirects', 'status', redirecting(/"status"/), 'cannot be read'],
      [
        'announces more entries than there can be',
        'allocations',
        answering(/"status"/, { data: { ...completedBundle().status.value, entry_count: 4_000_000_000 } }),
        'entry_count is not at most 250000',
      ],
      [
        'sends more entries than asked for',
        'allocations',
        answering(/"allocations"/, page(sorted(101))),
        'is not a list of at most 100',
      ],
      [
        'sends one page again and again',
        'allocations',
        (asked, response) =>
          announcing(300)(asked, response) || answering(/"allocations"/, page(sorted(100)))(asked, response),
        'not in ascending order',
      ],
      [
        'sends entries in no order',
        'allocations',
        answering(/"allocations"/, page(sorted(3).reverse())),
        'not in ascending order',
      ],
      [
        'sends a status of its own',
        'allocations',
        answering(/"allocations"/, page([{ ...entry(1), status: 'lost' }])),
        'is not one of pending',
      ],
      [
        'has endless transactions',
        'transfers',
        answering(/txs\?/, { total: '2000000000', tx_responses: [] }),
        'is not at most 10004',
      ],
      [
        'sends one transaction again and again',
        'transfers',
        answering(/txs\?/, { total: '100', tx_responses: [tx(1), tx(1)] }),
        'not free of repetitions',
      ],
      [
        'sends one page of transactions again and again',
        'transfers',
        answering(/txs\?/, { total: '100', tx_responses: Array.from({ length: TXS }, (_, id) => tx(id)) }),
        'not free of repetitions',
      ],
      [
        'sends more transactions than there are',
        'transfers',
        answering(/txs\?/, { total: '1', tx_responses: [tx(1), tx(2)] }),
        'a page of transactions has 2 instead of 1',
      ],
      [
        'stops before the last transaction',
        'transfers',
        answering(/txs\?/, { total: '100', tx_responses: [] }),
        'a page of transactions has 0 instead of 16',
      ],
      [
        'forgets between two pages',
        'transfers',
        (asked, response) => {
          const page = Number(/page=(\d+)/.exec(asked)?.[1]);
          const tx_responses = page === 1 ? Array.from({ length: TXS }, (_, id) => tx(id)) : [];
          return answering(/txs\?/, { total: page === 1 ? '100' : String(TXS), tx_responses })(asked, response);
        },
        'the number of transactions went from 100 to 16',
      ],
      [
        'sends a hash of another length',
        'dataHash',
        answering(/\/code\//, { code_info: { data_hash: 'AB' } }),
        'is not a SHA-256',
      ],
    ])('that %s fails clearly', async (_what, part, hostile, error) => {
      intercept = hostile;
      const found = await read();
      expect(found[part]).toEqual({ error: expect.stringContaining(error) as string });
      expect(verdict(verify(found))).toBe('unchecked');
    });

    it('that goes on after the last entry is a mismatch', async () => {
      intercept = (asked, response) =>
        asked.includes('"allocations"') && answering(/./, page(sorted(100).slice(-5)))(asked, response);
      const differing = verify(await read())
        .filter(({ outcome }) => outcome === 'differs')
        .map(({ name }) => name);
      expect(differing).toContain('entry_count is the number of entries on the chain');
    });

    it('that sends too much in all is not read further', async () => {
      const budget = new Budget(3 * MIB);
      intercept = answering(/./, { filler: 'x'.repeat(MIB) });
      const twice = [1, 2].map(() => fetchJson(`${node.url}/a`, 2 * MIB, budget));
      await Promise.all(twice);
      await expect(fetchJson(`${node.url}/a`, 2 * MIB, budget)).rejects.toThrow('more was sent than');
      await expect(fetchJson(`${node.url}/a`, 2 * MIB, new Budget(MIB, -1))).rejects.toThrow(FetchError);
    });
  });
});

/** The event of the bank module for coins sent to testAddress(60). */
const bankTransfer = (sender: string, amount: string) => ({
  type: 'transfer',
  attributes: Object.entries({ recipient: testAddress(60), sender, amount }).map(([key, value]) => ({ key, value })),
});

const refuse = (response: ServerResponse, message: string): true => {
  response.statusCode = 500;
  response.end(JSON.stringify({ code: 2, message, details: [] }));
  return true;
};

function answering(path: RegExp, body: object | string): Interceptor {
  return (asked, response) => {
    if (!path.test(asked)) return false;
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
    return true;
  };
}

/** A status with this many entries. */
function announcing(entry_count: number): Interceptor {
  return answering(/"status"/, { data: { ...completedBundle().status.value, entry_count } });
}

function redirecting(path: RegExp): Interceptor {
  return (asked, response) => {
    if (!path.test(asked)) return false;
    response.writeHead(302, { location: '/elsewhere' }).end();
    return true;
  };
}

/** Sends until the reader hangs up, a gigabyte at most. */
function flooding(path: RegExp): Interceptor {
  return (asked, response) => {
    if (!path.test(asked)) return false;
    const chunk = Buffer.alloc(MIB, 'x');
    let left = 1024;
    const send = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(chunk)) return void response.once('drain', send);
      }
      response.end();
    };
    send();
    return true;
  };
}
