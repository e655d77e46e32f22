import { cpus } from 'node:os';
import type { Effort } from './compare.js';

/** The machine and the duration of the measurement. */
export const machine = ({ rounds, seconds }: Effort): string =>
  `${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}; ${rounds} rounds of ${seconds} s.`;
