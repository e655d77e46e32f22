import type { Effort } from '../load/compare.js';
import type { TextTable } from '../report/report.js';

/** Options of the command line. */
export interface Bench {
  effort: Effort;
  /** Sizes of the ledger to measure at, ascending. */
  rows: readonly number[];
}

/** The result of a case: its section of docs/performance.md. */
export interface Section {
  /** Notes, such as the machine, one sentence each. */
  notes: string[];
  tables: TextTable[];
}

export type Case = (bench: Bench) => Promise<Section>;
