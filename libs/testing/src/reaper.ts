import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Runs until its standard input ends, which happens when this process ends for any reason (including SIGKILL, where an
 * 'exit' listener would not run; nor does one run inside Jest). Then it sends each listed process its signal, and
 * SIGKILL 5 s later.
 */
const SCRIPT = `
const alive = new Map();
let text = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (text + chunk).split('\\n');
  text = lines.pop();
  for (const line of lines) {
    const [pid, signal] = line.split(' ');
    if (signal) alive.set(Number(pid), signal);
    else alive.delete(Number(pid));
  }
});
process.stdin.on('end', () => {
  const send = (pid, signal) => {
    try { process.kill(pid, signal); } catch { alive.delete(pid); }
  };
  for (const [pid, signal] of alive) send(pid, signal);
  const started = Date.now();
  setInterval(() => {
    const last = Date.now() - started > 5000;
    for (const pid of alive.keys()) send(pid, last ? 'SIGKILL' : 0);
    if (last || alive.size === 0) process.exit();
  }, 100);
});`;

const watched = new Set<number>();
let reaper: ChildProcess | undefined;

/** Sends `signal` to `pid` if this process ends before `unwatch(pid)`. */
export function watch(pid: number, signal: NodeJS.Signals): void {
  if (!reaper) {
    const env = { ...process.env, NODE_OPTIONS: '' };
    reaper = spawn(process.execPath, ['-e', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], env });
    reaper.unref();
    reaper.stdin?.on('error', () => undefined);
  }
  watched.add(pid);
  reaper.stdin?.write(`${pid} ${signal}\n`);
}

export function unwatch(pid: number): void {
  if (!watched.delete(pid)) return;
  reaper?.stdin?.write(`${pid}\n`);
  if (watched.size > 0) return;
  reaper?.stdin?.end();
  reaper = undefined;
}
