import { contractWasm } from '@questp/contract-build';
import { type ContractFiles, runCampaign, type Step } from './campaign.js';
import { hostChain } from './host-chain.js';
import { instantiate2, ticketCheck } from './parts.js';

let wasm: ContractFiles;
let steps: Map<string, Step>;

beforeAll(async () => {
  wasm = { factory: await contractWasm('factory'), escrow: await contractWasm('escrow') };
  const campaign = await runCampaign(hostChain(), wasm);
  steps = new Map(campaign.steps.map((step) => [step.name, step]));
}, 300_000);

/** Gas of the contracts in the step per entry, without loading them, the bank and the transaction. */
function perEntry(name: string, parts: readonly ('storage' | 'host' | 'wasm')[]): number {
  const step = steps.get(name);
  const calls = step?.report?.calls ?? [];
  return calls.reduce((sum, call) => sum + parts.reduce((of, part) => of + call[part], 0), 0) / (step?.units ?? 0);
}

const COMPUTE = ['host', 'wasm'] as const;
const ALL = ['storage', ...COMPUTE] as const;

describe('the contracts stay within their gas limits', () => {
  it.each([1000, 2000])('committing %i entries at once takes at most 1,000 for each', (n) => {
    expect(perEntry(`escrow: commit ${n}`, ALL)).toBeLessThanOrEqual(1000);
  });

  it('committing 2,000 entries computes less than a tenth of what it stores', () => {
    const storage = perEntry('escrow: commit 2000', ['storage']);
    expect(perEntry('escrow: commit 2000', COMPUTE)).toBeLessThan(storage / 10);
  });

  it.each([250, 1000])('distributing %i payouts takes at most 200 for each', (n) => {
    expect(perEntry(`escrow: distribute ${n}`, ALL)).toBeLessThanOrEqual(200);
  });

  it('checking a ticket computes at most 1,500, and an Instantiate2 address at most 100', async () => {
    expect((await ticketCheck(hostChain(), wasm)).gas).toBeLessThanOrEqual(1500);
    expect((await instantiate2(hostChain())).gas).toBeLessThanOrEqual(100);
  }, 180_000);
});
