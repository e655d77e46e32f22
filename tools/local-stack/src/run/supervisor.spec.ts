import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frontEndAddresses, serviceNamed } from '@questp/manifest';
import { freePort, isReady, mainOf, waitFor } from '@questp/testing';
import { processIdentity } from '../processes/process-identity.js';
import { RunRecord } from '../processes/run-record.js';
import { startService } from './services.js';
import { Supervisor } from './supervisor.js';

/** A service that is ready at once. */
const READY = `require('node:http').createServer((_, response) => response.end()).listen(process.env.HEALTH_PORT, '127.0.0.1');`;
const FAILS = `console.log('the table is missing'); process.exit(3);`;

describe('a part of the local platform that ends', () => {
  let directory: string;
  let port: number;
  let supervisor: Supervisor;
  let restarts: number[];
  let printed: string[];

  const setProgram = (text: string) => {
    const main = mainOf('exports', directory);
    mkdirSync(join(main, '..'), { recursive: true });
    writeFileSync(main, text);
  };
  const start = async () => {
    const { process: started } = await supervisor.keep(() =>
      startService({
        service: serviceNamed('exports'),
        root: directory,
        places: { local: directory, logs: directory, ports: () => port },
        addresses: {
          ...{ databaseUrl: '', databaseUrls: {}, natsUrls: {}, smtpUrl: '', filesDir: directory },
          ...{ masterKeys: '', methodHashKey: '', frontEnds: frontEndAddresses(), admin: { email: '', password: '' } },
        },
        tracesUrl: null,
        emulatorsUrl: null,
        chainVariables: {},
        supervisor,
      }),
    );
    return started.pid;
  };
  const restarted = (count: number) =>
    waitFor(() => restarts.length >= count, { what: `restart ${count}`, timeoutMs: 20_000 });

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'questp-supervisor-'));
    port = await freePort();
    printed = [];
    const record = await RunRecord.claim(join(directory, 'run.json'), () => undefined);
    supervisor = new Supervisor(record!, (line) => printed.push(line));
    restarts = [];
    supervisor.onRestart = (_, pid) => restarts.push(pid);
  });
  afterEach(async () => {
    await supervisor.stopAll();
    rmSync(directory, { recursive: true, force: true });
  });

  it('by SIGKILL is started again, is ready again, and the terminal says both', async () => {
    setProgram(READY);
    process.kill(await start(), 'SIGKILL');
    await restarted(1);
    expect(await isReady(port)).toBe(true);
    expect(printed).toEqual(['exports ended (SIGKILL); it is started again in 0.5 s', 'exports is ready again']);
  });

  it('again and again is given up with the reason and its last lines, after waiting twice as long each time', async () => {
    setProgram(READY);
    const first = await start();
    setProgram(FAILS);
    process.kill(first, 'SIGKILL');
    await expect(supervisor.givenUp).rejects.toThrow(
      /^exports ended 5 times within 2 minutes, so everything is stopped\. The last time it failed: exports ended during its start \(exit code 3\)[^]*the table is missing/,
    );
    const waits = printed.flatMap((line) => /again in (\S+) s/.exec(line)?.[1] ?? []);
    expect(waits).toEqual(['0.5', '1', '2', '4']);
  }, 30_000);

  it('because everything is stopped is not started again', async () => {
    setProgram(READY);
    const pid = await start();
    await supervisor.stopAll();
    expect(processIdentity(pid)).toBeUndefined();
    expect(printed).toEqual([]);
  });

  it('leaves no process behind when everything is stopped amid its restart', async () => {
    setProgram(READY);
    process.kill(await start(), 'SIGKILL');
    await waitFor(() => printed.length > 0, { what: 'the end' });
    await supervisor.stopAll();
    expect(restarts).toEqual([]);
    expect(await isReady(port)).toBe(false);
  });
});
