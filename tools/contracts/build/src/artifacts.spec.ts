import { execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outdatedArtifacts, readArtifact, writeArtifacts } from './artifacts.js';
import { sha256Hex } from './build-contract.js';
import { type ContractName } from './contracts.js';

describe('the release', () => {
  const builds = new Map<ContractName, Uint8Array>([
    ['factory', Buffer.from('one')],
    ['escrow', Buffer.from('two')],
  ]);
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'artifacts-'));
    await writeArtifacts(builds, directory);
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('has a line for each contract as sha256sum writes it', async () => {
    const sums = execFileSync('sha256sum', ['factory.wasm', 'escrow.wasm'], { cwd: directory }).toString();
    expect(await readFile(join(directory, 'checksums.txt'), 'utf8')).toBe(sums);
  });

  it('is read with its checksum', async () => {
    const wasm = Buffer.from('two');
    expect(await readArtifact('escrow', directory)).toEqual({ wasm, checksum: sha256Hex(wasm) });
  });

  it('is refused when a file does not match its checksum', async () => {
    await appendFile(join(directory, 'escrow.wasm'), '!');
    await expect(readArtifact('escrow', directory)).rejects.toThrow('does not name escrow.wasm with checksum');
    await expect(readArtifact('factory', directory)).resolves.toBeDefined();
  });

  it('is up to date after it was written, and lists the files that changed since', async () => {
    expect(await outdatedArtifacts(builds, directory)).toEqual([]);
    await rm(join(directory, 'factory.wasm'));
    await appendFile(join(directory, 'checksums.txt'), '\n');
    expect(await outdatedArtifacts(builds, directory)).toEqual(['factory.wasm', 'checksums.txt']);
  });
});
