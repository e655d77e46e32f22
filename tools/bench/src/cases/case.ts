import type { Effort } from '../compare.js';
import type { TextTable } from '../report.js';

/** What the command line asked for. */
export interface Bench {
  effort: Effort;
  /** Sizes of the ledger to measure at, ascending. */
  rows: readonly number[];
}

/** What a case found out: its section of docs/performance.md. */
export interface Section {
  /** What it was measured on and what is to be said about it, a sentence each. */
  notes: string[];
  tables: TextTable[];
}

export type Case = (bench: Bench) => Promise<Section>;
