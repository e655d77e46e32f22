import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Caller } from '@questp/messages/access';
import type { Access } from '@questp/messages/tables';
import { openSpan, untilEnd, type Span, type SpanStart } from './span.js';

/** What follows a request through every service: in logs, in NATS headers, in problem documents. */
export interface CallContext {
  requestId: string;
  /** W3C trace context, level 1 */
  traceparent: string;
  /** The gateway caller; absent for work that the platform starts itself. */
  caller?: Caller | undefined;
  /** Access that transactions check; absent where no permissions are needed. */
  access?: Access | undefined;
  /** Deadline of the caller, in milliseconds of `steadyNow`; absent if no caller waits. */
  deadline?: number | undefined;
  /** Current span of a trace; the creator of the context ends it. Absent without tracing. */
  span?: Span | undefined;
}

const storage = new AsyncLocalStorage<CallContext>();

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/;
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** 32 digits, 122 of its bits random: Node keeps some of these ready, and asks for others one by one. */
const hex = (): string => randomUUID().replaceAll('-', '');

/**
 * Continues the caller's trace with a span of our own, or starts one; malformed headers are ignored. What `span` names
 * is recorded where traces are.
 */
export function newCallContext(requestId?: string, traceparent?: string, span?: SpanStart): CallContext {
  const match = traceparent === undefined ? null : TRACEPARENT.exec(traceparent);
  const id = requestId !== undefined && REQUEST_ID.test(requestId) ? requestId : randomUUID();
  const opened = span && openSpan(span, id, match?.[0]);
  if (opened !== undefined) return { requestId: id, traceparent: opened.traceparent, span: opened };
  return { requestId: id, traceparent: `00-${match?.[1] ?? hex()}-${hex().slice(16)}-${match?.[2] ?? '01'}` };
}

export const runInContext = <T>(context: CallContext, work: () => T): T => storage.run(context, work);

/** Runs `work` in a context that was made for it, and ends its span. */
export const runInOwnContext = <T>(context: CallContext, work: () => Promise<T>): Promise<T> =>
  untilEnd(context.span, runInContext(context, work));

/** Ids for finding log lines. */
export const idsOf = ({ requestId, traceparent }: CallContext) => ({ requestId, traceId: traceparent.slice(3, 35) });

export const currentContext = (): CallContext | undefined => storage.getStore();
