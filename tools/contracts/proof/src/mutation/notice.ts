import { Coverage } from '../proof/coverage.js';
import { prove } from '../proof/property.js';
import { type ContractPair, openStage } from '../proof/setting.js';

/** How many calls of random stories a fault may hide from. */
const STEPS = 20_000;
const SEED = 1;

export interface Notice {
  /** Calls compared before the difference. */
  readonly calls: number;
  /** The difference in one line. */
  readonly difference: string;
}

/** Runs the property test on these contracts: undefined when it stays green. */
export async function noticeFault(contracts?: ContractPair): Promise<Notice | undefined> {
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
