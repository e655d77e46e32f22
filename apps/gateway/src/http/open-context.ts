import { newCallContext } from '@questp/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { headersFor } from './security-headers.js';

/** Creates the call context of a request, and sets the headers that every answer has. */
export function openContext(request: FastifyRequest, reply: FastifyReply): void {
  const { headers, method } = request;
  const route = request.routeOptions.url ?? 'unknown';
  request.callContext = newCallContext(header(headers['x-request-id']), header(headers['traceparent']), {
    name: `${method} ${route}`,
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route },
  });
  // A request with an invalid URL lacks the decorations of a request.
  request.principal ??= null;
  void reply.headers(headersFor(request.url));
  void reply.header('x-request-id', request.callContext.requestId);
}

const header = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);
