import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel } from './in-parallel.js';

describe('inParallel', () => {
  it('does every item once, no more than the limit at a time, and keeps the order of the results', async () => {
    let running = 0;
    let most = 0;
    const results = await inParallel([5, 1, 3, 2, 4], 2, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await sleep(item);
      running -= 1;
      return item * 10;
    });
    expect(results).toEqual([50, 10, 30, 20, 40]);
    expect(most).toBe(2);
  });

  it('fails with the first failure', async () => {
    const failing = inParallel([1, 2], 2, (item) => Promise.reject(new Error(`item ${item}`)));
    await expect(failing).rejects.toThrow('item 1');
  });
});
