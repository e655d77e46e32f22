import { ERRORS } from '@questp/message-schema';
import { type Coverage } from './coverage.js';
import { prove } from './property.js';
import { openStage } from './setting.js';
import { CHANGES, ESCROW_MESSAGES, FACTORY_MESSAGES, PHASES, UNREACHED_CODES } from './reach.js';

const STEPS = 100_000;
// Fixed, so that a change is what turns it red.
const SEED = 1;

describe('contracts and model', () => {
  let coverage: Coverage;

  it(
    `agree on every one of ${STEPS} calls`,
    async () => {
      const stage = await openStage();
      coverage = prove(stage, { steps: STEPS, seed: SEED });
      console.log(coverage.toString());
      expect(coverage.steps).toBeGreaterThanOrEqual(STEPS);
    },
    30 * 60_000,
  );

  it.each([...FACTORY_MESSAGES, ...ESCROW_MESSAGES])('covered %s accepted and refused', (message) => {
    expect({ accepted: coverage.accepted(message) > 0, refused: coverage.refused(message) > 0 }).toEqual({
      accepted: true,
      refused: true,
    });
  });

  it.each(PHASES)('covered calls in phase %s', (phase) => {
    expect(coverage.phases.get(phase) ?? 0).toBeGreaterThan(0);
  });

  it.each(CHANGES)('covered the change %s', (change) => {
    expect(coverage.changes.get(change) ?? 0).toBeGreaterThan(0);
  });

  it('covered an allocation of more than one stored chunk', () => {
    expect(coverage.largestAllocation).toBeGreaterThan(64);
  });

  it('saw every error that honest surroundings can bring about', () => {
    const all = [...new Set(Object.values(ERRORS).flatMap((codes) => Object.keys(codes)))];
    const seen = coverage.codes();
    expect(all.filter((code) => !seen.has(code)).sort()).toEqual([...UNREACHED_CODES].sort());
  });
});
