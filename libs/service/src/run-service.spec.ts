import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { contract, Nothing } from '@questp/messages/language';
import { startNats, waitFor, type TestNats } from '@questp/testing';
import { Bus } from './bus.js';
import { createLogger } from './logger.js';
import { Readiness } from './readiness.js';
import { Rpc } from './rpc-handler.js';
import { serveRpc, type Parts } from './run-service.js';

const wait = contract({ subject: 'test.wait', callers: ['caller'], request: Nothing, reply: null });

describe('a service that answers requests', () => {
  let nats: TestNats;
  let bus: Bus;
  const logger = createLogger('test', 'silent');
  const config = { INTERNAL_HOST: '127.0.0.1', HEALTH_PORT: 0, LOG_LEVEL: 'silent', OTEL_EXPORTER_OTLP_ENDPOINT: '' };
  beforeAll(async () => {
    nats = await startNats();
    bus = new Bus(nats.url, 'caller', logger);
    await bus.connect();
  });
  afterAll(async () => {
    await bus.close();
    await nats.stop();
  });

  /** What happens, in its order. */
  function serve(isReady: () => boolean) {
    const steps: string[] = [];
    @Injectable()
    class Wait implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
      onModuleInit() {
        steps.push('init');
      }

      onApplicationBootstrap() {
        steps.push('bootstrap');
      }

      onModuleDestroy() {
        steps.push('destroy');
      }

      @Rpc(wait)
      async execute(): Promise<null> {
        steps.push('asked');
        await sleep(200);
        steps.push('answered');
        return null;
      }
    }
    @Module({ providers: [Wait] })
    class TestModule {}
    const readiness = new Readiness(logger);
    readiness.addCheck('events', async () => (isReady() ? Promise.resolve() : Promise.reject(new Error('not yet'))));
    const parts: Parts = { config: { ...config, NATS_URL: nats.url }, logger, bus, readiness };
    return { steps, serving: serveRpc('test', parts, { module: TestModule }) };
  }

  it('begins with nothing before it is ready, and is asked only when everything has begun', async () => {
    let isReady = false;
    const { steps, serving } = serve(() => isReady);
    await sleep(300);
    expect(steps).toEqual([]);
    await expect(bus.call(wait, {})).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    isReady = true;
    const service = await serving;
    await bus.call(wait, {});
    await service.close();
    expect(steps).toEqual(['init', 'bootstrap', 'asked', 'answered', 'destroy']);
  });

  it('answers what it was asked before it closes anything', async () => {
    const { steps, serving } = serve(() => true);
    const service = await serving;
    const asked = bus.call(wait, {});
    await waitFor(() => steps.includes('asked'), { intervalMs: 1 });
    await service.close();
    expect(await asked).toBeNull();
    expect(steps.slice(-2)).toEqual(['answered', 'destroy']);
  });
});
