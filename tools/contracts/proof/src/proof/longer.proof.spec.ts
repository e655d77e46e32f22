import { prove } from './property.js';
import { openStage } from './setting.js';

const STEPS = 300_000;
/** Far from that of model.proof.spec.ts: fast-check takes one seed more for each batch of runs. */
const SEED = 1_000_001;

it(
  'contracts and model agree on 300,000 calls of other stories',
  async () => {
    const coverage = prove(await openStage(), { steps: STEPS, seed: SEED });
    expect(coverage.steps).toBeGreaterThanOrEqual(STEPS);
  },
  90 * 60_000,
);
