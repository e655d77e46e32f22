import { readArtifact, releaseDirectories } from '@questp/contract-build';
import type { ContractPair } from '../host/host-backend.js';

/** The Wasm of both contracts in a release. @param back 0: the newest release, 1: the one before */
export async function releasedContracts(back: number): Promise<ContractPair> {
  const directory = releaseDirectories[back];
  if (directory === undefined) throw new Error(`There is no release ${back} before the newest`);
  const [factory, escrow] = await Promise.all([readArtifact('factory', directory), readArtifact('escrow', directory)]);
  return { factory: factory.wasm, escrow: escrow.wasm };
}
