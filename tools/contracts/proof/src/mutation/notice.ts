import { PINNED_WASMD } from '@questp/contract-host';
import { type ContractPair, HostBackend } from '../host/host-backend.js';
import { Coverage } from '../proof/coverage.js';
import { prove } from '../proof/property.js';
import { openStage } from '../proof/setting.js';
import { runScenario } from '../scenario/run.js';
import { SCENARIOS } from '../scenarios/index.js';

/** Number of random calls within which a fault must be found. */
const STEPS = 20_000;
const SEED = 1;

export interface Notice {
  /** Calls compared before the difference. */
  readonly calls: number;
  /** The difference in one line. */
  readonly difference: string;
}

/** Runs the property test, or one story, on these contracts: undefined when it stays green. */
export async function noticeFault(contracts?: ContractPair, story?: string): Promise<Notice | undefined> {
  return story === undefined ? await noticeByProperty(contracts) : await noticeByStory(contracts, story);
}

async function noticeByStory(contracts: ContractPair | undefined, story: string): Promise<Notice | undefined> {
  const scenario = SCENARIOS.find(({ name }) => name === story);
  if (!scenario) throw new Error(`there is no story ${story}`);
  const backend = await HostBackend.open(PINNED_WASMD, contracts);
  try {
    await runScenario(scenario, backend);
    return undefined;
  } catch (error) {
    return { calls: backend.chain.height, difference: differenceOf(error) };
  }
}

async function noticeByProperty(contracts?: ContractPair): Promise<Notice | undefined> {
  const coverage = new Coverage();
  try {
    prove(await openStage(contracts), { steps: STEPS, seed: SEED, coverage, shrink: false });
    return undefined;
  } catch (error) {
    return { calls: coverage.steps, difference: differenceOf(error) };
  }
}

/** fast-check puts its own report first; what the run threw is its cause. */
function differenceOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const text = typeof cause === 'object' && cause !== null && 'message' in cause ? cause.message : cause;
  return (
    String(text)
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? ''
  );
}
