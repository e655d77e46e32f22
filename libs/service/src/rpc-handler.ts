import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { readCaller, type Caller } from '@questp/messages/access';
import { AppError, messageErrors, readMessage, type Contract, type ErrorEnvelope } from '@questp/messages/language';
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

/**
 * Marks a method as the handler of a contract: compiled against its types, given only requests that fit their class,
 * whose caller may ask for it and still waits, with defaults filled in, run in the caller's context, timed, and with every error turned
 * into an envelope. What is not an AppError is logged and answers INTERNAL; with CHECK_REPLIES=true a reply that does
 * not fit its class, too.
 */
export function Rpc<Request extends object, Reply extends object | null>(contract: Contract<Request, Reply>) {
  const checksReplies = process.env['CHECK_REPLIES'] === 'true';
  return <Handler extends (request: Request) => Promise<Reply>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Handler>,
  ): void => {
    const handle = descriptor.value as (this: unknown, request: Request) => Promise<Reply>;
    const wrapped = async function (this: unknown, data: unknown, received: Received): Promise<Answer<Reply>> {
      const { subject } = contract;
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
          const request = checkedRequest(contract, data);
          if (!(ADMITTED in received)) context.access = requireCaller(contract, context.caller, data as object);
          const ok = await handle.call(this, request);
          if (checksReplies) requireFit(contract, ok);
          tell(subject, 'ok', stop({ outcome: 'ok' }));
          return { reply: { ok }, context };
        } catch (error) {
          const envelope = toEnvelope(error, subject);
          tell(subject, envelope.code, stop({ outcome: envelope.code }));
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
    Object.assign(descriptor, { value: wrapped });
    // Without these Nest passes the payload alone.
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    MessagePattern(contract.subject)(target, key, descriptor);
  };
}

/** Undefined for a header that is not there: the client of NATS gives an empty text. */
const valueOf = (headers: Headers | undefined, name: string): string | undefined => headers?.get(name) || undefined;

/** What is malformed names no operation, and so may ask for nothing. */
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

/** One line per message, for whoever follows a request by its logs alone. */
function tell(subject: string, outcome: string, seconds: number): void {
  if (logger?.isLevelEnabled('debug')) logger.debug({ subject, outcome, ms: toMs(seconds) }, 'handled');
}

/** To the tenth. */
const toMs = (seconds: number): number => Math.round(seconds * 10_000) / 10;

/** VALIDATION_FAILED */
function checkedRequest<Request extends object, Reply extends object | null>(
  { request }: Contract<Request, Reply>,
  data: unknown,
): Request {
  const errors = messageErrors(request, data);
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors });
  return readMessage(request, data as object) as Request;
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
