import { readFileSync } from 'node:fs';

/** Most memory a process had resident, in MB (VmHWM of proc(5)); null where that cannot be read. */
export function peakMemoryMb(pid: number): number | null {
  try {
    const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return line ? Number(line[1]) / 1024 : null;
  } catch {
    return null;
  }
}
