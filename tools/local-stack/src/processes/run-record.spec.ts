import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseStartTime, processIdentity } from './process-identity.js';
import { isSame, RunRecord, runningOwner } from './run-record.js';

describe('parseStartTime', () => {
  const stat = (name: string, state: string) =>
    `42 (${name}) ${state} 1 42 42 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 11 0 987654 0 0`;

  it('finds field 22 whatever the name of the program', () => {
    expect(parseStartTime(stat('node', 'S'))).toBe('987654');
    expect(parseStartTime(stat('a) S (b) 1 2', 'R'))).toBe('987654');
  });

  it('takes a zombie for ended', () => {
    expect(parseStartTime(stat('node', 'Z'))).toBeUndefined();
  });
});

describe('RunRecord', () => {
  const started: ChildProcess[] = [];
  const sleeper = () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
    started.push(child);
    return child.pid ?? 0;
  };
  let directory: string;
  let file: string;
  const leftovers: string[] = [];
  const claim = () => RunRecord.claim(file, (name) => leftovers.push(name));

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'questp-run-'));
    file = join(directory, 'run.json');
    leftovers.length = 0;
  });
  afterEach(async () => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
    await rm(directory, { recursive: true });
  });

  /** State after a killed run: its file names an owner that has ended. */
  const abandon = async (change: (text: string) => string = (text) => text) => {
    const text = (await readFile(file, 'utf8')).replace(/"owner":\{[^}]*\}/, '"owner":{"pid":1,"identity":"gone"}');
    await writeFile(file, change(text));
  };

  it('belongs to one run at a time, and is free again after its release', async () => {
    const first = await claim();
    expect(runningOwner(file)).toBe(process.pid);
    await expect(claim()).resolves.toBeUndefined();
    first?.release();
    expect(existsSync(file)).toBe(false);
    await expect(claim()).resolves.toBeInstanceOf(RunRecord);
  });

  it('stops what a killed run left', async () => {
    const pid = sleeper();
    (await claim())?.add({ name: 'sleeper', pid, stopSignal: 'SIGTERM' });
    await abandon();
    await expect(claim()).resolves.toBeInstanceOf(RunRecord);
    expect(leftovers).toEqual(['sleeper']);
    expect(processIdentity(pid)).toBeUndefined();
  });

  it('leaves a process alone that only has the pid of a recorded one', async () => {
    const pid = sleeper();
    (await claim())?.add({ name: 'sleeper', pid, stopSignal: 'SIGKILL' });
    await abandon((text) => text.replace(`"identity":"${processIdentity(pid)}"`, '"identity":"another start"'));
    await expect(claim()).resolves.toBeInstanceOf(RunRecord);
    expect(leftovers).toEqual([]);
    expect(processIdentity(pid)).toBeDefined();
  });

  it('is taken over when its writer was killed in the middle of a word', async () => {
    await writeFile(file, '{"owner":{"pid":');
    await expect(claim()).resolves.toBeInstanceOf(RunRecord);
  });

  it('distinguishes a running process from one that never existed', () => {
    const identity = processIdentity(process.pid) ?? '';
    expect(isSame({ pid: process.pid, identity })).toBe(true);
    expect(isSame({ pid: 2 ** 22 + 1, identity })).toBe(false);
  });
});
