import { waitFor } from './wait-for.js';

describe('waitFor', () => {
  it('gives the first truthy value', async () => {
    const values = [undefined, 0, 'ready'];
    await expect(waitFor(() => values.shift(), { intervalMs: 1 })).resolves.toBe('ready');
  });

  it('says what it waited for and keeps the last error as the cause', async () => {
    const cause = new Error('refused');
    const waiting = waitFor(() => Promise.reject(cause), { timeoutMs: 5, intervalMs: 1, what: 'the queue' });
    await expect(waiting).rejects.toMatchObject({ message: 'Waited 5 ms for the queue', cause });
  });
});
