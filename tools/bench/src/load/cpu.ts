import { readdirSync, readFileSync } from 'node:fs';

/** CPU time a process has used, in microseconds, by its name here. */
export type CpuTimes = Record<string, number>;

/** USER_HZ, which is always 100 in Linux's /proc. */
const MICROSECONDS_PER_TICK = 10_000;

interface Stat {
  parent: number;
  own: number;
  /** Of children that ended. */
  ended: number;
}

/** Reads proc(5); zero for a process that has ended. */
function statOf(pid: number): Stat {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may contain anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (n) => fields[n],
    );
    return { parent, own: user + system, ended: endedUser + endedSystem };
  } catch {
    return { parent: 0, own: 0, ended: 0 };
  }
}

/** The process that started this one. */
export const parentOf = (pid: number): number => statOf(pid).parent;

/** Running child processes. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => statOf(other).parent === pid);
}

/** CPU time of a process. */
export const cpuOf = (pid: number): number => statOf(pid).own * MICROSECONDS_PER_TICK;

/** CPU time of a process and of its running and ended children. */
export function cpuOfFamily(pid: number): number {
  const { own, ended } = statOf(pid);
  const ticks = childrenOf(pid).reduce((sum, child) => sum + statOf(child).own, own + ended);
  return ticks * MICROSECONDS_PER_TICK;
}
