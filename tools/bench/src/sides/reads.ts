import type { Baseline } from '../baseline/baseline.js';
import type { Side } from '../load/compare.js';
import type { CpuTimes } from '../load/cpu.js';
import type { Shot } from '../load/fire.js';
import type { BenchPlatform } from '../platform/platform.js';

/** Repeated reads of the platform. */
export const ourReads = (platform: BenchPlatform, shots: Shot[]): Side =>
  reads(platform.url, shots, () => platform.cpu());

/** Repeated reads of the baseline. */
export const baselineReads = (platform: BenchPlatform, baseline: Baseline, shots: Shot[]): Side =>
  reads(baseline.url, shots, () => ({ baseline: baseline.cpu(), ...platform.sharedCpu() }));

const reads = (url: string, shots: Shot[], cpu: () => CpuTimes): Side => ({
  prepare: () => Promise.resolve({ url, method: 'GET', shots, once: false }),
  cpu,
});
