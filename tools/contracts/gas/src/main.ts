import { parseArgs } from 'node:util';
import { chainMissing } from '@questp/chain';
import { ContractBuildError, contractWasm } from '@questp/contract-build';
import { type BenchChain } from './bench-chain.js';
import { type Campaign, type ContractFiles, runCampaign, type Step } from './campaign.js';
import { cw20Base, runCw20 } from './cw20.js';
import { hostChain } from './host-chain.js';
import { nodeChain } from './node-chain.js';
import { instantiate2, ticketCheck } from './parts.js';
import { printCharged, printParts, printPerUnit, printQuery, printSizes, printSteps } from './report.js';

const HELP = `npm run bench:gas [-- --wasmd]

Runs a campaign of 3,111 earners on the contract host and prints the gas of every step: what the contracts take
themselves beside the floor (the raw store cost of the entries), beside the bank, and beside cw20_base.

  --wasmd   the same on a real node (built once, a minute or two), and how well the host predicts what it charges
  --help    this text`;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { wasmd: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const wasm = { factory: await contractWasm('factory'), escrow: await contractWasm('escrow') };
  const cw20 = await cw20Base();
  const token = typeof cw20 === 'string' ? undefined : cw20;
  const sizes = { factory: wasm.factory.length, escrow: wasm.escrow.length };
  printSizes({ ...sizes, ...(token && { cw20_base: token.length }) });
  const host = hostChain();
  const { steps: predicted, escrow } = await runAll(host, wasm, token);
  printSteps(predicted);
  printPerUnit(predicted);
  const parts = [await ticketCheck(hostChain(), wasm), await instantiate2(hostChain())];
  printParts(parts);
  printQuery('escrow: status query', host.queryGas(escrow, { status: {} }));
  if (typeof cw20 === 'string') console.log(`not run: cw20_base: ${cw20}`);
  if (values.wasmd) await compareWithNode(predicted, wasm, token);
  return parts.some(({ gas, limit }) => limit !== undefined && gas > limit) ? 1 : 0;
}

async function compareWithNode(predicted: Step[], wasm: ContractFiles, token: Uint8Array | undefined): Promise<void> {
  const missing = await chainMissing();
  if (missing) return console.log(`not run: wasmd: ${missing}`);
  const chain = await nodeChain(console.log);
  try {
    printCharged(predicted, (await runAll(chain, wasm, token)).steps);
  } finally {
    await chain.stop();
  }
}

async function runAll(chain: BenchChain, wasm: ContractFiles, token: Uint8Array | undefined): Promise<Campaign> {
  const { steps, escrow } = await runCampaign(chain, wasm);
  return { escrow, steps: [...steps, ...(token ? await runCw20(chain, token) : [])] };
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof ContractBuildError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
