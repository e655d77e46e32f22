import type { Client } from 'pg';
import type { Effort, SideResult } from '../compare.js';
import type { BenchPlatform } from '../platform.js';

/** What a case works with. */
export interface Bench {
  platform: BenchPlatform;
  /** On the platform's database. */
  client: Client;
  effort: Effort;
}

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

export type Case = (bench: Bench) => Promise<Row[]>;

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
