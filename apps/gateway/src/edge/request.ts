import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type AdminPrincipal, AppError, type ClientInfo, type Idempotency, type Principal, type UserPrincipal } from '@questp/messages';
import type { CallContext } from '@questp/service';
import type { FastifyRequest } from 'fastify';
import type { AccessRule } from '../access/access-rule.js';

declare module 'fastify' {
  interface FastifyRequest {
    callContext: CallContext;
    /** Null: anonymous. */
    principal: Principal | null;
    /** The body as it was received; null without one. */
    rawBody: Buffer | null;
  }
  interface FastifyContextConfig {
    rule?: AccessRule;
    takesBody?: boolean;
    takesQuery?: boolean;
  }
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

/** The signed-in user; only on routes whose access rule admits users alone. */
export const CurrentUser = createParamDecorator((_: undefined, context: ExecutionContext): UserPrincipal => {
  const { principal } = requestOf(context);
  if (principal?.family !== 'user') throw new AppError('UNAUTHENTICATED');
  return principal;
});

/** The signed-in operator. */
export const CurrentAdmin = createParamDecorator((_: undefined, context: ExecutionContext): AdminPrincipal => {
  const { principal } = requestOf(context);
  if (principal?.family !== 'admin') throw new AppError('UNAUTHENTICATED');
  return principal;
});

/** Whoever asks; null: anonymous. */
export const Caller = createParamDecorator(
  (_: undefined, context: ExecutionContext): Principal | null => requestOf(context).principal,
);

/** The id of the asking user, where a route also answers others. */
export const CallerUserId = createParamDecorator((_: undefined, context: ExecutionContext): string | undefined => {
  const { principal } = requestOf(context);
  return principal?.family === 'user' ? principal.userId : undefined;
});

const MAX_USER_AGENT = 300;

export const Client = createParamDecorator((_: undefined, context: ExecutionContext): ClientInfo => {
  const request = requestOf(context);
  return { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT) };
});

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** The Idempotency-Key of a creating request; undefined without the header. */
export const IdempotencyOf = createParamDecorator(
  (_: undefined, context: ExecutionContext): Idempotency | undefined => {
    const request = requestOf(context);
    const key = request.headers['idempotency-key'];
    if (key === undefined) return undefined;
    if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
      throw new AppError('BAD_REQUEST', { detail: 'Idempotency-Key takes 1..200 printable ASCII characters.' });
    }
    return {
      scope: `${principalKey(request.principal)} ${request.method} ${request.url.split('?', 1)[0]}`,
      key,
      requestHash: createHash('sha256')
        .update(request.rawBody ?? '')
        .digest('hex'),
    };
  },
);

/** One string per user, operator or API key. */
export function principalKey(principal: Principal | null): string {
  if (principal === null) return 'anonymous';
  if (principal.family === 'user') return principal.userId;
  return principal.family === 'admin' ? principal.adminId : principal.apiKeyId;
}
