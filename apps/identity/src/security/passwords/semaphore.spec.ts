import { setImmediate as turn } from 'node:timers/promises';
import { Semaphore } from './semaphore.js';

describe('Semaphore', () => {
  it('A-42 runs 200 pieces of work, never more than two at once, in their order', async () => {
    const semaphore = new Semaphore(2);
    const order: number[] = [];
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        semaphore.execute(async () => {
          order.push(i);
          running += 1;
          most = Math.max(most, running);
          await turn();
          running -= 1;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).toHaveLength(200);
  });

  it('goes on after work that failed', async () => {
    const semaphore = new Semaphore(1);
    const failed = semaphore.execute(() => Promise.reject(new Error('no')));
    const next = semaphore.execute(() => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });
});
