import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from './process-identity.js';

export interface RecordedProcess {
  name: string;
  pid: number;
  identity: string;
  stopSignal: NodeJS.Signals;
  /** The pid is that of a process group, which is stopped as a whole. */
  group?: boolean;
}

interface RecordedRun {
  owner: { pid: number; identity: string };
  processes: RecordedProcess[];
}

/** The running process that the record in `file` names, if any. */
export function runningOwner(file: string): number | undefined {
  const owner = readRecord(file)?.owner;
  return owner && isSame(owner) ? owner.pid : undefined;
}

/** Whether the process is still the recorded one, not a later one with its pid. */
export function isSame({ pid, identity }: { pid: number; identity: string }): boolean {
  return processIdentity(pid) === identity;
}

/**
 * The processes of one run, kept in a file, so that a run that was killed leaves nothing that blocks the next: the
 * next one stops its remaining processes, recognised by pid and start time.
 */
export class RunRecord {
  private processes: RecordedProcess[] = [];

  private constructor(
    private readonly file: string,
    private readonly owner: RecordedRun['owner'],
  ) {}

  /** Takes the file for this process and stops what a killed run left; undefined when another run owns it. */
  static async claim(file: string, onLeftover: (name: string) => void): Promise<RunRecord | undefined> {
    const identity = processIdentity(process.pid);
    if (identity === undefined) throw new Error('The start time of this process cannot be read (is /proc mounted?)');
    const record = new RunRecord(file, { pid: process.pid, identity });
    if (record.create()) return record;
    if (runningOwner(file) !== undefined) return undefined;
    const left = (readRecord(file)?.processes ?? []).filter(isSame);
    await Promise.all(
      left.map((one) => {
        onLeftover(one.name);
        return stopRecorded(one);
      }),
    );
    rmSync(file, { force: true });
    return record.create() ? record : undefined;
  }

  add(added: Omit<RecordedProcess, 'identity'>): void {
    const identity = processIdentity(added.pid);
    if (identity === undefined) return;
    this.processes.push({ ...added, identity });
    const draft = `${this.file}.draft`;
    writeFileSync(draft, this.text(), { mode: 0o600 });
    renameSync(draft, this.file);
  }

  release(): void {
    rmSync(this.file, { force: true });
  }

  private create(): boolean {
    try {
      writeFileSync(this.file, this.text(), { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }

  private text(): string {
    return JSON.stringify({ owner: this.owner, processes: this.processes } satisfies RecordedRun);
  }
}

function readRecord(file: string): RecordedRun | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RecordedRun;
  } catch {
    // No file, or one that was cut short when its writer was killed: nothing was started yet.
    return undefined;
  }
}

/** Stops a process that is not a child of this one: its signal, and SIGKILL after 10 s. */
export async function stopRecorded(one: RecordedProcess): Promise<void> {
  const target = one.group ? -one.pid : one.pid;
  const deadline = Date.now() + 10_000;
  signalUnlessGone(target, one.stopSignal);
  while (isSame(one) && Date.now() < deadline) await sleep(50);
  if (!isSame(one)) return;
  signalUnlessGone(target, 'SIGKILL');
  while (isSame(one)) await sleep(50);
}

function signalUnlessGone(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
