import { measure, type Side, type SideResult } from '../load/compare.js';
import { withBenchPlatform } from '../platform/platform.js';
import { failureLine, seriesTable } from '../report/report.js';
import { bearer, seedEarners } from '../seed/earners.js';
import { OurCheckIns } from '../sides/check-ins.js';
import { ourReads } from '../sides/reads.js';
import type { Case } from './case.js';

const REPLICAS = [1, 2, 4];
const EARNERS = 200;

/** The same load with more replicas of identity and quests-verify. */
export const replicasCase: Case = async ({ effort }) => {
  const lines: { at: string; what: string; result: SideResult }[] = [];
  const notes = new Set<string>();
  for (const count of REPLICAS) {
    await withBenchPlatform({ replicas: { identity: count, 'quests-verify': count } }, async (platform) => {
      notes.add(platform.describe(effort));
      const earners = await seedEarners(platform.client, EARNERS);
      const sides: [what: string, side: Side][] = [
        ['GET /v1/users/me', ourReads(platform, earners.map(bearer('/v1/users/me')))],
        ['check-in, known earners', (await OurCheckIns.on(platform)).of('known')],
      ];
      for (const [what, side] of sides) lines.push({ at: String(count), what, result: await measure(side, effort) });
    });
  }
  const failures = lines.flatMap(({ at, what, result }) =>
    failureLine(`${what}, ${at} replicas`, result.figures.failures),
  );
  return { notes: [...notes, ...failures], tables: [seriesTable('replicas', lines)] };
};
