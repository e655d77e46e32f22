import { waitFor } from '@questp/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { BackgroundLoop } from './background-loop.js';
import { metrics } from './metrics.js';

describe('BackgroundLoop', () => {
  const lines: { msg: string; loop: string; failed?: number }[] = [];
  const logger = pino(
    { level: 'info' },
    { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]) },
  );
  let loop: BackgroundLoop;
  let rounds: number;

  const start = (
    run: () => Promise<boolean | number> | boolean | number,
    options: { idleMs?: number; failedMs?: number } = {},
  ) => {
    rounds = 0;
    loop = new BackgroundLoop({
      name: 'test',
      logger,
      idleMs: 60_000,
      failedMs: 60_000,
      ...options,
      run: async () => {
        rounds += 1;
        return run();
      },
    });
    loop.start();
  };

  beforeEach(() => (lines.length = 0));
  afterEach(() => loop.stop());

  it('goes on at once while there is more, then pauses', async () => {
    start(() => rounds < 50);
    await waitFor(() => rounds === 50, { intervalMs: 1 });
    await sleep(50);
    expect(rounds).toBe(50);
  });

  it('does a round after each pause', async () => {
    start(() => false, { idleMs: 5 });
    await waitFor(() => rounds > 5);
  });

  it('begins the next round when there is something to do, which ends the pause sooner and never later', async () => {
    start(() => (rounds === 1 ? 5 : false));
    await waitFor(() => rounds === 2);
    await loop.stop();
    start(() => 60_000, { idleMs: 5 });
    await waitFor(() => rounds > 1);
  });

  it('starts the next round at once when it is woken, also during a round', async () => {
    let finish: () => void = () => undefined;
    start(() => new Promise((resolve) => (finish = () => resolve(false))));
    expect(rounds).toBe(1);
    loop.wake();
    loop.wake();
    finish();
    await waitFor(() => rounds === 2, { intervalMs: 1 });
    finish();
    await sleep(20);
    expect(rounds).toBe(2);
    loop.wake();
    await waitFor(() => rounds === 3, { intervalMs: 1 });
    finish();
  });

  it('tries a failing round again after pauses that grow, and says once that it fails and once that it works', async () => {
    const at: number[] = [];
    const failuresBefore = await failuresCounted();
    start(
      () => {
        at.push(Date.now());
        if (rounds <= 4) throw new Error('no such table');
        return false;
      },
      { failedMs: 20 },
    );
    await waitFor(() => rounds === 5);
    const pauses = at.slice(1).map((time, index) => time - (at[index] as number));
    for (const [index, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(10 * 2 ** index - 2);
    }
    expect(lines).toEqual([
      expect.objectContaining({ msg: 'background loop fails', loop: 'test' }),
      expect.objectContaining({ msg: 'background loop works again', failed: 4 }),
    ]);
    expect((await failuresCounted()) - failuresBefore).toBe(4);
  });

  it('waits for the running round when it is stopped, and does no other', async () => {
    let finished = false;
    start(async () => {
      await sleep(100);
      expect(loop.stopping).toBe(true);
      finished = true;
      return true;
    });
    await loop.stop();
    expect(finished).toBe(true);
    await sleep(20);
    expect(rounds).toBe(1);
  });

  it('stops at once during a pause', async () => {
    start(() => false, { idleMs: 2 ** 31 - 1 });
    await sleep(10);
    await loop.stop();
    expect(rounds).toBe(1);
  });

  async function failuresCounted(): Promise<number> {
    const found = (await metrics.getMetricsAsJSON()).find(({ name }) => name === 'questp_loop_failures_total');
    return found?.values.find(({ labels }) => labels['loop'] === 'test')?.value ?? 0;
  }
});
