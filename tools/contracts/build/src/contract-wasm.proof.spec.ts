import { appendFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contractWasm } from './contract-wasm.js';
import { contractDirectory } from './contracts.js';
import { copiedWorkspace, removeWorkspaces, TINY } from './testing/tiny-contract.fixture.js';

afterAll(removeWorkspaces);

it('is built again exactly when a source changed', async () => {
  const root = await copiedWorkspace();
  const source = join(contractDirectory('factory', root), 'assembly/index.ts');
  const wasmFile = join(contractDirectory('factory', root), 'dist/factory.wasm');
  await writeFile(source, TINY);
  const first = await contractWasm('factory', root);
  const { ino } = await stat(wasmFile);
  expect(await contractWasm('factory', root)).toEqual(first);
  expect((await stat(wasmFile)).ino).toBe(ino);
  await appendFile(source, 'export function other(): u32 { return 7; }');
  expect(await contractWasm('factory', root)).not.toEqual(first);
}, 180_000);
