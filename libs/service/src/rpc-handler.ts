import { readCaller, type Caller } from '@questp/messages/access';
import {
  AppError,
  lowerIds,
  messageErrors,
  readMessage,
  type Contract,
  type ErrorEnvelope,
} from '@questp/messages/language';
import { requireCaller } from '@questp/messages/tables';
import { newCallContext, runInContext, type CallContext } from './call-context.js';
import { Deadlines, requireTimeLeft } from './deadline.js';
import type { Logger } from './logger.js';
import { inFlight, rpcHandled } from './metrics.js';
import type { RpcReply } from './reply-bytes.js';

/** A reply, and the context of the request it answers. */
export interface Answer<Reply = unknown> {
  reply: RpcReply<Reply>;
  context: CallContext;
}

/** Marks a call of a spec in this process, which stands for one that the gateway admitted; no message can have it. */
export const ADMITTED = Symbol('admitted');

/** What comes with the data of a request. */
export interface Received {
  headers?: Headers | undefined;
  [ADMITTED]?: true;
}

/** Answers whatever arrives for a contract. Never rejects. */
export type Handler = (data: unknown, received: Received) => Promise<Answer>;

interface Headers {
  get(name: string): string | undefined;
}

const deadlines = new Deadlines();

let logger: Logger | undefined;
let running = 0;
let drained: (() => void) | undefined;

export const setRpcLogger = (value: Logger): void => {
  logger = value;
};

/** Resolves when no handler runs any more, at the latest after `timeoutMs`. */
export async function handlersDrained(timeoutMs: number): Promise<void> {
  if (running === 0) return;
  await new Promise<void>((resolve) => {
    drained = resolve;
    setTimeout(resolve, timeoutMs).unref();
  });
}

const contracts = new WeakMap<object, Contract>();

/** Makes a method the answer to a contract, and compiles it against the contract's types. The method stays as it is. */
export function Rpc<Request extends object, Reply extends object | null>(contract: Contract<Request, Reply>) {
  return <Method extends (request: Request) => Promise<Reply>>(
    _target: object,
    _key: string,
    { value }: TypedPropertyDescriptor<Method>,
  ): void => {
    if (value) contracts.set(value, contract);
  };
}

/** The contract that a method answers; undefined for anything else. */
export const contractOf = (method: unknown): Contract | undefined => contracts.get(method as object);

/**
 * The handler of a contract: calls `execute` only with requests that fit their class, whose caller may ask for it and
 * still waits, with defaults filled in and in the caller's context; times it, and turns every error into an envelope.
 * Any other error than an AppError is logged and answers INTERNAL; with CHECK_REPLIES=true a reply that does not fit its class,
 * too.
 */
export function toHandler(contract: Contract, execute: (request: object) => Promise<object | null>): Handler {
  const { subject } = contract;
  const checksReplies = process.env['CHECK_REPLIES'] === 'true';
  return async (data, received) => {
    const { headers } = received;
    const judged = deadlines.of(valueOf(headers, 'x-sent'), valueOf(headers, 'x-measured'));
    if ('again' in judged) return { reply: judged, context: newCallContext(headers?.get('x-request-id')) };
    const context = { ...contextOf(subject, headers), deadline: judged.deadline };
    return runInContext(context, async () => {
      const stop = rpcHandled.startTimer({ subject });
      running += 1;
      inFlight.set(running);
      try {
        requireTimeLeft();
        const message = lowerIds(contract.request, data);
        const request = checkedRequest(contract, message);
        if (!(ADMITTED in received)) context.access = requireCaller(contract, context.caller, message as object);
        const ok = await execute(request);
        if (checksReplies) requireFit(contract, ok);
        logHandled(subject, 'ok', stop({ outcome: 'ok' }));
        return { reply: { ok }, context };
      } catch (error) {
        const envelope = toEnvelope(error, subject);
        logHandled(subject, envelope.code, stop({ outcome: envelope.code }));
        context.span?.fail(error);
        return { reply: { error: envelope }, context };
      } finally {
        running -= 1;
        inFlight.set(running);
        if (running === 0) drained?.();
        context.span?.end();
      }
    });
  };
}

/** Undefined for a header that is not there: the client of NATS gives an empty text. */
const valueOf = (headers: Headers | undefined, name: string): string | undefined => headers?.get(name) || undefined;

/** A malformed message names no operation, so none can be authorized. */
const callerOf = (header: string | undefined): Caller | undefined =>
  header === undefined || header === '' ? undefined : (readCaller(header) ?? { operation: '', principal: null });

const contextOf = (subject: string, headers: Headers | undefined): CallContext => ({
  ...newCallContext(headers?.get('x-request-id'), headers?.get('traceparent'), {
    name: subject,
    kind: 'server',
    attributes: { 'rpc.system': 'nats', 'rpc.method': subject },
  }),
  caller: callerOf(headers?.get('x-caller')),
});

/** One line per message, to follow a request by its logs alone. */
function logHandled(subject: string, outcome: string, seconds: number): void {
  if (logger?.isLevelEnabled('debug')) logger.debug({ subject, outcome, ms: toMs(seconds) }, 'handled');
}

/** To the tenth. */
const toMs = (seconds: number): number => Math.round(seconds * 10_000) / 10;

/** VALIDATION_FAILED */
function checkedRequest({ request }: Contract, message: unknown): object {
  const errors = messageErrors(request, message);
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors });
  return readMessage(request, message as object);
}

/** Throws when what would arrive of the reply is not what the contract says. */
function requireFit({ reply: of }: Contract, reply: object | null): void {
  const arrives: unknown = JSON.parse(JSON.stringify(reply));
  if (of === null && arrives === null) return;
  const errors = of === null ? 'null is expected' : messageErrors(of, arrives);
  if (errors.length > 0) throw new Error(`The reply does not fit its class: ${JSON.stringify(errors)}`);
}

function toEnvelope(error: unknown, subject: string): ErrorEnvelope {
  if (error instanceof AppError) {
    if (error.status >= 500) logger?.warn({ err: error, subject }, 'refused');
    return error.toEnvelope();
  }
  logger?.error({ err: error, subject }, 'handler failed');
  return { code: 'INTERNAL' };
}
