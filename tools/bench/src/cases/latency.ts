import { replay, startBaseline } from '../baseline/baseline.js';
import { compare, type Side, type SideResult } from '../load/compare.js';
import { withBenchPlatform, type BenchPlatform } from '../platform/platform.js';
import { record } from '../recorded/record.js';
import { failureLine, paceTable } from '../report/report.js';
import { bearer, seedEarners } from '../seed/earners.js';
import { BaselineCheckIns, OurCheckIns } from '../sides/check-ins.js';
import { baselineReads, ourReads } from '../sides/reads.js';
import type { Case } from './case.js';

/** Requests a second. */
const RATES = [50, 100, 200];
const EARNERS = 200;

interface Pair {
  ours: Side;
  baseline: Side;
  stop(): Promise<void>;
}

/** Latency at fixed rates: requests are sent when due, whether or not earlier ones are answered. */
export const latencyCase: Case = ({ effort }) =>
  withBenchPlatform({}, async (platform) => {
    const cases: [what: string, make: (platform: BenchPlatform) => Promise<Pair>][] = [
      ['GET /v1/users/me', ownUserReads],
      ['check-in, known earners', knownCheckIns],
    ];
    const lines: { what: string; perSecond: number; side: string; result: SideResult }[] = [];
    for (const [what, make] of cases) {
      const sides = await make(platform);
      try {
        for (const perSecond of RATES) {
          const { ours, baseline } = await compare(sides, effort, perSecond);
          lines.push({ what, perSecond, side: 'ours', result: ours });
          lines.push({ what, perSecond, side: 'baseline', result: baseline });
        }
      } finally {
        await sides.stop();
      }
    }
    const failures = lines.flatMap(({ what, perSecond, side, result }) =>
      failureLine(`${what}, ${side} at ${perSecond} /s`, result.figures.failures),
    );
    return {
      notes: [
        platform.describe(effort),
        'Latency counts from when a request was due; the baseline is raw Fastify + pg, same SQL.',
        ...failures,
      ],
      tables: [paceTable(lines)],
    };
  });

async function ownUserReads(platform: BenchPlatform): Promise<Pair> {
  const earners = await seedEarners(platform.client, EARNERS);
  const read = bearer('/v1/users/me');
  const baseline = await startBaseline(platform.databaseUrl, 'identity');
  let asked = 0;
  await baseline.learn(
    await record(platform, 'identity', () => {
      const earner = earners[asked++ % EARNERS]!;
      return { send: () => platform.send('GET', read(earner)), ids: { userId: earner.userId } };
    }),
  );
  return {
    ours: ourReads(platform, earners.map(read)),
    baseline: baselineReads(
      platform,
      baseline,
      earners.map(({ userId }) => replay({ userId })),
    ),
    stop: () => baseline.stop(),
  };
}

async function knownCheckIns(platform: BenchPlatform): Promise<Pair> {
  const ours = await OurCheckIns.on(platform);
  const baseline = await BaselineCheckIns.as(ours, platform);
  return { ours: ours.of('known'), baseline: baseline.of('known'), stop: () => baseline.stop() };
}
