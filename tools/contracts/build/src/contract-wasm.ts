import { join } from 'node:path';
import { buildContract, SOURCES_FILE } from './build-contract.js';
import { contractDirectory, type ContractName, workspaceRoot } from './contracts.js';
import { readIfThere } from './files.js';
import { sourceDigest } from './source-digest.js';

/** Builds under way by source digest: tests that run side by side must not each start a compiler. */
const builds = new Map<string, Promise<Uint8Array>>();

/**
 * The optimised Wasm of the sources as they are now: the last build when it is of these sources, else a new one in the
 * contract's dist/. What specs and tools use, so that none of them runs on a stale build.
 *
 * @throws ContractBuildError
 */
export async function contractWasm(name: ContractName, root = workspaceRoot): Promise<Uint8Array> {
  const outDir = join(contractDirectory(name, root), 'dist');
  const digest = await sourceDigest(name, root);
  if ((await readIfThere(join(outDir, SOURCES_FILE)))?.toString() === digest) {
    const built = await readIfThere(join(outDir, `${name}.wasm`));
    if (built) return built;
  }
  const running = builds.get(digest) ?? buildContract(contractDirectory(name, root), outDir).then(({ wasm }) => wasm);
  builds.set(digest, running);
  return running;
}
