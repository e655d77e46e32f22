import 'reflect-metadata';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Bus } from './bus.js';
import { HealthServer } from './health-server.js';
import { createLogger, LOGGER, NestLogger, type Logger } from './logger.js';
import { startDefaultMetrics } from './metrics.js';
import { Readiness, type Taking } from './readiness.js';
import { setRpcLogger } from './rpc-handler.js';
import { handlersOf } from './rpc-providers.js';
import { RpcServer } from './rpc-server.js';
import { EXIT_CODES, STOP_SECONDS } from './stopping.js';
import { startTracing, stopTracing } from './tracing.js';

/** Injection token of the service's configuration. */
export const CONFIG = Symbol('config');

export interface BaseConfig {
  NATS_URL: string;
  INTERNAL_HOST: string;
  HEALTH_PORT: number;
  LOG_LEVEL: string;
  OTEL_EXPORTER_OTLP_ENDPOINT: string;
}

/** The parts every service has, for injection: LOGGER, CONFIG, Bus, Readiness. */
@Global()
@Module({})
export class ServiceModule {
  static with(parts: { config: object; logger: Logger; bus: Bus; readiness: Readiness }): DynamicModule {
    const providers = [
      { provide: LOGGER, useValue: parts.logger },
      { provide: CONFIG, useValue: parts.config },
      { provide: Bus, useValue: parts.bus },
      { provide: Readiness, useValue: parts.readiness },
    ];
    return { module: ServiceModule, providers, exports: providers };
  }
}

export interface Parts {
  config: BaseConfig;
  logger: Logger;
  bus: Bus;
  readiness: Readiness;
}

/** Logs, metrics, health and the bus of this process: opens the internal port and connects. */
export async function startParts(name: string, config: BaseConfig): Promise<Parts & { health: HealthServer }> {
  const logger = createLogger(name, config.LOG_LEVEL);
  await startTracing(name, config, logger);
  startDefaultMetrics(name);
  setRpcLogger(logger);
  const bus = new Bus(config.NATS_URL, name, logger);
  const readiness = new Readiness(logger);
  readiness.addCheck('nats', () => bus.requireReady());
  const health = new HealthServer(readiness);
  await health.listen(config.INTERNAL_HOST, config.HEALTH_PORT);
  await bus.connect();
  return { config, logger, bus, readiness, health };
}

/** Ends the process on SIGTERM or SIGINT, once, after `close`, or after STOP_SECONDS. */
export function closeOnSignal(parts: Parts & { health: HealthServer }, close: () => Promise<void>): void {
  let closing = false;
  const stop = (signal: string) => {
    if (closing) return;
    closing = true;
    parts.readiness.stop();
    parts.logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(EXIT_CODES.failed.code), STOP_SECONDS * 1000).unref();
    void close()
      .then(() => parts.bus.close())
      .then(() => stopTracing())
      .then(() => parts.health.close())
      .then(
        () => process.exit(EXIT_CODES.done.code),
        (error: unknown) => {
          parts.logger.error({ err: error }, 'stop failed');
          process.exit(EXIT_CODES.failed.code);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/**
 * Answers requests over NATS with the providers of the module, in the queue group `name`: each request reaches one
 * replica. Nothing of the module runs before the process is ready.
 */
export async function serveRpc(
  name: string,
  parts: Parts,
  module: DynamicModule,
): Promise<{ close(): Promise<void> } & Required<Taking>> {
  const server = new RpcServer(parts.config.NATS_URL, name, parts.logger, () => handlersOf(app));
  const app = await NestFactory.createMicroservice(
    { module: RootModule, imports: [ServiceModule.with(parts), module] },
    { strategy: server, logger: new NestLogger(parts.logger), abortOnError: false },
  );
  await parts.readiness.untilReady();
  await app.listen();
  return { close: () => app.close(), pause: () => server.leave(), resume: () => server.join() };
}

@Module({})
class RootModule {}

/** Reports why a service cannot start, in one line per problem, and ends the process. */
export function failStart(name: string, error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${name} cannot start: ${message}\n`);
  process.exit(EXIT_CODES.failed.code);
}
