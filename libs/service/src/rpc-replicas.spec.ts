import type { AppError } from '@questp/messages/language';
import { waitFor } from '@questp/testing';
import type { Bus } from './bus.js';
import { echo, slow, RpcStage } from './testing/rpc.fixture.js';
import type { RpcServer } from './rpc-server.js';

describe('requests to replicas of a service', () => {
  let stage: RpcStage;
  let bus: Bus;
  beforeEach(async () => {
    stage = await RpcStage.open();
    ({ bus } = stage);
  });
  afterEach(() => stage.close());

  it('are shared by the replicas, each answered once', async () => {
    await stage.start('b');
    const replies = await Promise.all(Array.from({ length: 100 }, (_, i) => bus.call(echo, { text: String(i) })));
    expect(replies.map(({ text }) => text)).toEqual(Array.from({ length: 100 }, (_, i) => String(i)));
    expect(new Set(replies.map(({ by }) => by))).toEqual(new Set(['a', 'b']));
  });

  it('that run while the service stops are still answered', async () => {
    const running = Promise.all([1, 2, 3].map(() => bus.call(slow, { ms: 500 })));
    await waitFor(() => stage.begun === 3, { intervalMs: 1 });
    await stage.servers.pop()?.close();
    expect(await running).toEqual([{ by: 'a' }, { by: 'a' }, { by: 'a' }]);
    await expect(bus.call(echo, { text: '' })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('reach no replica that left the queue group, and all that joined it again', async () => {
    const [first] = stage.servers;
    await stage.start('b');
    const repliedBy = async () => {
      const replies = await Promise.all(Array.from({ length: 100 }, () => bus.call(slow, { ms: 1 })));
      return [...new Set(replies.map(({ by }) => by))].sort();
    };
    for (let round = 0; round < 3; round += 1) {
      // What was sent to it before is answered.
      const running = Promise.all(Array.from({ length: 20 }, () => bus.call(slow, { ms: 100 })));
      await first?.leave();
      expect(await repliedBy()).toEqual(['b']);
      expect(await running).toHaveLength(20);
      await first?.join();
      expect(await repliedBy()).toEqual(['a', 'b']);
    }
    await Promise.all(stage.servers.map((server) => server.leave()));
    await expect(bus.call(slow, { ms: 1 })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { retryAfter: 1 },
    });
  });

  it('are never lost while one of two replicas stops under load', async () => {
    const first = stage.servers[0] as RpcServer;
    await stage.start('b');
    let stopped = false;
    const outcomes: string[] = [];
    const load = async () => {
      while (!stopped) {
        outcomes.push(
          await bus.call(slow, { ms: 1 }).then(
            ({ by }) => by,
            (error: AppError) => error.code,
          ),
        );
      }
    };
    const clients = Promise.all(Array.from({ length: 16 }, load));
    await waitFor(() => ['a', 'b'].every((by) => outcomes.includes(by)));
    await first.close();
    stage.servers.shift();
    const atTheStop = outcomes.length;
    await waitFor(() => outcomes.length > atTheStop + 50);
    stopped = true;
    await clients;
    expect(new Set(outcomes)).toEqual(new Set(['a', 'b']));
  });
});
