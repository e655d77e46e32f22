import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Access, Caller } from '@questp/messages';

/** What follows a request through every service: in logs, in NATS headers, in problem documents. */
export interface CallContext {
  requestId: string;
  /** W3C trace context, level 1 */
  traceparent: string;
  /** Who asked the gateway for what; absent for what the platform does by itself. */
  caller?: Caller | undefined;
  /** What transactions have to check of the caller; absent where nobody's rights are asked for. */
  access?: Access | undefined;
  /** When whoever asked for this gives up, in milliseconds of `steadyNow`; nobody waits when absent. */
  deadline?: number | undefined;
}

const storage = new AsyncLocalStorage<CallContext>();

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/;
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Continues the caller's trace with a span of our own, or starts one; malformed headers are ignored. */
export function newCallContext(requestId?: string, traceparent?: string): CallContext {
  const match = traceparent === undefined ? null : TRACEPARENT.exec(traceparent);
  const traceId = match?.[1] ?? randomBytes(16).toString('hex');
  return {
    requestId: requestId !== undefined && REQUEST_ID.test(requestId) ? requestId : randomUUID(),
    traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-${match?.[2] ?? '01'}`,
  };
}

export const runInContext = <T>(context: CallContext, work: () => T): T => storage.run(context, work);

export const currentContext = (): CallContext | undefined => storage.getStore();
