import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completedBundle, type RightBundle, testAddress } from '../testing/bundles.js';
import { startNode, type TestNode } from '../testing/test-node.js';
import { run } from './run.js';

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

  it('prints a table and ends with 0 when everything agrees, by the address of the escrow or the campaign id', async () => {
    const { code, result } = await command(claim.escrow, ...byHand());
    expect([code, result.split('\n').slice(0, 2)]).toEqual([
      0,
      ['campaign c-1, attempt 2, completed', `escrow ${claim.escrow}`],
    ]);
    expect(result).toMatch(/^ok +label +questp campaign-escrow c-1:2$/m);
    expect(result).toMatch(/^\d+ agree, 0 differ, 0 could not be checked, 2 later$/m);
    expect((await command('c-1', ...byHand())).code).toBe(0);
  });

  it('takes from the API what is not given', async () => {
    expect((await command('c-1', '--api', node.url)).code).toBe(0);
    expect(node.asked).toContain('/v1/discover/campaigns/c-1/allocation.json');
    expect((await command('c-1', '--api', `${node.url}/`, '--node', `${node.url}/`)).code).toBe(0);
    bundle.chain.value.chain_id = 'private-1';
    expect((await command('c-1', '--api', node.url, ...byHand())).code).toBe(0);
    bundle.chain.value.chain_id = 'testing-1';
    const { code, result } = await command('c-1', '--api', node.url, '--admin', testAddress(8));
    expect([code, /^DIFFERS +admin +none$/m.test(result)]).toEqual([1, true]);
  });

  it('ends with 1 and says what was expected when something differs', async () => {
    bundle.contract.value.label = 'another';
    const { code, result } = await command('c-1', ...byHand());
    expect(code).toBe(1);
    expect(result).toMatch(/^DIFFERS +label +another\n +expected questp campaign-escrow c-1:2$/m);
  });

  it('ends with 2 when something could not be checked, or nothing', async () => {
    const { code, result } = await command('c-1', '--node', node.url, '--factory', claim.factory, '--file', file);
    expect([code, /^NOT CHECKED +admin +no escrow admin is published$/m.test(result)]).toEqual([2, true]);
    const lost = await command('c-2', '--node', 'http://127.0.0.1:1', '--factory', claim.factory);
    expect([lost.code, lost.result]).toEqual([2, '']);
    expect(lost.message).toMatch(/^Could not check: http:\/\/127.0.0.1:1.* cannot be read/);
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
  ])('ends with 3 for wrong options: %s', async (_what, args, sentence) => {
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
  ])('says what the platform lacks: %s', async (_what, args, change, sentence) => {
    change();
    const { code, message } = await command('c-1', '--api', node.url, ...args);
    expect([code, message]).toEqual([2, expect.stringContaining(sentence) as string]);
  });

  it('refuses a subject that is neither', async () => {
    const { message } = await command('WASM1/../x', ...byHand());
    expect(message).toContain('neither a campaign id nor the address of an escrow');
    expect((await command('--help')).result).toContain('Exit code: 0');
  });
});
