import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { checkStaticRules } from '@questp/contract-host';
import { compileContract, ContractBuildError } from './compile.js';
import { schemaFile } from './contracts.js';
import { sourceDigest } from './source-digest.js';

/** File of a build that holds the digest of its sources. */
export const SOURCES_FILE = 'sources.sha256';

/** Our own limit; a chain takes 800 KiB (wasmd x/wasm/types/validation.go). */
const MAX_WASM_BYTES = 64 * 1024;

export interface ContractBuild {
  wasm: Uint8Array;
  /** SHA-256 in lowercase hex, as the chain's data_hash. */
  checksum: string;
}

/**
 * Builds a contract into `outDir`: `<name>.wasm` (stored on chains), `<name>.debug.wasm` with its source map
 * (unoptimised, with names) and `<name>.json` (message schema). Nothing is written unless every file is valid.
 *
 * @param directory - Folder of the contract inside a contracts/ folder.
 * @throws ContractBuildError when it does not compile, is too big, or a chain would refuse it.
 */
export async function buildContract(directory: string, outDir: string): Promise<ContractBuild> {
  const name = basename(directory);
  const root = dirname(dirname(directory));
  await mkdir(outDir, { recursive: true });
  // On the same disk as outDir, so that finished files are moved there at once: suites may build side by side.
  const work = await mkdtemp(join(outDir, 'build-'));
  try {
    // Before the sources are read, so that a build with sources that change meanwhile counts as outdated.
    const digest = await sourceDigest(name, root);
    const optimised = join(work, `${name}.wasm`);
    await compileContract({ directory, outFile: optimised });
    await compileContract({ directory, outFile: join(work, `${name}.debug.wasm`), debug: true });
    await copyFile(schemaFile(name, root), join(work, `${name}.json`));
    const wasm = await readFile(optimised);
    refuseUnlessStorable(name, wasm);
    for (const file of ['wasm', 'debug.wasm', 'debug.wasm.map', 'json']) {
      await rename(join(work, `${name}.${file}`), join(outDir, `${name}.${file}`));
    }
    await writeFile(join(outDir, SOURCES_FILE), digest);
    return { wasm, checksum: sha256Hex(wasm) };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** @throws ContractBuildError naming every rule the module breaks. */
export function refuseUnlessStorable(name: string, wasm: Uint8Array): void {
  const broken = checkStaticRules(wasm);
  if (wasm.length > MAX_WASM_BYTES) broken.push(`${wasm.length} bytes, at most ${MAX_WASM_BYTES} are allowed`);
  if (broken.length > 0) throw new ContractBuildError(`${name}.wasm cannot be released:\n- ${broken.join('\n- ')}`);
}

export const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
