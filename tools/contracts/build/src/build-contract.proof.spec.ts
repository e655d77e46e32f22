import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildContract, refuseUnlessStorable, sha256Hex } from './build-contract.js';
import { CONTRACTS, contractDirectory } from './contracts.js';
import { addTiny, copiedWorkspace, removeWorkspaces, TINY } from './testing/tiny-contract.fixture.js';

const COMPILING = 180_000;

afterAll(removeWorkspaces);

describe('building a contract', () => {
  it.each(CONTRACTS)(
    'gives the same bytes for %s in any folder',
    async (name) => {
      const here = await copiedWorkspace();
      const there = await copiedWorkspace('another', 'much deeper', 'folder');
      const [first, second] = await Promise.all(
        [here, there].map((root) => buildContract(contractDirectory(name, root), join(root, 'dist'))),
      );
      expect(second).toEqual(first);
    },
    COMPILING,
  );

  it(
    'gives the optimised Wasm, a debug build with names and a source map, and the schema',
    async () => {
      const directory = await addTiny(await copiedWorkspace(), TINY);
      const outDir = join(directory, 'dist');
      const { wasm, checksum } = await buildContract(directory, outDir);
      const files = ['sources.sha256', 'tiny.debug.wasm', 'tiny.debug.wasm.map', 'tiny.json', 'tiny.wasm'];
      expect((await readdir(outDir)).sort()).toEqual(files);
      expect(await readFile(join(outDir, 'tiny.wasm'))).toEqual(wasm);
      expect(checksum).toBe(sha256Hex(wasm));
      const debug = await readFile(join(outDir, 'tiny.debug.wasm'));
      const names = ['assembly/index/instantiate', 'sourceMappingURL'];
      expect(names.filter((name) => debug.includes(name))).toEqual(names);
      expect(names.filter((name) => Buffer.from(wasm).includes(name))).toEqual([]);
      expect(debug.length).toBeGreaterThan(wasm.length);
    },
    COMPILING,
  );

  it.each([
    ['does not compile', 'export function broken(): u32 { return nothing; }', /Cannot find name 'nothing'/],
    ['compiles with a warning', `${TINY}\nexport class Unseen {}`, /WARNING AS235/],
    [
      'a chain would refuse',
      `${TINY}\nexport function allocates(n: i32): i32 { return new Array<i32>(n).length; }`,
      /start function/,
    ],
  ])(
    'refuses a contract that %s, and leaves no files',
    async (_case, source, message) => {
      const directory = await addTiny(await copiedWorkspace(), source);
      const outDir = join(directory, 'dist');
      await expect(buildContract(directory, outDir)).rejects.toThrow(message);
      expect(await readdir(outDir)).toEqual([]);
    },
    COMPILING,
  );

  it(
    'refuses a contract of more than 64 KiB',
    async () => {
      const directory = await addTiny(await copiedWorkspace(), TINY);
      const { wasm } = await buildContract(directory, join(directory, 'dist'));
      expect(() => refuseUnlessStorable('tiny', padded(wasm, 65_536))).not.toThrow();
      expect(() => refuseUnlessStorable('tiny', padded(wasm, 65_537))).toThrow(
        '65537 bytes, at most 65536 are allowed',
      );
    },
    COMPILING,
  );
});

/** The module with a custom section that makes it `length` bytes long. */
function padded(wasm: Uint8Array, length: number): Uint8Array {
  // Id 0, the size in five LEB128 bytes, an empty name.
  const size = length - wasm.length - 6;
  const leb128 = [0, 7, 14, 21, 28].map((shift, index) => ((size >>> shift) & 0x7f) | (index < 4 ? 0x80 : 0));
  return Buffer.concat([wasm, Uint8Array.of(0, ...leb128), Buffer.alloc(size)]);
}
