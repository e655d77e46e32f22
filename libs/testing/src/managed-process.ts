import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, renameSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { unwatch, watch } from './reaper.js';

const KEPT_LINES = 500;

export interface LaunchOptions {
  name: string;
  command: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  uid?: number;
  gid?: number;
  /** Signal that asks the process to end; SIGTERM by default. */
  stopSignal?: NodeJS.Signals;
  /** File that receives the output too; that of the previous run is kept with the suffix `.1`. */
  logFile?: string;
  onLine?: (line: string) => void;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ManagedProcess {
  readonly name: string;
  readonly pid: number;
  readonly stopSignal: NodeJS.Signals;
  /** Resolves when the process has ended and its output was read; keeps this process alive until then. */
  exited(): Promise<Exit>;
  hasExited(): boolean;
  /** The last 500 lines of output. */
  logs(): string;
  /** Sends a signal; no effect after the process has ended. */
  signal(signal: NodeJS.Signals): void;
  /** Asks the process to end and kills it after `graceMs`; resolves when it has ended. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Starts a program that ends with this process at the latest. It has its own process group, so that Ctrl-C reaches only
 * this process, which then stops the others in order. Throws if the program cannot be started.
 */
export async function launch(options: LaunchOptions): Promise<ManagedProcess> {
  const { name, command, args, env = process.env, cwd, uid, gid, stopSignal = 'SIGTERM', logFile, onLine } = options;
  const child = spawn(command, args, { env, cwd, uid, gid, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(new Error(`${name} cannot be started: ${cause.message}`, { cause })));
  });
  const pid = child.pid as number;
  watch(pid, stopSignal);

  if (logFile && existsSync(logFile)) renameSync(logFile, `${logFile}.1`);
  const log = logFile ? createWriteStream(logFile, { mode: 0o600 }) : undefined;
  const kept: string[] = [];
  const keep = (line: string) => {
    kept.push(line);
    if (kept.length > KEPT_LINES) kept.shift();
    log?.write(`${line}\n`);
    onLine?.(line);
  };
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', keep);
  // Does not keep this process alive.
  const handles = [child, child.stdout as Socket, child.stderr as Socket];
  for (const handle of handles) handle.unref();

  let ended = false;
  // 'close' comes after the last line was read.
  const closed = new Promise<Exit>((resolve) => {
    child.once('exit', () => {
      ended = true;
      unwatch(pid);
    });
    child.once('close', (code, signal) => {
      log?.end();
      resolve({ code, signal });
    });
  });
  const exited = () => {
    for (const handle of handles) handle.ref();
    return closed;
  };
  const signal = (which: NodeJS.Signals) => {
    if (!ended) child.kill(which);
  };
  return {
    name,
    pid,
    stopSignal,
    exited,
    hasExited: () => ended,
    logs: () => kept.join('\n'),
    signal,
    stop: async (graceMs = 10_000) => {
      signal(stopSignal);
      signal('SIGCONT');
      const timer = setTimeout(() => signal('SIGKILL'), graceMs);
      await exited();
      clearTimeout(timer);
    },
  };
}

/** Waits for `ready`; throws with the last lines of output if the process ends before. */
export async function untilReady(started: ManagedProcess, ready: () => Promise<boolean>, timeoutMs: number) {
  const deadline = Date.now() + timeoutMs;
  const fail = (how: string) => new Error(`${started.name} ${how}${lastLines(started)}`);
  while (!(await ready())) {
    if (started.hasExited()) {
      const { code, signal } = await started.exited();
      throw fail(`ended during its start (${signal ?? `exit code ${code}`})`);
    }
    if (Date.now() > deadline) throw fail(`was not ready after ${timeoutMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The last lines of a process' output, for an error message. */
export function lastLines(of: ManagedProcess, count = 15): string {
  const lines = of.logs().split('\n').slice(-count);
  return lines.join('') === '' ? '; it printed nothing' : `; its last lines:\n  ${lines.join('\n  ')}`;
}
