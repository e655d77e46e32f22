import fc from 'fast-check';
import { COMMANDS } from './commands/index.js';
import { Coverage } from './coverage.js';
import { Draw } from './draw.js';
import { drain } from './drain.js';
import { type Stage } from './setting.js';

/** A command by its place in `COMMANDS`, and the seed of its choices. */
type Choice = [command: number, seed: number];

const MAX_COMMANDS = 240;
const COMPARE_ALL_EVERY = 50;

/** Random sequences of commands, each run against the contracts and the model. */
export interface ProofOptions {
  /** Contract calls to compare at least. */
  steps: number;
  /** Seed of fast-check; a failing run prints its own. */
  seed?: number;
  /** Called after every batch of runs. */
  onProgress?: (coverage: Coverage) => void;
  /** Counts on here, also when it fails. */
  coverage?: Coverage;
  /** Whether a failing sequence is made shorter, which takes a while; default true. */
  shrink?: boolean;
}

/** Runs of one fast-check call, after which progress is reported and the step count compared. */
const BATCH = 25;

/**
 * @returns how often each outcome occurred
 * @throws with seed and the shrunk sequence where contracts and model differ
 */
export function prove(stage: Stage, options: ProofOptions): Coverage {
  const { steps, seed = Date.now() % 2 ** 31, onProgress, coverage = new Coverage(), shrink = true } = options;
  // Only whole commands are left out of a failing sequence: a smaller seed makes other choices, not simpler ones.
  const command = fc.noShrink(fc.tuple(fc.nat(COMMANDS.length - 1), fc.noBias(fc.nat())));
  const sequences = fc.array(command, { minLength: 1, maxLength: MAX_COMMANDS, size: 'max' });
  for (let batch = 0; coverage.steps < steps; batch++) {
    const property = fc.property(sequences, (choices) => runSequence(stage, choices, coverage));
    fc.assert(property, { seed: seed + batch, numRuns: BATCH, endOnFailure: !shrink });
    onProgress?.(coverage);
  }
  return coverage;
}

function runSequence(stage: Stage, choices: readonly Choice[], coverage: Coverage): void {
  const system = stage.begin(coverage);
  coverage.runs += 1;
  try {
    choices.forEach(([command, seed], index) => {
      COMMANDS[command]?.(system, new Draw(seed));
      if (index % COMPARE_ALL_EVERY === 0) system.compareEverything();
    });
    system.compareEverything();
    for (const escrow of system.escrows) drain(system, escrow);
    system.compareBalances();
  } catch (error) {
    const difference = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new Error(`${difference}\n\nCalls:\n${system.log.join('\n')}`, { cause: error });
  }
}
