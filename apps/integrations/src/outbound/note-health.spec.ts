import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Egress, FAILURES } from '@questp/egress';
import { sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey, waitFor } from '@questp/testing';
import { integrations } from '../service.js';
import { NoteHealth } from './note-health.js';

describe('NoteHealth', () => {
  let service: TestService<unknown>;
  let status: number;
  const server = createServer((_, response) => response.writeHead(status).end());
  let host: string;

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    service = await startTestService(integrations, {
      env: { FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('dev1') },
    });
  });
  afterAll(async () => {
    await service?.stop();
    server.close();
  });

  const ask = async (times: number) => {
    for (let n = 0; n < times; n += 1) {
      await service.get(Egress).get(`http://${host}/key?secret=1`, { destination: 'chain:a', namedBy: 'platform' });
    }
  };
  const noted = () => service.db.rows<{ data: object; times: number }>(sql`SELECT data, times FROM notice`);

  it('reports a configured server that keeps failing to operators, by its host only', async () => {
    status = 200;
    await ask(2);
    status = 503;
    await ask(FAILURES);
    await waitFor(async () => (await noted()).length > 0);
    await ask(3);
    const change = { destination: 'chain:a', host, state: 'down' };
    expect(await noted()).toEqual([{ data: change, times: 1 }]);
  });

  it('reports each change once across replicas, and a recovery only after a failure', async () => {
    const health = service.get(NoteHealth);
    const known = { destination: 'chain:a', host };
    for (let n = 0; n < 3; n += 1) health.execute(known, 'down');
    health.execute({ destination: 'chain:b', host: 'b.example' }, 'up');
    await sleep(300);
    expect(await noted()).toMatchObject([{ data: { ...known, state: 'down' }, times: 1 }]);
    for (let n = 0; n < 3; n += 1) health.execute(known, 'up');
    await waitFor(async () => (await noted())[0]?.times === 2);
    await sleep(300);
    expect(await noted()).toMatchObject([{ data: { ...known, state: 'up' }, times: 2 }]);
  });
});
