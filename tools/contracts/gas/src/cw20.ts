import { chainMissing, referenceContract, testAccount } from '@questp/chain';
import { type BenchChain } from './bench-chain.js';
import { type Step } from './campaign.js';

/** cw20-base of the CosmWasm project, as wasmd's module carries it; a sentence when this machine cannot get it. */
export async function cw20Base(): Promise<Uint8Array | string> {
  const missing = await chainMissing();
  if (missing) return missing;
  return await referenceContract('cw20_base.wasm');
}

/** Creates a token and transfers some: the yardstick for our contracts on the same chain. */
export async function runCw20(chain: BenchChain, wasm: Uint8Array): Promise<Step[]> {
  const { codeId } = await chain.store(wasm);
  const owner = testAccount('owner').address;
  const token = await chain.instantiate(
    'owner',
    codeId,
    {
      name: 'Bench token',
      symbol: 'BENCH',
      decimals: 6,
      initial_balances: [{ address: owner, amount: '1000000000' }],
    },
    'bench token',
  );
  const transfer = { transfer: { recipient: testAccount('earner').address, amount: '1000' } };
  return [
    { ...token, name: 'cw20_base: instantiate', units: 1 },
    { ...(await chain.execute('owner', token.address, transfer)), name: 'cw20_base: transfer', units: 1 },
  ];
}
