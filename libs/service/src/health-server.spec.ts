import { freePort } from '@questp/testing';
import { HealthServer } from './health-server.js';
import { Gauge, metrics } from './metrics.js';

describe('HealthServer', () => {
  let health: HealthServer;
  let url: string;
  const ready = async () => {
    const answer = await fetch(`${url}/health/ready`);
    return [answer.status, await answer.json()] as const;
  };

  beforeEach(async () => {
    const port = await freePort();
    health = new HealthServer();
    await health.listen('127.0.0.1', port);
    url = `http://127.0.0.1:${port}`;
  });
  afterEach(() => health.close());

  it('is ready when it was started and every check passes', async () => {
    health.addCheck('postgres', () => Promise.resolve(true));
    expect(await ready()).toEqual([503, { status: 'starting', checks: { postgres: true } }]);
    health.markStarted();
    expect(await ready()).toEqual([200, { status: 'ready', checks: { postgres: true } }]);
  });

  it('says which check fails, throws or hangs, and stays live', async () => {
    health.addCheck('postgres', () => Promise.resolve(true));
    health.markStarted();
    health.addCheck('nats', () => Promise.reject(new Error('gone')));
    health.addCheck('mail', () => new Promise(() => undefined));
    const started = Date.now();
    expect(await ready()).toEqual([503, { status: 'degraded', checks: { postgres: true, nats: false, mail: false } }]);
    expect(Date.now() - started).toBeLessThan(10_000);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
  });

  it('is not ready while it stops', async () => {
    health.markStopping();
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
