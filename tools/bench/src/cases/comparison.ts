import type { Effort, SideResult } from '../compare.js';
import { withBenchPlatform, type BenchPlatform, type BenchPlatformOptions } from '../platform.js';
import { cpuTable, failureLines, memoryTable, resultTable } from '../report.js';
import type { Case } from './case.js';

/** One line of the result. */
export interface Row {
  what: string;
  ours: Pick<SideResult['figures'], 'perSecond'> & Partial<SideResult['figures']>;
  baseline: Pick<SideResult['figures'], 'perSecond'> & Partial<SideResult['figures']>;
  /** What the baseline is. */
  against: string;
  /** CPU per request, where both sides were measured over HTTP. */
  cpu?: { ours: SideResult['cpu']; baseline: SideResult['cpu'] };
}

/** A line of two measured sides. */
export function rowOf(what: string, against: string, { ours, baseline }: Record<'ours' | 'baseline', SideResult>): Row {
  return {
    what,
    against,
    ours: ours.figures,
    baseline: baseline.figures,
    cpu: { ours: ours.cpu, baseline: baseline.cpu },
  };
}

export interface Place {
  platform: BenchPlatform;
  effort: Effort;
}

/** A case that compares with a baseline, on a platform of its own. */
export const comparison =
  (measure: (place: Place) => Promise<Row[]>, options?: BenchPlatformOptions): Case =>
  ({ effort }) =>
    withBenchPlatform(options, async (platform) => {
      const rows = await measure({ platform, effort });
      const cpu = rows.some((row) => row.cpu) ? [cpuTable(rows)] : [];
      return {
        notes: [platform.describe(effort), ...failureLines(rows)],
        tables: [resultTable(rows), ...cpu, memoryTable(platform.peaks())],
      };
    });
