import { freePort } from '@questp/testing';
import { HealthServer } from './health-server.js';
import { pino } from 'pino';
import { Gauge, metrics } from './metrics.js';
import { Readiness } from './readiness.js';

describe('HealthServer', () => {
  let readiness: Readiness;
  let health: HealthServer;
  let url: string;
  const ready = async () => {
    const answer = await fetch(`${url}/health/ready`);
    return [answer.status, await answer.json()] as const;
  };

  beforeEach(async () => {
    const port = await freePort();
    readiness = new Readiness(pino({ level: 'silent' }));
    health = new HealthServer(readiness);
    await health.listen('127.0.0.1', port);
    url = `http://127.0.0.1:${port}`;
  });
  afterEach(async () => {
    readiness.stop();
    await health.close();
  });

  it('is ready when it was started and every check passes', async () => {
    readiness.addCheck('postgres', () => Promise.resolve());
    expect(await ready()).toEqual([503, { status: 'starting', checks: { postgres: 'ok' } }]);
    readiness.start();
    expect(await ready()).toEqual([200, { status: 'ready', checks: { postgres: 'ok' } }]);
  });

  it('says which check fails, throws or hangs, and stays live', async () => {
    readiness.addCheck('postgres', () => Promise.resolve());
    readiness.start();
    readiness.addCheck('nats', () => Promise.reject(new Error('gone')));
    readiness.addCheck('live', () => new Promise(() => undefined));
    expect(await ready()).toEqual([
      503,
      { status: 'degraded', checks: { postgres: 'ok', nats: 'gone', live: 'no answer within 2 s' } },
    ]);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
  });

  it('is not ready while it stops', async () => {
    readiness.stop();
    expect(await ready()).toEqual([503, { status: 'stopping', checks: {} }]);
  });

  it('serves metrics, survives one that fails, and knows no other path', async () => {
    const failing = new Gauge({
      name: 'failing',
      help: 'fails',
      registers: [metrics],
      collect: () => {
        throw new Error('no value');
      },
    });
    expect((await fetch(`${url}/metrics`)).status).toBe(500);
    metrics.removeSingleMetric('failing');
    expect(failing).toBeDefined();
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('questp_rpc_calls_total');
    expect((await fetch(`${url}/`)).status).toBe(404);
  });
});
