import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allocationFile } from '@questp/escrow-client';
import { completedBundle, type RightBundle, testAddress } from '../testing/bundles.js';
import { startNode, type TestNode } from '../testing/test-node.js';
import { run } from './run.js';

/** Characters that control a terminal, except line feeds. */
const CONTROLS = /[^\P{C}\n]|\p{Zl}|\p{Zp}/u;

describe('the verify command', () => {
  let folder: string;
  let node: TestNode;
  let bundle: RightBundle;
  /** What the platform publishes. */
  let chains: object[];
  let file: string;

  const command = async (...args: string[]) => {
    let [result, message] = ['', ''];
    const code = await run(args, {
      result: (text) => (result += text),
      message: (text) => (message += text),
    });
    return { code, result, message };
  };
  const { claim } = completedBundle();
  const published = ['--factory', claim.factory, '--checksum', claim.checksum ?? '', '--admin', 'none'];
  const byHand = () => ['--node', node.url, ...published, '--file', file];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verify-'));
    file = join(folder, 'allocation.json');
    await writeFile(file, JSON.stringify(completedBundle().file.value));
    node = await startNode(
      () => bundle,
      (asked, response) => {
        const body = asked === '/v1/chains' ? { items: chains, nextCursor: null } : undefined;
        const content = asked === '/v1/discover/campaigns/c-1/allocation.json' ? bundle.file.value : body;
        if (content !== undefined) response.end(JSON.stringify(content));
        return content !== undefined;
      },
    );
  });
  beforeEach(() => {
    bundle = completedBundle();
    bundle.chain.value.time = new Date().toISOString();
    const { factory, checksum, admin } = claim;
    const escrow = { factory, checksum, admin, codeId: 7, released: false };
    chains = [
      { chainId: 'mainnet-1', name: 'Mainnet', publicRestUrl: null, escrow: null },
      { chainId: 'testing-1', name: 'Testnet', publicRestUrl: `${node.url}/`, escrow },
    ];
  });
  afterAll(async () => {
    node.close();
    await rm(folder, { recursive: true });
  });

  it('prints a table and exits with 0 when every check agrees, by escrow address or campaign id', async () => {
    const { code, result } = await command(claim.escrow, ...byHand());
    expect([code, result.split('\n').slice(0, 2)]).toEqual([
      0,
      ['campaign c-1, attempt 2, completed', `escrow ${claim.escrow}`],
    ]);
    expect(result).toMatch(/^ok +label +questp campaign-escrow c-1:2$/m);
    expect(result).toMatch(/^\d+ agree, 0 differ, 0 could not be checked, 3 later$/m);
    expect((await command('c-1', ...byHand())).code).toBe(0);
  });

  it('fetches values from the API that the command line omits', async () => {
    expect((await command('c-1', '--api', node.url)).code).toBe(0);
    expect(node.asked).toContain('/v1/discover/campaigns/c-1/allocation.json');
    expect((await command('c-1', '--api', `${node.url}/`, '--node', `${node.url}/`)).code).toBe(0);
    bundle.chain.value.chain_id = 'private-1';
    expect((await command('c-1', '--api', node.url, ...byHand())).code).toBe(0);
    bundle.chain.value.chain_id = 'testing-1';
    const { code, result } = await command('c-1', '--api', node.url, '--admin', testAddress(8));
    expect([code, /^DIFFERS +admin +none$/m.test(result)]).toEqual([1, true]);
  });

  it('exits with 1 and prints the expected value when a check differs', async () => {
    bundle.contract.value.label = 'another';
    const { code, result } = await command('c-1', ...byHand());
    expect(code).toBe(1);
    expect(result).toMatch(/^DIFFERS +label +another\n +expected questp campaign-escrow c-1:2$/m);
  });

  it('exits with 2 when a check, or all of them, could not be made', async () => {
    const { code, result } = await command('c-1', '--node', node.url, '--factory', claim.factory, '--file', file);
    expect([code, /^NOT CHECKED +admin +no escrow admin is published$/m.test(result)]).toEqual([2, true]);
    const lost = await command('c-2', '--node', 'http://127.0.0.1:1', '--factory', claim.factory);
    expect([lost.code, lost.result]).toEqual([2, '']);
    expect(lost.message).toMatch(/^Could not check: http:\/\/127.0.0.1:1.* cannot be read/);
  });

  describe('with a limited node', () => {
    const refusals: Record<string, [status: number, body: object]> = {
      'has no index': [500, { code: 2, message: 'transaction indexing is disabled', details: [] }],
      'pruned its blocks': [
        500,
        { code: 2, message: 'height 90 is not available, lowest height is 95000', details: [] },
      ],
    };
    let refusal: (typeof refusals)[string] | undefined;
    let limited: TestNode;

    beforeAll(async () => {
      limited = await startNode(
        () => bundle,
        (asked, response) => {
          if (refusal === undefined || !asked.includes('txs?')) return false;
          response.statusCode = refusal[0];
          response.end(JSON.stringify(refusal[1]));
          return true;
        },
      );
    });
    beforeEach(() => {
      refusal = undefined;
    });
    afterAll(() => limited.close());
    const verifying = (...args: string[]) =>
      command('c-1', '--node', limited.url, ...published, '--file', file, ...args);

    it('exits with 2 and advises an archive node when the node has pruned old transactions', async () => {
      bundle.transfers.value = [];
      bundle.history.value = { escrow: false, factory: false };
      const { code, result } = await verifying();
      expect([code, result]).toEqual([2, expect.not.stringContaining('DIFFERS') as string]);
      expect(result).toMatch(/^incomplete: 2 payouts are not found: the node does not find .*; ask an archive node/m);
      const json = JSON.parse((await verifying('--json')).result) as { verdict: string; incomplete: object[] };
      expect([json.verdict, json.incomplete]).toEqual([
        'unchecked',
        expect.arrayContaining([
          { missing: expect.any(String) as string, try: expect.stringContaining('archive') as string },
        ]) as object,
      ]);
    });

    it('exits with 1 when the node has pruned old transactions and the escrow differs', async () => {
      bundle.transfers.value = [];
      bundle.history.value = { escrow: false, factory: false };
      bundle.contract.value.label = 'another';
      expect((await verifying()).code).toBe(1);
    });

    it.each([
      ['has no index', 'ask a node that indexes transactions'],
      ['pruned its blocks', 'ask an archive node'],
    ])('exits with 2 and gives advice when the node %s', async (kind, advice) => {
      refusal = refusals[kind];
      const { code, result } = await verifying();
      expect([code, result]).toEqual([2, expect.stringContaining(advice) as string]);
    });

    it('exits with 2 and advises to wait when the node is behind', async () => {
      bundle.chain.value.time = new Date(Date.now() - 3_600_000).toISOString();
      const { code, result } = await verifying();
      expect([code, result]).toEqual([2, expect.stringContaining('try again when the node has caught up') as string]);
    });
  });

  it('accepts addresses and ids in upper case and with surrounding spaces', async () => {
    const { factory, escrow, checksum = '' } = claim;
    const by = (subject: string) =>
      command(
        ...[subject, '--node', node.url, '--factory', ` ${factory.toUpperCase()}\u200b`, '--checksum', checksum],
        ...['--admin', 'none', '--file', file],
      );
    expect((await by(escrow.toUpperCase())).code).toBe(0);
    expect((await by('C-1')).code).toBe(0);
    expect((await by(`W${escrow.slice(1)}`)).code).toBe(2);
  });

  it('saves a bundle and checks it offline, with the same result', async () => {
    const saved = join(folder, 'bundle.json');
    const online = await command('c-1', ...byHand(), '--save', saved);
    const { length } = node.asked;
    expect(await command('--offline', saved)).toEqual({ ...online, message: '' });
    expect(node.asked).toHaveLength(length);
    const changed = (await readFile(saved, 'utf8')).replace('"balance":"449000"', '"balance":"448999"');
    await writeFile(saved, changed);
    expect((await command('--offline', saved)).code).toBe(1);
    await writeFile(saved, '['.repeat(10_000_000));
    expect((await command('--offline', saved)).message).toContain('cannot be read: nested more than 64 levels deep');
    await writeFile(saved, changed.slice(1));
    const broken = await command('--offline', saved);
    expect([broken.code, broken.message]).toEqual([2, expect.stringContaining('cannot be read') as string]);
  });

  it('prints one JSON object', async () => {
    const { result } = await command('c-1', ...byHand(), '--json');
    expect(JSON.parse(result)).toMatchObject({
      ...{ verdict: 'agrees', claim: { escrow: claim.escrow } },
      checks: expect.arrayContaining([expect.objectContaining({ name: 'admin', outcome: 'agrees' })]) as unknown,
    });
  });

  it.each([
    ['no campaign', [], 'Give one campaign id'],
    ['no source', ['c-1'], 'Give --node, --api or both'],
    ['an unknown option', ['c-1', '--nodes', 'x'], "Unknown option '--nodes'"],
    ['a node that is no address', ['c-1', '--node', 'rest.example'], '--node takes an http'],
    ['half a checksum', ['c-1', '--node', 'http://a', '--checksum', 'ab'], '--checksum takes'],
    ['a campaign with a bundle', ['c-1', '--offline', 'x'], '--offline names what it checks'],
  ])('exits with 3 for wrong options: %s', async (_what, args, sentence) => {
    const { code, message } = await command(...args);
    expect([code, message]).toEqual([3, expect.stringContaining(sentence) as string]);
  });

  it.each<[what: string, args: string[], change: () => void, sentence: string]>([
    ['a chain without contracts', ['--chain', 'mainnet-1'], () => undefined, 'no escrow contracts for mainnet-1'],
    ['no chain with contracts', [], () => (chains = chains.slice(0, 1)), 'escrows on no chain'],
    [
      'two chains with contracts',
      [],
      () => (chains = [...chains.slice(1), { ...chains[1], chainId: 'testing-2' }]),
      'Name one of the chains testing-1, testing-2',
    ],
    ['no public node', [], () => (chains = [{ ...chains[1], publicRestUrl: null }]), 'A node of the chain is needed'],
    [
      'a checksum that is none',
      [],
      () => (chains = [{ ...chains[1], escrow: { checksum: 'x' } }]),
      'items[0].escrow.factory',
    ],
  ])('reports a value that the platform does not publish: %s', async (_what, args, change, sentence) => {
    change();
    const { code, message } = await command('c-1', '--api', node.url, ...args);
    expect([code, message]).toEqual([2, expect.stringContaining(sentence) as string]);
  });

  describe('with a hostile node, file or bundle', () => {
    const ESCAPES = '\u001b[2J\u009b2J\u202e\u2028';
    const other = allocationFile([{ address: testAddress(90), weight: 950_000n, dp: 5n }]);
    const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

    it.each<[what: string, code: number, change: () => void, line: RegExp]>([
      [
        'a file of another campaign, whose own hash is right',
        1,
        () => (bundle.file.value = other),
        /^DIFFERS +allocation_sha256 is that of the published file +[0-9a-f]{64}$/m,
      ],
      [
        'a file of these entries with other points',
        1,
        () => {
          const [first, ...more] = bundle.allocations.value.map(({ address, points }) => ({
            ...{ address, weight: BigInt(points), dp: 1n },
          }));
          bundle.file.value = allocationFile(first ? [...more, { ...first, weight: first.weight + 1n }] : []);
        },
        /^DIFFERS +allocation_sha256 is that of the published file/m,
      ],
      ['a file that is a text', 1, () => (bundle.file.value = ESCAPES), /is not a JSON object$/m],
      [
        'a file that is nested deeply',
        2,
        () => (bundle.file.value = { ...(bundle.file.value as object), more: nested(21) }),
        /^NOT CHECKED +the published file .* of at most 20 levels$/m,
      ],
      [
        'a file with numbers instead of texts',
        1,
        () => (bundle.file.value = { ...(bundle.file.value as object), entries: [{ address: 1, weight: 2, dp: 3 }] }),
        /^DIFFERS +the published file is an allocation/m,
      ],
      [
        'a file with a prototype',
        1,
        () => (bundle.file.value = JSON.parse('{"__proto__":{"schema":"svc.escrow.allocation/v1"}}') as unknown),
        /^DIFFERS +the published file is an allocation/m,
      ],
      [
        'the escrow of another campaign, at the id that was asked for',
        1,
        () => {
          bundle.status.value.campaign_id = 'c-2';
          bundle.contract.value.label = bundle.contract.value.label.replace('c-1', 'c-2');
        },
        /^DIFFERS +campaign id +c-2$/m,
      ],
      ['a phase that controls the terminal', 1, () => (bundle.status.value.phase = ESCAPES), /attempt 2, \?\[2J/],
      [
        'a chain that controls the terminal',
        1,
        () => (bundle.chain.value.chain_id = ESCAPES),
        /^node .*, \?\[2J\?2J\?\? at block 100$/m,
      ],
    ])('%s: exits with %i and names the check', async (_what, expected, change, line) => {
      change();
      const { code, result } = await command('c-1', '--api', node.url, '--save', join(folder, 'hostile.json'));
      expect([code, result]).toEqual([expected, expect.stringMatching(line) as string]);
      expect(result).not.toMatch(CONTROLS);
      expect((await command('--offline', join(folder, 'hostile.json'))).code).toBe(expected);
    });

    it('replaces control characters in the refusal of a node', async () => {
      const hostile = await startNode(
        () => bundle,
        (_asked, response) => {
          response.statusCode = 500;
          response.end(`${ESCAPES}<script>${'x'.repeat(10_000)}`);
          return true;
        },
      );
      const { code, message } = await command('c-1', '--node', hostile.url, ...published);
      hostile.close();
      expect([code, message]).toEqual([2, expect.stringContaining('answers 500: ?[2J?2J??<script>') as string]);
      expect(message).not.toMatch(CONTROLS);
      expect(message.length).toBeLessThan(1_100);
    });

    it('replaces control characters in a saved bundle', async () => {
      const saved = join(folder, 'controls.json');
      await writeFile(saved, JSON.stringify({ ...bundle, node: ESCAPES, readAt: ESCAPES }));
      const { code, result } = await command('--offline', saved);
      expect([code, result]).toEqual([2, expect.stringContaining('node ?[2J') as string]);
      expect(result).not.toMatch(CONTROLS);
    });
  });

  it('rejects a subject that is neither a campaign id nor an address', async () => {
    const { message } = await command('WASM1/../x', ...byHand());
    expect(message).toContain('neither a campaign id nor the address of an escrow');
    expect((await command('--help')).result).toContain('Exit code: 0');
  });
});
