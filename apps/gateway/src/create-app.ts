import cors from '@fastify/cors';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { CONTRACTS } from '@questp/messages/contracts';
import { UNSUBSCRIBE_TOKEN_LENGTH } from '@questp/messages/notifier';
import { ACCESS_TABLE } from '@questp/messages/tables';
import { NestLogger, CallerSlots, type Parts } from '@questp/service';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Admission } from './admission/admission.js';
import { Principals } from './admission/principals.js';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';
import { answerClientError } from './http/client-errors.js';
import { registerCompression } from './http/compression.js';
import { dropRest } from './http/drop-rest.js';
import { openContext } from './http/open-context.js';
import { closeConnectionsWhenIdle, noteAnswer, registerHooks } from './routes/hooks.js';
import { Request } from './http/offered-protocols.js';
import { ProblemFilter } from './http/problem.filter.js';
import { BrokerClock } from './admission/rate-limits/broker-clock.js';
import { RateLimits } from './admission/rate-limits/rate-limits.js';
import { SharedCounter } from './admission/rate-limits/shared-counter.js';
import { LiveEventLog } from './live/streams/live-event-log.js';
import { LiveStreams } from './live/streams/live-streams.js';
import { RETRY_AFTER } from './live/streams/places.js';
import { mountOperations } from './routes/mount.js';
import { Operations } from './operations/operations.js';
import { LiveSockets } from './live/sockets/live-sockets.js';
import { SocketServer } from './live/sockets/socket-server.js';

const BODY_LIMIT = 128 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
const PREFLIGHT_CACHE_SECONDS = 600;

export interface Api {
  app: NestFastifyApplication;
  operations: Operations;
}

/** The API on Fastify; `app.listen` starts it. Throws when access table and contracts do not match. */
export async function createApp(parts: Parts, config: Config, clock = new BrokerClock()): Promise<Api> {
  const { bus, logger, readiness } = parts;
  const counter = new SharedCounter(bus);
  readiness.addCheck('counters', () => counter.requireUsable());
  const operations = new Operations(CONTRACTS, ACCESS_TABLE);
  const problems = new ProblemFilter(operations, logger, config.APP_URL);
  const limits = new RateLimits(counter, config, logger, () => clock.now());
  const principals = new Principals(bus);
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    // The tokens of unsubscribe URLs are the longest parameters.
    routerOptions: { maxParamLength: UNSUBSCRIBE_TOKEN_LENGTH },
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // Requests on open connections during shutdown are answered, and the connection is closed then.
    return503OnClosing: false,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    clientErrorHandler: (error, socket) => answerClientError(logger, error, socket),
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      openContext(request, reply);
      problems.answer(error, request, reply);
      // Fastify runs no hooks for these.
      dropRest(request.raw);
      noteAnswer(logger, request, reply);
    },
    // Node.js would answer these itself, without a log line.
    http: { requireHostHeader: false, IncomingMessage: Request },
    // No Nest middleware is used, so its runner is left out.
    skipMiddie: true,
  });
  const admission = new Admission(bus, principals, limits);
  const log = new LiveEventLog(bus, logger, clock);
  const places = new CallerSlots(config.LIMIT_STREAMS, config.LIMIT_STREAMS_TOTAL, RETRY_AFTER);
  const origins = originsOf(config);
  const server = new SocketServer(adapter.getHttpServer(), {
    ...{ limits, origins, logger },
    trustedProxies: config.TRUSTED_PROXIES,
    most: config.LIMIT_STREAMS_TOTAL,
    mostPending: config.LIMIT_SOCKETS_PENDING,
  });
  const sockets = new LiveSockets({ bus, log, admission, places, logger, server });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(parts, sockets), adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  app.useGlobalFilters(problems);
  app.useWebSocketAdapter(server);
  // Called directly: Nest would also set its headers on the Node.js response, and a stream would keep each of them in
  // memory.
  await adapter.getInstance().register(cors, corsOptions(origins));
  closeConnectionsWhenIdle(adapter.getInstance());
  registerHooks(adapter.getInstance(), operations, admission, logger);
  await registerCompression(adapter.getInstance());
  const streams = new LiveStreams(bus, log, admission, places, logger);
  mountOperations(adapter.getInstance(), operations, {
    bus,
    admission,
    problems,
    streams,
    publicUrl: config.PUBLIC_URL,
  });
  // After the subscription that clears the cache on reconnect.
  principals.open((lost) => {
    streams.onLoss(lost);
    sockets.onLoss(lost);
  });
  streams.open(adapter.getInstance());
  sockets.open(server.io, adapter.getInstance());
  log.open();
  adapter.getInstance().addHook('preClose', async () => {
    server.cutAll();
    await log.close();
  });
  readiness.addCheck('live', () => log.requireUsable());
  return { app, operations };
}

/** Origins whose pages may call the API. */
function originsOf({ CORS_ORIGINS, APP_URL, STUDIO_URL, CONSOLE_URL }: Config): string[] {
  const frontEnds = [APP_URL, STUDIO_URL, CONSOLE_URL].map((address) => new URL(address).origin);
  return [...new Set([...frontEnds, ...CORS_ORIGINS])];
}

function corsOptions(origin: string[]) {
  return {
    origin,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'if-none-match',
      'last-event-id',
      'x-request-id',
      // Sent by browser libraries for requests and tracing; a request does not depend on them.
      'x-requested-with',
      'cache-control',
      ...['traceparent', 'tracestate', 'baggage', 'sentry-trace', 'b3'],
      ...['x-b3-traceid', 'x-b3-spanid', 'x-b3-parentspanid', 'x-b3-sampled', 'x-b3-flags'],
    ],
    exposedHeaders: [
      'etag',
      'x-request-id',
      'retry-after',
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
    ],
    maxAge: PREFLIGHT_CACHE_SECONDS,
    strictPreflight: false,
  };
}
