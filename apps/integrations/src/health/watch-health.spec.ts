import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { NoteHealth } from '../outbound/note-health.js';
import { integrations } from '../service.js';
import { WatchHealth } from './watch-health.js';

describe('incidents of integrations', () => {
  let answer: (response: ServerResponse) => void;
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    answer(response);
  });
  const replicas: TestService<object>[] = [];
  let env: NodeJS.ProcessEnv;

  const begin = async () => {
    const service = await startTestService(integrations, { env, ...(replicas[0] && { beside: replicas[0] }) });
    replicas.push(service);
  };
  /** Runs the check of the next minute in all replicas in parallel. A restarted replica has no earlier result. */
  const minute = async () => {
    for (const replica of replicas.splice(1)) await replica.stop();
    await Promise.all([begin(), begin()]);
    await replicas[0]?.db.execute(sql`UPDATE integration_health SET checked_at = now() - interval '2 minutes'`);
    await Promise.all(replicas.slice(1).map((replica) => replica.get(WatchHealth).execute()));
  };
  const reported = async () =>
    ((await replicas[0]?.events('integration.incident', 'codehost')) ?? []).map(({ kind, detail }) => [kind, detail]);
  const json = (body: object, status = 200) => {
    answer = (response) => response.writeHead(status).end(JSON.stringify(body));
  };
  const left = (remaining: number) => json({ resources: { core: { limit: 5_000, remaining, reset: 1_900_000_000 } } });

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    env = {
      FILES_DIR: '/tmp',
      MASTER_KEYS: newMasterKey('dev1'),
      PLATFORM_CODEHOST_URL: url,
      CODEHOST_CLIENT_ID: 'id',
      CODEHOST_CLIENT_SECRET: 'canary',
    };
    await begin();
  }, 60_000);
  afterAll(async () => {
    for (const replica of replicas.toReversed()) await replica.stop();
    server.close();
  });

  it('reports an incident and its end once across replicas and restarts', async () => {
    left(4_000);
    await minute();
    expect([asked, await reported()]).toEqual([1, []]);
    json({ canary: true }, 401);
    await minute();
    expect(await reported()).toEqual([]);
    await minute();
    await minute();
    const down = ['down', 'It was answered with status 401. Check clientId and clientSecret.'];
    expect(await reported()).toEqual([down]);
    left(300);
    await minute();
    await minute();
    const recovered = ['recovered', expect.stringContaining('accepted')];
    const low = ['quota_nearly_used', expect.stringContaining('nearly used')];
    expect(await reported()).toEqual([down, recovered, low]);
    expect(JSON.stringify(await reported())).not.toContain('canary');
  });

  it('reports an incident when requests of a replica fail although the health check succeeds', async () => {
    left(4_000);
    await minute();
    const before = (await reported()).length;
    const health = replicas[0]?.get(NoteHealth);
    health?.execute({ destination: 'codehost', host: 'api.example' }, 'down');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await minute();
    await minute();
    health?.execute({ destination: 'codehost', host: 'api.example' }, 'up');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await minute();
    expect((await reported()).slice(before)).toEqual([
      ['down', expect.stringContaining('Requests to api.example keep failing.')],
      ['recovered', expect.stringContaining('accepted')],
    ]);
  });
});
