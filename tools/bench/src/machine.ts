import { cpus } from 'node:os';
import type { Effort } from './compare.js';

/** What the figures were measured on, and how long. */
export const machine = ({ rounds, seconds }: Effort): string =>
  `${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}; ${rounds} rounds of ${seconds} s.`;
