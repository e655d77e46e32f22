import { existsSync, readFileSync } from 'node:fs';

/** Most resident memory a process had, in MB. */
export const peakOf = (pid: number): number => statusOf(pid, 'VmHWM');

/** Resident memory of a process now, in MB. */
export const residentOf = (pid: number): number => statusOf(pid, 'VmRSS');

/** Reads proc(5); zero for a process that has ended. */
function statusOf(pid: number, field: string): number {
  if (!existsSync(`/proc/${pid}`)) return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  // Of a process that has ended and waits for its parent, only the name is left.
  const [, kilobytes = '0'] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
  return Number(kilobytes) / 1024;
}
