import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@questp/testing';
import { pino } from 'pino';
import { Readiness } from './readiness.js';

describe('Readiness', () => {
  const lines: string[] = [];
  let readiness: Readiness;
  /** The fault of the database. */
  let wrong: string | undefined;
  let turns: string[];
  let checked: number;

  const start = () =>
    readiness.start({
      pause: () => Promise.resolve(void turns.push('pause')),
      resume: () => Promise.resolve(void turns.push('resume')),
    });
  const logged = (text: string) => lines.filter((line) => line.includes(text));

  beforeEach(() => {
    lines.length = 0;
    turns = [];
    wrong = undefined;
    checked = 0;
    readiness = new Readiness(pino({}, { write: (line: string) => lines.push(line) }));
    readiness.addCheck('postgres', () => {
      checked += 1;
      return wrong === undefined ? Promise.resolve() : Promise.reject(new Error(wrong));
    });
  });
  afterEach(() => readiness.stop());

  it('is ready when it was started and every check passes', async () => {
    expect(await readiness.check()).toEqual({ status: 'starting', checks: { postgres: 'ok' } });
    start();
    expect(await readiness.check()).toEqual({ status: 'ready', checks: { postgres: 'ok' } });
    expect(turns).toEqual([]);
  });

  it('waits at start until every dependency is ready, and logs a fault once', async () => {
    wrong = 'run migrate';
    let isReady = false;
    const waiting = readiness.untilReady().then(() => (isReady = true));
    await waitFor(() => checked === 4);
    expect(isReady).toBe(false);
    expect(logged('not ready: run migrate')).toHaveLength(1);
    wrong = undefined;
    await waiting;
  });

  it('turns requests away by itself when it is lost, and takes them again by itself', async () => {
    start();
    wrong = 'gone';
    await waitFor(() => turns.length === 1);
    expect(await readiness.check()).toEqual({ status: 'degraded', checks: { postgres: 'gone' } });
    wrong = undefined;
    await waitFor(() => turns.length === 2);
    expect(turns).toEqual(['pause', 'resume']);
    expect(await readiness.check()).toMatchObject({ status: 'ready' });
    expect([logged('takes no requests').length, logged('takes requests again').length]).toEqual([1, 1]);
  });

  it('is degraded with the first failure, and turns nothing away for that one', async () => {
    start();
    wrong = 'one connection broke';
    expect(await readiness.check()).toMatchObject({ status: 'degraded' });
    wrong = undefined;
    expect(await readiness.check()).toMatchObject({ status: 'ready' });
    expect(turns).toEqual([]);
  });

  it('names what only a part of the requests needs, and takes all of them', async () => {
    let full: string | undefined = 'the disk is full';
    readiness.addPartialCheck('file storage', () =>
      full === undefined ? Promise.resolve() : Promise.reject(new Error(full)),
    );
    await readiness.untilReady();
    start();
    for (let round = 0; round < 4; round += 1) await readiness.check();
    const named = { status: 'ready', checks: { postgres: 'ok', 'file storage': 'the disk is full' } };
    expect(await readiness.check()).toEqual(named);
    expect(turns).toEqual([]);
    expect(logged('ready but for a part: the disk is full')).toHaveLength(1);
    full = undefined;
    expect(await readiness.check()).toMatchObject({ checks: { 'file storage': 'ok' } });
  });

  it('has turned requests away, or takes them, when it says so', async () => {
    let open = true;
    const slowly = async (to: boolean) => {
      await sleep(50);
      open = to;
    };
    readiness.start({ pause: () => slowly(false), resume: () => slowly(true) });
    wrong = 'gone';
    await Promise.all([readiness.check(), readiness.check()]);
    await readiness.check();
    await readiness.check();
    expect(open).toBe(false);
    wrong = undefined;
    expect(await readiness.check()).toMatchObject({ status: 'ready' });
    expect(open).toBe(true);
  });

  it('is not ready again once the process stops', async () => {
    start();
    readiness.stop();
    wrong = 'gone';
    for (let round = 0; round < 3; round += 1) await readiness.check();
    expect(await readiness.check()).toMatchObject({ status: 'stopping' });
    expect(turns).toEqual([]);
  });
});
