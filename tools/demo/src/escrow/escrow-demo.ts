import { Gateways } from '@questp/players';
import type { ChainAddresses } from '@questp/local-stack';
import type { Check } from '../checks.js';
import { Measurements } from '../measurements.js';
import { measuring } from '../measuring.js';
import type { Platform } from '../platform.js';
import { printChecks } from '../report.js';
import { enterAll } from './pool-earners.js';
import { cancelledStory, disputedStory, paidStory, type Stage } from './stories.js';

/** Besides three times what the sign-ins took: a quest is a request, a sign-in two and a verified signature. */
const MIN_SECONDS = 20;

/** Plays three campaigns with pools in escrows on the local chain. Returns true if every check passed. */
export async function runEscrowDemo({ url }: Platform, chain: ChainAddresses, count: number): Promise<boolean> {
  const startedAt = performance.now();
  const report = (line: string) => console.log(`  ${((performance.now() - startedAt) / 1_000).toFixed(0)} s  ${line}`);
  const gateways = new Gateways([url], [measuring(new Measurements())]);
  console.log(`Platform at ${url}, chain ${chain.chainId} at ${chain.rpcUrl}`);
  const earners = await enterAll(gateways, count);
  report(`${count} earners have signed in`);
  const playSeconds = MIN_SECONDS + Math.ceil((3 * (performance.now() - startedAt)) / 1_000);
  const stage: Stage = { gateways, chain, apiUrl: url, earners, playSeconds, report };
  const checks = await Promise.all([paidStory, disputedStory, cancelledStory].map((play) => orProblem(play, stage)));
  printChecks(checks.flat());
  return checks.flat().every(({ passed }) => passed);
}

/** The checks of a story; what ends it is one that did not pass. */
async function orProblem(play: (stage: Stage) => Promise<Check[]>, stage: Stage): Promise<Check[]> {
  try {
    return await play(stage);
  } catch (error) {
    stage.report(`${play.name} ended: ${String(error)}`);
    return [{ what: `${play.name} came to its end`, passed: false, detail: String(error) }];
  }
}
