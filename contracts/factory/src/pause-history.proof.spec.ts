import fc from 'fast-check';
import { outcome, SECOND, TestFactory } from './testing/test-factory.fixture.js';

type Kind = 'pauser' | 'guardian' | 'owner';
const KINDS: readonly Kind[] = ['pauser', 'guardian', 'owner'];

/** A pause or its end, some seconds after the step before. */
const step = fc.record({
  wait: fc.integer({ min: 0, max: 100_000 }),
  by: fc.constantFrom(...KINDS),
  /** Length of the pause in seconds; 0 lifts the running one. */
  length: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 86_400 })),
});

describe('the history of global pauses', () => {
  const factory = new TestFactory();
  const { chain } = factory;
  const fresh = chain.snapshot();

  it('adds up, at every past instant, to the seconds in which a pause held', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        chain.restore(fresh);
        const start = chain.time;
        const pauses: { kind: Kind; from: number; to: number }[] = [];
        let now = 0;
        for (const { wait, by, length } of steps) {
          chain.advance(BigInt(wait) * SECOND);
          now += wait;
          const msg = length ? { pause: { until: String(chain.time + BigInt(length) * SECOND) } } : { unpause: {} };
          if (outcome(factory.execute(factory[by], msg)) !== 'ok') continue;
          const running = pauses.at(-1);
          if (running) running.to = Math.min(running.to, now);
          if (length) pauses.push({ kind: by, from: now, to: now + length });
        }
        const instants = pauses.flatMap(({ from, to }) => [from - 1, from, from + 1, to - 1, to, to + 1]);
        for (const at of [0, now, ...instants]) {
          const expected = Object.fromEntries(
            KINDS.map((kind) => {
              const own = pauses.filter((pause) => pause.kind === kind);
              const seconds = own.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(at, to) - from), 0);
              return [kind, String(BigInt(seconds) * SECOND)];
            }),
          );
          expect(factory.query({ pause_totals: { at: String(start + BigInt(at) * SECOND) } })).toEqual(expected);
        }
      }),
      { numRuns: 60 },
    );
  });
});
