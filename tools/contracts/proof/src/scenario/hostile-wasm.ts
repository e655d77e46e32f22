import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileContract, contractDirectory } from '@questp/contract-build';

let built: Promise<Uint8Array> | undefined;

/**
 * The Wasm of contracts/std/test-modules/hostile: it calls from deep inside itself, is a token that calls another
 * contract in each transfer, and uses up all gas of any other call or query.
 */
export function hostileWasm(): Promise<Uint8Array> {
  built ??= build();
  return built;
}

async function build(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'questp-hostile-'));
  try {
    const outFile = join(folder, 'hostile.wasm');
    await compileContract({ directory: contractDirectory('std/test-modules/hostile'), outFile });
    return await readFile(outFile);
  } finally {
    await rm(folder, { recursive: true });
  }
}
