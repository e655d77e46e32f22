import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Distinguishes a process from a later one with the same pid: on Linux the boot and the start time in clock ticks
 * (field 22 of /proc/<pid>/stat), elsewhere the start time that ps prints. Undefined when there is no such process.
 */
export function processIdentity(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') return psField(pid, 'lstart');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const started = parseStartTime(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return started === undefined ? undefined : `${boot}/${started}`;
  } catch {
    return undefined;
  }
}

/** The start time in /proc/<pid>/stat, undefined for a zombie (man 5 proc). The name may hold spaces and brackets. */
export function parseStartTime(stat: string): string | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}

/** The words a process was started with, joined by spaces; empty when there is no such process. */
export function commandLine(pid: number): string {
  try {
    if (process.platform !== 'linux') return psField(pid, 'command') ?? '';
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function psField(pid: number, field: string): string | undefined {
  const text = execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  return text === '' ? undefined : text;
}
