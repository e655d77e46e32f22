import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitmentOf, drawWinners, leafOf, rootOf } from '../draws/draw.js';
import { runVerifyDraw } from './run-verify-draw.js';

describe('the command verify-draw', () => {
  const seed = Buffer.alloc(32, 7);
  const listed = [1, 2, 3].map((sequence) => ({ sequence, entryId: `e${sequence}`, userId: `u${sequence}` }));
  const root = rootOf(listed.map(leafOf));
  const [winner] = drawWinners(seed, root, 3, 1);
  const items = listed.map((entry, index) => ({ ...entry, prizeId: index === winner ? 'gold' : null }));
  const draw = {
    ...{ seed: seed.toString('hex'), commitment: commitmentOf(seed).toString('hex') },
    ...{ root: root.toString('hex'), entryCount: 3, prizes: [{ id: 'gold', quantity: 1 }] },
  };
  let folder: string;

  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'draw-'))));
  afterAll(() => rm(folder, { recursive: true }));

  async function file(name: string, content: unknown): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  }

  it('makes a draw again from its files, in any order', async () => {
    const paths = [
      await file('draw.json', draw),
      await file('2.json', { items: items.slice(2), nextCursor: null }),
      await file('1.json', { items: items.slice(0, 2), nextCursor: 'x' }),
    ];
    expect(await runVerifyDraw(paths)).toEqual({
      report: 'The draw of 3 entries is as it should be.\n',
      exitCode: 0,
    });
  });

  it('prints what differs', async () => {
    const { report, exitCode } = await runVerifyDraw([
      await file('other.json', { ...draw, commitment: '00'.repeat(32) }),
      await file('all.json', { items, nextCursor: null }),
    ]);
    expect([report, exitCode]).toEqual(['The published seed is not the one of the commitment.\n', 1]);
  });

  it('ends with 2 for a file without a draw, and without arguments', async () => {
    expect((await runVerifyDraw([await file('bad.json', 'no JSON')])).exitCode).toBe(2);
    expect((await runVerifyDraw([await file('list.json', { items })])).exitCode).toBe(2);
    expect((await runVerifyDraw([join(folder, 'missing.json')])).exitCode).toBe(2);
    expect((await runVerifyDraw([])).exitCode).toBe(2);
    expect((await runVerifyDraw(['--help'])).report).toContain('verify-draw <draw.json>');
  });
});
