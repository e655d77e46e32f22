import type { Effort, SideResult } from '../load/compare.js';
import { withBenchPlatform, type BenchPlatform, type BenchPlatformOptions } from '../platform/platform.js';
import { cpuTable, failureLines, memoryTable, resultTable, type Row } from '../report/report.js';
import type { Case } from './case.js';

/** A row that compares two sides. */
export function rowOf(what: string, against: string, { ours, baseline }: Record<'ours' | 'baseline', SideResult>): Row {
  return {
    what,
    against,
    ours: ours.figures,
    baseline: baseline.figures,
    cpu: { ours: ours.cpu, baseline: baseline.cpu },
  };
}

export interface BenchSetup {
  platform: BenchPlatform;
  effort: Effort;
}

/** A case that compares with a baseline, on a platform of its own. */
export const comparison =
  (measure: (place: BenchSetup) => Promise<Row[]>, options?: BenchPlatformOptions): Case =>
  ({ effort }) =>
    withBenchPlatform(options, async (platform) => {
      const rows = await measure({ platform, effort });
      const cpu = rows.some((row) => row.cpu) ? [cpuTable(rows)] : [];
      return {
        notes: [platform.describe(effort), ...failureLines(rows)],
        tables: [resultTable(rows), ...cpu, memoryTable(platform.peaks())],
      };
    });
