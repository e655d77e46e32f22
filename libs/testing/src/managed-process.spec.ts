import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, untilReady } from './managed-process.js';
import { waitFor } from './wait-for.js';

const node = (script: string) => ({ name: 'program', command: process.execPath, args: ['-e', script] });

const built = join(import.meta.dirname, '../dist/managed-process.js');

const isAlive = (pid: number) => {
  try {
    // A zombie (Z) has ended; its parent has not collected it yet.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

describe('launch', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'questp-launch-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('collects the output of both streams and writes it to the log file, keeping the file of the run before', async () => {
    const logFile = join(directory, 'program.log');
    await writeFile(logFile, 'earlier');
    const started = await launch({ ...node('console.log("out"); console.error("err")'), logFile });
    await expect(started.exited()).resolves.toEqual({ code: 0, signal: null });
    expect(started.logs().split('\n').sort()).toEqual(['err', 'out']);
    await waitFor(async () => (await readFile(logFile, 'utf8')).length === 8);
    await expect(readFile(`${logFile}.1`, 'utf8')).resolves.toBe('earlier');
  });

  it('kills a process that ignores the request to end, also when it is frozen', async () => {
    const started = await launch(
      node('process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1e6)'),
    );
    await waitFor(() => started.logs() === 'up');
    started.signal('SIGSTOP');
    await started.stop(100);
    await expect(started.exited()).resolves.toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('says that a program does not exist', async () => {
    await expect(launch({ name: 'ghost', command: '/nowhere', args: [] })).rejects.toThrow('ghost cannot be started');
  });

  it('resolves exited() for a program that waits for its child process', async () => {
    const program = `import { launch } from ${JSON.stringify(built)};
      const child = await launch({ name: 'child', command: process.execPath, args: ['-e', 'setTimeout(() => {}, 200)'] });
      console.log((await child.exited()).code);`;
    const waiting = await launch({ ...node(''), args: ['--input-type=module', '-e', program] });
    await expect(waiting.exited()).resolves.toEqual({ code: 0, signal: null });
    expect(waiting.logs()).toMatch(/0/);
  });

  it('rejects with the last lines of output when a program ends during its start', async () => {
    const started = await launch(node('console.error("no such table"); process.exit(3)'));
    const waiting = untilReady(started, () => Promise.resolve(false), 10_000);
    await expect(waiting).rejects.toThrow(/program ended during its start \(exit code 3\)[\s\S]*no such table/);
  });
});

describe('the reaper', () => {
  it('stops the child processes of a process that is killed', async () => {
    const parent = await launch({
      ...node(''),
      args: [
        '--input-type=module',
        '-e',
        `import { launch } from ${JSON.stringify(built)};
        const child = await launch({ name: 'child', command: process.execPath, args: ['-e', 'setInterval(() => {}, 1e6)'] });
        console.log(String(child.pid));
        setInterval(() => {}, 1e6);`,
      ],
    });
    const pid = await waitFor(() => Number(parent.logs()));
    expect(isAlive(pid)).toBe(true);
    parent.signal('SIGKILL');
    await waitFor(() => !isAlive(pid));
  });
});
