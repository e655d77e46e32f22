import { waitFor } from '@questp/testing';
import { pino } from 'pino';
import { QueueWorker, type LastStep } from './queue-worker.js';

describe('QueueWorker', () => {
  const lines: { msg: string; item?: string }[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line) as { msg: string }) });

  /** Items are processed until they are ended. */
  class Items extends QueueWorker<string> {
    protected override readonly logger = logger;
    readonly due: string[] = [];
    readonly started: string[] = [];
    private readonly ends = new Map<string, (error?: Error) => void>();

    constructor(slots: number) {
      super({ name: 'items', slots, idleMs: 60_000 });
    }

    add(...items: string[]): void {
      this.due.push(...items);
      this.wake();
    }

    end(item: string, error?: Error): void {
      this.ends.get(item)?.(error);
    }

    protected claim(limit: number): Promise<string[]> {
      return Promise.resolve(this.due.splice(0, limit));
    }

    protected describe(item: string): object {
      return { item };
    }

    protected process(item: string): Promise<LastStep | void> {
      this.started.push(item);
      const end = new Promise<void>((resolve, reject) => {
        this.ends.set(item, (error) => (error ? reject(error) : resolve()));
      });
      return item.startsWith('last step') ? Promise.resolve(() => end) : end;
    }
  }

  const started = (items: Items, count: number) => waitFor(() => items.started.length === count, { intervalMs: 1 });
  let items: Items;

  beforeEach(() => {
    items = new Items(2);
    items.onApplicationBootstrap();
  });

  afterEach(async () => {
    for (const item of items.started) items.end(item);
    await items.beforeApplicationShutdown();
  });

  it('starts an item while a slow one runs', async () => {
    items.add('slow');
    await started(items, 1);
    items.add('quick');
    await started(items, 2);
  });

  it('claims no more items than slots are free, and the next one when a slot is free', async () => {
    items.add('a', 'b', 'c');
    await started(items, 2);
    expect(items.due).toEqual(['c']);
    await items.execute();
    expect(items.due).toEqual(['c']);
    items.end('a');
    await started(items, 3);
    expect(items.due).toEqual([]);
  });

  it('logs an item that fails, and processes the others', async () => {
    items.add('a', 'b', 'c');
    await started(items, 2);
    items.end('b', new Error('no such table'));
    await started(items, 3);
    expect(lines).toEqual([expect.objectContaining({ msg: 'items failed', item: 'b' })]);
  });

  it('processes other items while the last steps of more items than slots run', async () => {
    items.add('last step 1', 'last step 2', 'last step 3', 'a');
    await started(items, 4);
  });

  it('waits for the running items when it is stopped', async () => {
    items.add('a');
    await started(items, 1);
    let isStopped = false;
    const stopping = items.beforeApplicationShutdown().then(() => (isStopped = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isStopped).toBe(false);
    items.end('a');
    await stopping;
  });
});
