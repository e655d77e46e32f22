import { type Allow, limitKey, type Principal, type ProjectRole } from '@questp/messages/access';
import { AppError, lowerIds, type RequestOf } from '@questp/messages/language';
import { getProjectRole } from '@questp/messages/quests';
import { requireAllowed, requireRole } from '@questp/messages/tables';
import { addressKey, newCallContext, type Bus, type CallContext } from '@questp/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, LimitStanding, RateLimits, LimitGroup } from './rate-limits/rate-limits.js';
import type { Operation } from '../operations/operation.js';
import type { NoPrincipal, Principals } from './principals.js';

/** A principal's requests and writes. */
const READ: LimitGroup = ['principal'];
const WRITE: LimitGroup = ['principal', 'principalWrites'];

const isPromise = <T>(value: T | Promise<T>): value is Promise<T> => value instanceof Promise;

/** The credentials and access rule with which a stream or socket was admitted; see `requireStill`. */
export interface Admitted {
  authorization: string;
  allow: Allow;
  /** Project in the route. */
  projectId: string | undefined;
}

/**
 * Decides by the access rule of the operation whether a request is admitted: limits, token, account, role, scope,
 * permission.
 * Runs before the body is read. Synchronous while principal and limits are cached, which is the usual case.
 */
export class Admission {
  constructor(
    private readonly bus: Bus,
    private readonly principals: Principals,
    private readonly limits: RateLimits,
  ) {}

  /**
   * @throws AppError RATE_LIMITED, UNAUTHENTICATED, TOKEN_EXPIRED, WRONG_TOKEN_FAMILY, API_KEY_NOT_ACCEPTED,
   *   ACCOUNT_SUSPENDED, PASSWORD_CHANGE_REQUIRED, FORBIDDEN, NOT_FOUND
   */
  admit(request: FastifyRequest, reply: FastifyReply, operation: Operation): void | Promise<void> {
    const address = addressKey(request.ip);
    const counted = this.limits.take(['address'], { address });
    if (isPromise(counted)) return counted.then(() => this.identify(request, reply, operation, address));
    return this.identify(request, reply, operation, address);
  }

  /**
   * Checks again that the caller still has access, without counting against rate limits.
   * @throws AppError as `admit`
   */
  async requireStill({ authorization, allow, projectId }: Admitted): Promise<Principal> {
    const context = newCallContext();
    const found = await this.principals.resolve(authorization, context);
    if (typeof found === 'string') throw new AppError(found);
    requireAllowed(allow, found, projectId);
    const role = allow.user?.role;
    if (found.family === 'user' && role !== undefined && projectId !== undefined) {
      await this.requireRole({ projectId, userId: found.userId }, role, context);
    }
    return found;
  }

  /**
   * Admits a message on a socket. It counts as a read request.
   * @param address see `addressKey`
   * @throws AppError as `admit`
   */
  async admitMessage(admitted: Admitted, address: string): Promise<Principal> {
    await this.limits.take(['address'], { address });
    const found = await this.principals.resolve(admitted.authorization, newCallContext());
    if (typeof found === 'string') return this.refuse(found, address);
    await this.limits.take(READ, { address, principal: limitKey(found) });
    return this.requireStill(admitted);
  }

  /** Counts a webhook request with a wrong secret or signature as an anonymous request of its address. */
  async countUnproven({ ip }: FastifyRequest): Promise<void> {
    await this.limits.take(['anonymous'], { address: addressKey(ip) });
  }

  private identify(request: FastifyRequest, reply: FastifyReply, operation: Operation, address: string) {
    const { authorization } = request.headers;
    if (authorization === undefined) return this.limit(request, reply, operation, address);
    const principal = this.principals.resolve(authorization, request.callContext);
    const goOn = (found: Principal | NoPrincipal) => {
      if (typeof found === 'string') return this.refuse(found, address);
      request.principal = found;
      return this.limit(request, reply, operation, address);
    };
    return isPromise(principal) ? principal.then(goOn) : goOn(principal);
  }

  /** Counts a request with an invalid token against the `anonymous` limit of its address. */
  private async refuse(code: NoPrincipal, address: string): Promise<never> {
    await this.limits.take(['anonymous'], { address });
    throw new AppError(code);
  }

  private limit(
    request: FastifyRequest,
    reply: FastifyReply,
    operation: Operation,
    address: string,
  ): void | Promise<void> {
    const { principal } = request;
    const caller = principal === null ? { address } : { address, principal: limitKey(principal) };
    const standing = this.takeAll(limitsFor(request, operation), caller);
    const goOn = ({ limit, remaining, reset }: LimitStanding) => {
      reply.header('ratelimit-limit', limit);
      reply.header('ratelimit-remaining', remaining);
      reply.header('ratelimit-reset', reset);
      return this.authorize(request, operation);
    };
    return isPromise(standing) ? standing.then(goOn) : goOn(standing);
  }

  /** Counts a request under one limit after the other. Returns the state of the last one, which is the narrowest. */
  private takeAll(wanted: LimitGroup[], caller: Caller): LimitStanding | Promise<LimitStanding> {
    let standing: LimitStanding | undefined;
    for (const [index, names] of wanted.entries()) {
      const taken = this.limits.take(names, caller);
      if (isPromise(taken)) return this.takeRest(taken, wanted.slice(index + 1), caller);
      standing = taken;
    }
    return standing as LimitStanding;
  }

  private async takeRest(first: Promise<LimitStanding>, wanted: LimitGroup[], caller: Caller): Promise<LimitStanding> {
    let standing = await first;
    for (const names of wanted) standing = await this.limits.take(names, caller);
    return standing;
  }

  private authorize(request: FastifyRequest, operation: Operation): void | Promise<void> {
    const { contract, binding, rule, forms } = operation;
    const { allow } = rule;
    const { principal } = request;
    const parameters = lowerIds(contract.request, request.params) as Record<string, string>;
    request.params = parameters;
    requireAllowed(allow, principal, parameters['projectId']);
    if (!haveForms(parameters, forms)) throw new AppError('NOT_FOUND');
    request.callContext.caller = { operation: binding.id, principal };
    const role = allow.user?.role;
    if (principal?.family === 'user' && role !== undefined) {
      return this.requireRole(
        { projectId: parameters['projectId'] as string, userId: principal.userId },
        role,
        request.callContext,
      );
    }
  }

  /** Not cached for reads: the role is requested each time. Writes check it again in their transaction. */
  private async requireRole(
    member: RequestOf<typeof getProjectRole>,
    needed: ProjectRole,
    context: CallContext,
  ): Promise<void> {
    const { role } = await this.bus.call(getProjectRole, member, context);
    requireRole(needed, role);
  }
}

function limitsFor({ principal, method }: FastifyRequest, { rule, binding }: Operation): LimitGroup[] {
  const wanted: LimitGroup[] = [];
  if (binding.webhook) wanted.push(['webhook']);
  else if (principal === null) wanted.push(['anonymous']);
  else wanted.push(method === 'GET' || method === 'HEAD' ? READ : WRITE);
  if (rule.limit !== undefined) wanted.push([rule.limit]);
  return wanted;
}

function haveForms(parameters: Readonly<Record<string, string>>, forms: Operation['forms']): boolean {
  for (const [name, hasForm] of forms) {
    if (!hasForm(parameters[name] as string)) return false;
  }
  return true;
}
