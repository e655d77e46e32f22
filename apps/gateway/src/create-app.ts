import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ACCESS_TABLE, contracts } from '@questp/messages';
import { NestLogger, type Parts } from '@questp/service';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Admission } from './access/admission.js';
import { Principals } from './access/principals.js';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';
import { answerClientError } from './edge/client-errors.js';
import { registerCompression } from './edge/compression.js';
import { closeConnectionsWhenIdle, noteAnswer, openContext, registerHooks } from './edge/hooks.js';
import { ProblemFilter } from './edge/problem.filter.js';
import { limitsOf } from './edge/rate-limits/limits.js';
import { RateLimits } from './edge/rate-limits/rate-limits.js';
import { SharedCounter } from './edge/rate-limits/shared-counter.js';
import { LiveStreams } from './live/live-streams.js';
import { mountOperations } from './operations/mount.js';
import { Operations } from './operations/operations.js';

const BODY_LIMIT = 128 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
const PREFLIGHT_CACHE_SECONDS = 600;

export interface Api {
  app: NestFastifyApplication;
  operations: Operations;
}

/** The API on Fastify, to be started by `app.listen`. Throws when access table and contracts do not fit each other. */
export async function createApp(parts: Parts, config: Config): Promise<Api> {
  const { bus, logger, readiness } = parts;
  const counter = new SharedCounter(bus);
  readiness.addCheck('counters', () => counter.requireUsable());
  const operations = new Operations(contracts(), ACCESS_TABLE);
  const problems = new ProblemFilter(operations, logger);
  const limits = new RateLimits(counter, limitsOf(config), logger);
  const principals = new Principals(bus);
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // What comes over an open connection while the process ends is answered, and the connection closed.
    return503OnClosing: false,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    clientErrorHandler: (error, socket) => answerClientError(logger, error, socket),
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      openContext(request, reply);
      problems.answer(error, request, reply);
      // Fastify runs no hooks for these.
      noteAnswer(logger, request, reply);
    },
    // Node would answer these by itself, without a word.
    http: { requireHostHeader: false },
    // No Nest middleware is used, so that what runs it is left out.
    skipMiddie: true,
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(parts, limits), adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  app.useGlobalFilters(problems);
  app.enableCors(corsOptions(config));
  closeConnectionsWhenIdle(adapter.getInstance());
  const admission = new Admission(bus, principals, limits);
  registerHooks(adapter.getInstance(), operations, admission, logger);
  await registerCompression(adapter.getInstance());
  const places = { perPrincipal: config.LIMIT_STREAMS, total: config.LIMIT_STREAMS_TOTAL };
  const streams = new LiveStreams(bus, admission, places, logger);
  mountOperations(adapter.getInstance(), operations, { bus, problems, streams });
  // After what clears the cache when the broker is back.
  principals.open((lost) => streams.onLoss(lost));
  streams.open(adapter.getInstance());
  readiness.addCheck('live', () => streams.log.requireUsable());
  return { app, operations };
}

function corsOptions({ CORS_ORIGINS, APP_URL, STUDIO_URL, CONSOLE_URL }: Config) {
  const frontEnds = [APP_URL, STUDIO_URL, CONSOLE_URL].map((address) => new URL(address).origin);
  return {
    origin: [...new Set([...frontEnds, ...CORS_ORIGINS])],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'if-none-match',
      'last-event-id',
      'x-request-id',
      'traceparent',
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
