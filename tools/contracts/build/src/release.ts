import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { artifactsDirectory, outdatedArtifacts, writeArtifacts } from './artifacts.js';
import { contractDirectory, CONTRACTS, type ContractName } from './contracts.js';

const HELP = `npx nx run contract-build:write | contract-build:drift

Compares the built contracts with the release in contracts/artifacts, or writes them there.

  --write   writes instead of comparing
  --help    this text`;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { write: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const builds = new Map<ContractName, Uint8Array>();
  for (const name of CONTRACTS) builds.set(name, await readFile(join(contractDirectory(name), 'dist', `${name}.wasm`)));
  if (values.write) {
    await writeArtifacts(builds);
    return 0;
  }
  const outdated = await outdatedArtifacts(builds);
  if (outdated.length === 0) return 0;
  console.error(
    `Not as the sources build: ${outdated.join(', ')} in ${artifactsDirectory}. Run npx nx run contract-build:write.`,
  );
  return 1;
}

process.exitCode = await main();
