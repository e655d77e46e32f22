import type { OAuthRedirect } from '@questp/messages/integrations';
import type { Bus } from '@questp/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { browserOf, knowBrowser } from '../http/browser-cookie.js';
import type { ProblemFilter } from '../http/problem.filter.js';
import { callerValue } from '../requests/caller.js';
import type { Operation } from '../operations/operation.js';

interface Parts {
  bus: Bus;
  problems: ProblemFilter;
  /** True if browsers connect over HTTPS. */
  isHttps: boolean;
}

/** Route of an operation that redirects the browser; errors redirect too. */
export function mountRedirect(
  instance: FastifyInstance,
  operation: Operation,
  { bus, problems, isHttps }: Parts,
): void {
  instance.route({
    method: operation.method,
    url: operation.path,
    // A HEAD request must not consume the code.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const answer = await bus.call(operation.contract, messageOf(operation, request, isHttps), request.callContext);
      const { location, browser } = answer as OAuthRedirect;
      if (browser !== null) knowBrowser(reply, browser, isHttps);
      return reply.redirect(location);
    },
    errorHandler: (error, request, reply) => problems.answer(error, request, reply),
  });
}

/** Keeps only the standard parameters; platforms send others too. */
function messageOf({ sent, filled }: Operation, request: FastifyRequest, isHttps: boolean): object {
  const known = Object.entries(request.query as Record<string, unknown>).filter(
    ([name, value]) => sent.has(name) && typeof value === 'string',
  );
  const about = [...filled].map(
    ([name, value]) => [name, value === 'browser' ? browserOf(request, isHttps) : callerValue(value, request)] as const,
  );
  return { ...Object.fromEntries(known), ...Object.fromEntries(about), ...(request.params as object) };
}
