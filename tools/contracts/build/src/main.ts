import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildContract } from './build-contract.js';
import { ContractBuildError } from './compile.js';
import { contractDirectory, CONTRACTS, type ContractName } from './contracts.js';

const HELP = `npx nx build <contract>

Builds a contract (${CONTRACTS.join(' or ')}) into its dist/: the optimised Wasm, a debug build with names and a source map, and
its message schema. Refuses a module that a chain would refuse. Prints the size and the SHA-256.`;

const isContract = (name: string | undefined): name is ContractName => CONTRACTS.some((one) => one === name);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
  const [name] = positionals;
  if (values.help || !isContract(name)) {
    console.log(HELP);
    return values.help ? 0 : 1;
  }
  try {
    const { wasm, checksum } = await buildContract(contractDirectory(name), join(contractDirectory(name), 'dist'));
    console.log(`${name}.wasm  ${wasm.length} bytes  sha256 ${checksum}`);
    return 0;
  } catch (error) {
    if (!(error instanceof ContractBuildError)) throw error;
    console.error(error.message);
    return 1;
  }
}

process.exitCode = await main();
