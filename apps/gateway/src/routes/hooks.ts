import { principalKey } from '@questp/messages/access';
import { AppError } from '@questp/messages/language';
import { Histogram, idsOf, metrics, type Logger } from '@questp/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from '../admission/admission.js';
import type { Operations } from '../operations/operations.js';
import { hasEtag, withEtag } from '../http/conditional.js';
import { CSV_TYPES, csvText } from '../http/csv-body.js';
import { dropRest } from '../http/drop-rest.js';
import { requireHost } from '../http/host.js';
import { parseJsonBody } from '../http/json-body.js';
import { openContext } from '../http/open-context.js';
import { isPage } from '../http/security-headers.js';

const httpSeconds = new Histogram({
  name: 'questp_http_seconds',
  help: 'Time from a request to its answer, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [metrics],
});

const CLOSE_IDLE_MS = 50;
const LAST_ANSWERS_MS = 1_000;

const OTHER_CHARSET = {
  json: /;\s*charset=(?!"?(utf-?8|us-ascii)"?\s*(;|$))/i,
  csv: /;\s*charset=(?!"?(utf-?8|us-ascii|utf-16(le|be)?)"?\s*(;|$))/i,
};

/**
 * Fastify hooks that every request runs through: context, headers, admission, strict body, log. An interceptor of Nest
 * would cost more than all of them.
 */
export function registerHooks(
  instance: FastifyInstance,
  operations: Operations,
  admission: Admission,
  logger: Logger,
): void {
  instance.decorateRequest('callContext', null as never);
  instance.decorateRequest('principal', null);
  instance.decorateRequest('rawBody', null);

  instance.addHook('onRoute', (route) => {
    if (route.method === 'OPTIONS' || isPage(route.url)) return;
    for (const method of [route.method].flat()) {
      const operation = operations.find(method, route.url);
      if (operation === undefined) throw new Error(`${method} ${route.url} is no operation`);
      route.config = { ...route.config, operation };
      if (hasEtag(operation) && !operation.binding.file && method !== 'HEAD')
        route.onSend = [route.onSend ?? [], withEtag(operation)].flat();
      // Only writes return secrets, and the length of a compressed body would leak them (BREACH). Compressing a large
      // file would cost more than sending it.
      if (method !== 'GET' || operation.binding.versioned || operation.binding.file || operation.binding.stream) {
        route.compress = false;
      }
    }
  });
  // Expectations other than 100-continue are ignored (RFC 9110, 10.1.1).
  instance.server.on('checkExpectation', (request, response) => instance.server.emit('request', request, response));

  instance.addHook('onRequest', (request, reply, done) => {
    openContext(request, reply);
    requireHost(request.raw);
    done();
  });

  instance.addHook('onRequest', (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    if (operation === undefined) return done();
    // The router takes an empty segment for a parameter: `/v1/projects/` would be the project without an id.
    if (Object.values(request.params as object).includes('')) {
      reply.callNotFound();
      return;
    }
    try {
      const admitted = admission.admit(request, reply, operation);
      if (admitted === undefined) return done();
      admitted.then(() => done(), done);
    } catch (error) {
      done(error as Error);
    }
  });

  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body;
    if (isOfOtherType(request, 'json')) return done(new AppError('UNSUPPORTED_MEDIA_TYPE'));
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, parseJsonBody(body));
    } catch (error) {
      done(error as Error);
    }
  });

  instance.addContentTypeParser<Buffer>(CSV_TYPES, { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body;
    if (isOfOtherType(request, 'csv')) return done(new AppError('UNSUPPORTED_MEDIA_TYPE'));
    try {
      done(null, csvText(body, request.headers['content-type'] ?? ''));
    } catch (error) {
      done(error as Error);
    }
  });

  instance.addContentTypeParser<Buffer>(FORMS_OF_MAIL_CLIENTS, { parseAs: 'buffer' }, (request, _, done) => {
    done(request.routeOptions.config.operation?.binding.oneClick ? null : new AppError('UNSUPPORTED_MEDIA_TYPE'));
  });

  instance.addHook('onSend', (request, _, payload, done) => {
    dropRest(request.raw);
    done(null, payload);
  });

  instance.addHook('onResponse', (request, reply, done) => {
    noteAnswer(logger, request, reply);
    done();
  });
}

/** RFC 8058, 3.1 */
const FORMS_OF_MAIL_CLIENTS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** A body in another character set, or of a type that only other routes accept. */
const isOfOtherType = ({ headers, routeOptions }: FastifyRequest, type: 'json' | 'csv'): boolean =>
  OTHER_CHARSET[type].test(headers['content-type'] ?? '') ||
  (routeOptions.config.operation?.binding.csv === undefined) === (type === 'csv');

/** Records a finished request: one log line, the end of its span, and metrics. */
export function noteAnswer(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions, callContext, principal } = request;
  const { statusCode: status, elapsedTime } = reply;
  const route = routeOptions.url ?? 'unknown';
  // A stream is answered at once and ends when its reader disconnects.
  if (!routeOptions.config.operation?.binding.stream)
    httpSeconds.observe({ method, route, status }, elapsedTime / 1000);
  const ms = Math.round(elapsedTime * 10) / 10;
  const line = { method, route, status, ms, principal: principalKey(principal), ...idsOf(callContext) };
  logger[status >= 500 ? 'warn' : 'info'](line, 'answered');
  callContext.span?.set('http.response.status_code', status);
  callContext.span?.set('questp.principal', line.principal);
  if (status >= 500) callContext.span?.fail(String(status));
  callContext.span?.end();
}

/**
 * On shutdown, answers for one second with `Connection: close`, so that clients that are sending on a kept connection
 * are not cut off. Then closes connections as they become idle.
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
