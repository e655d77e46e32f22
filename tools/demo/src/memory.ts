import { readFileSync } from 'node:fs';

/** Peak resident memory of a process in MB (VmHWM of proc(5)); null if it cannot be read. */
export function peakMemoryMb(pid: number): number | null {
  try {
    const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return line ? Number(line[1]) / 1024 : null;
  } catch {
    return null;
  }
}
