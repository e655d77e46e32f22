import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pace } from './pace.js';

describe('pace', () => {
  let server: Server;
  let url: string;
  /** Milliseconds for which an answer occupies the server, which answers in sequence. */
  let busyMs: number;
  let paths: string[];

  beforeEach(async () => {
    paths = [];
    let freeAt = 0;
    server = createServer(({ url: path = '' }, answer) => {
      paths.push(path);
      freeAt = Math.max(freeAt, performance.now()) + busyMs;
      setTimeout(() => answer.writeHead(path === '/no' ? 409 : 200).end(), freeAt - performance.now());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it('goes on sending while answers are late, and counts the waiting of each from when it was due', async () => {
    busyMs = 40;
    const round = await pace({ url, method: 'GET', shots: [{ path: '/' }], once: false }, 100, 0.3);
    expect(paths).toHaveLength(30);
    // The last was due after 290 ms and is answered after 30 * 40 ms.
    expect(Math.max(...round.milliseconds)).toBeGreaterThan(900);
    expect(round.seconds).toBeGreaterThan(1.1);
  });

  it('takes the shots in turn and reports failures by status', async () => {
    busyMs = 0;
    const shots = [{ path: '/a' }, { path: '/no' }];
    const { milliseconds, failures } = await pace({ url, method: 'GET', shots, once: false }, 100, 0.04);
    expect(paths.sort()).toEqual(['/a', '/a', '/no', '/no']);
    expect([milliseconds.length, failures]).toEqual([2, { 409: 2 }]);
  });

  it('reports requests without an answer', async () => {
    const { failures } = await pace(
      { url: 'http://127.0.0.1:9', method: 'GET', shots: [{ path: '/' }], once: false },
      50,
      0.1,
    );
    expect(failures).toEqual({ 0: 5 });
  });
});
