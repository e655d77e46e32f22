import { cpus, loadavg } from 'node:os';
import type { Effort } from '../load/compare.js';

/** The machine, its load in the last minutes, and the duration of the measurement. */
export const machine = ({ rounds, seconds }: Effort): string =>
  `${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, load average ${loadAverage()}, Node ${process.version}; ${rounds} rounds of ${seconds} s.`;

/** Of 1, 5 and 15 minutes. */
const loadAverage = () =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(', ');
