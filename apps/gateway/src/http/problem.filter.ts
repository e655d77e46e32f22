import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { OAUTH_ROUTES, withRefusal } from '@questp/messages/integrations';
import { AppError, type ErrorCode } from '@questp/messages/language';
import { idsOf, type Logger } from '@questp/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operations } from '../operations/operations.js';
import { openContext } from './open-context.js';
import { PROBLEM_TYPE, toProblem } from './problem.js';
import { ONLY_WEBSOCKET, SOCKET_PATH } from './socket-path.js';

const CODES: Readonly<Record<number, ErrorCode>> = {
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'NOT_FOUND',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  503: 'SERVICE_UNAVAILABLE',
};

/** Statuses that always have a Retry-After header. */
const RETRIED = new Set([429, 503]);

/** RFC 6750: parameters of WWW-Authenticate for an invalid token. */
const CHALLENGES: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'Bearer',
  TOKEN_EXPIRED: 'Bearer error="invalid_token"',
  WRONG_TOKEN_FAMILY: 'Bearer error="invalid_token"',
  API_KEY_NOT_ACCEPTED: 'Bearer error="invalid_token"',
};

/** Answers every error as a problem document (RFC 9457). */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly operations: Operations,
    private readonly logger: Logger,
    private readonly appUrl: string,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    // The error was thrown before the hooks ran.
    if (!request.callContext) openContext(request, reply);
    let error = this.toAppError(thrown, request);
    if (request.routeOptions.config.operation?.binding.redirects) {
      void reply.redirect(withRefusal(new URL(OAUTH_ROUTES.earner, this.appUrl).href, error.code));
      return;
    }
    const path = request.url.split('?', 1)[0] ?? '/';
    if (path === SOCKET_PATH && error.code === 'NOT_FOUND') error = new AppError('BAD_REQUEST', ONLY_WEBSOCKET);
    else if (isUnrouted(error, thrown, request)) {
      error = new AppError('NOT_FOUND');
      const allowed = this.operations.methodsOf(path);
      if (allowed.length > 0) {
        error = new AppError('METHOD_NOT_ALLOWED');
        void reply.header('allow', allowed.join(', '));
      }
    }
    if (error.details.retryAfter !== undefined || RETRIED.has(error.status)) {
      void reply.header('retry-after', Math.max(1, Math.ceil(error.details.retryAfter ?? 1)));
    }
    const challenge = CHALLENGES[error.code];
    if (challenge !== undefined) void reply.header('www-authenticate', challenge);
    // With this header, Fastify would close the connection before a client that is still sending has read the answer;
    // see `dropRest`.
    void reply.removeHeader('connection');
    const problem = toProblem(error, path, request.callContext.requestId);
    // Bytes, because Fastify would add a charset, which JSON media types do not have.
    void reply
      .code(error.status)
      .header('content-type', PROBLEM_TYPE)
      .send(Buffer.from(JSON.stringify(problem)));
  }

  private toAppError(thrown: unknown, { callContext }: FastifyRequest): AppError {
    if (thrown instanceof AppError) return thrown;
    const status = statusOf(thrown);
    if (status !== undefined && status < 500) return new AppError(CODES[status] ?? 'BAD_REQUEST');
    if (status === 503) return new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    this.logger.error({ err: thrown, ...(callContext && idsOf(callContext)) }, 'request failed');
    return new AppError('INTERNAL');
  }
}

/** An error of the body takes precedence over a missing route; the method QUERY requires a content type. */
function isUnrouted({ code }: AppError, thrown: unknown, { is404, method }: FastifyRequest): boolean {
  if (is404 && code === 'UNSUPPORTED_MEDIA_TYPE') return true;
  return thrown instanceof HttpException && (code === 'NOT_FOUND' || (code === 'BAD_REQUEST' && method === 'QUERY'));
}

/** The HTTP status of an error of Nest or Fastify. */
function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (!(thrown instanceof Error) || !('statusCode' in thrown)) return undefined;
  return typeof thrown.statusCode === 'number' ? thrown.statusCode : undefined;
}
