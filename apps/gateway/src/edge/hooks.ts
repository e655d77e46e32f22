import { AppError, type FieldError } from '@questp/messages';
import { Histogram, metrics, newCallContext, runInContext, type Logger } from '@questp/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Admission } from '../access/admission.js';
import type { Routes } from '../access/routes.js';
import { isInherited, parseJsonBody } from './json-body.js';
import { isPage, PAGE_HEADERS, SECURITY_HEADERS } from './security-headers.js';

const httpSeconds = new Histogram({
  name: 'questp_http_seconds',
  help: 'Time from a request to its answer, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [metrics],
});

const CLOSE_IDLE_MS = 50;
const LAST_ANSWERS_MS = 1_000;

const OTHER_CHARSET = /;\s*charset=(?!"?utf-?8"?\s*(;|$))/i;

/**
 * What every request passes through, as Fastify hooks (an interceptor of Nest would cost more than all of this):
 * context, headers, admission, strict body and query, then log and metrics.
 */
export function registerHooks(instance: FastifyInstance, routes: Routes, admission: Admission, logger: Logger): void {
  instance.decorateRequest('callContext', null as never);
  instance.decorateRequest('principal', null);
  instance.decorateRequest('rawBody', null);

  instance.addHook('onRoute', (route) => {
    if (route.method === 'OPTIONS' || isPage(route.url)) return;
    for (const method of [route.method].flat()) {
      const info = routes.find(method, route.url);
      if (info === undefined) throw new Error(`${method} ${route.url} has no access rule`);
      route.config = { ...route.config, ...info };
    }
  });

  instance.addHook('onRequest', (request, reply, done) => {
    const { headers } = request;
    const context = newCallContext(header(headers['x-request-id']), header(headers['traceparent']));
    request.callContext = context;
    void reply.headers(isPage(request.url) ? PAGE_HEADERS : SECURITY_HEADERS);
    void reply.header('x-request-id', context.requestId);
    runInContext(context, done);
  });

  instance.addHook('onRequest', (request, reply, done) => {
    const { rule } = request.routeOptions.config;
    if (rule === undefined) return done();
    try {
      const admitted = admission.admit(request, reply, rule);
      if (admitted === undefined) return done();
      admitted.then(() => done(), done);
    } catch (error) {
      done(error as Error);
    }
  });

  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body;
    if (OTHER_CHARSET.test(request.headers['content-type'] ?? '')) return done(new AppError('UNSUPPORTED_MEDIA_TYPE'));
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, parseJsonBody(body));
    } catch (error) {
      done(error as Error);
    }
  });

  instance.addHook('preValidation', (request, _reply, done) => {
    try {
      checkQuery(request);
      checkBody(request);
    } catch (error) {
      return done(error as Error);
    }
    // Reading a body leaves the context the first hook set up.
    runInContext(request.callContext, done);
  });

  instance.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = routeOptions.url ?? 'unknown';
    httpSeconds.observe({ method, route, status }, elapsedTime / 1000);
    const level = status >= 500 ? 'warn' : 'debug';
    if (logger.isLevelEnabled(level)) {
      const { requestId } = request.callContext;
      logger[level]({ requestId, method, route, status, ms: Math.round(elapsedTime) }, 'answered');
    }
    done();
  });
}

/**
 * When the server stops, it first answers for a second with `Connection: close`: a client that is just sending over a
 * kept connection would be cut off otherwise. Then connections are closed as they fall idle.
 */
export function closeConnectionsWhenIdle(instance: FastifyInstance): void {
  instance.addHook('preClose', (done) => {
    setTimeout(() => {
      const timer = setInterval(() => instance.server.closeIdleConnections(), CLOSE_IDLE_MS);
      instance.server.once('close', () => clearInterval(timer));
      done();
    }, LAST_ANSWERS_MS);
  });
}

const header = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

function checkQuery(request: FastifyRequest): void {
  const { rule, takesQuery } = request.routeOptions.config;
  if (rule === undefined) return;
  const query = request.query as Record<string, string | string[]>;
  const errors: FieldError[] = [];
  for (const name in query) {
    const pointer = `?${name}`;
    const value = query[name];
    if (!takesQuery || isInherited(name))
      errors.push({ pointer, code: 'UNKNOWN_MEMBER', detail: 'The parameter is not known.' });
    else if (Array.isArray(value)) errors.push({ pointer, code: 'TYPE', detail: 'The parameter stands there twice.' });
    else if (value?.includes('\0')) errors.push({ pointer, code: 'CHARACTER', detail: 'The parameter holds NUL.' });
  }
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors });
}

function checkBody(request: FastifyRequest): void {
  const { rule, takesBody } = request.routeOptions.config;
  if (rule === undefined || takesBody || request.body === undefined || request.body === null) return;
  if (typeof request.body === 'object' && !Array.isArray(request.body) && Object.keys(request.body).length === 0)
    return;
  throw new AppError('VALIDATION_FAILED', {
    errors: [{ pointer: '', code: 'UNKNOWN_MEMBER', detail: 'The route takes no body.' }],
  });
}
