import { writeCaller, type Caller } from '@questp/messages/access';
import { AppError, type Contract } from '@questp/messages/language';
import type { RpcReply } from '../reply-bytes.js';
import { ADMITTED, type Handler, type Received } from '../rpc-handler.js';

export { handlersOf } from '../rpc-providers.js';

// For specs alone: `@questp/service/testing`.

export interface InProcessCalls {
  <Request extends object, Reply extends object | null>(
    contract: Contract<Request, Reply>,
    request: Request,
    caller?: Caller,
  ): Promise<Reply>;
}

/**
 * Calls handlers as the bus would, in this process: by contract, with their checks, and with requests and replies that
 * went through JSON. Refusals are thrown as AppError. With a caller they check who asks, as they do over the bus;
 * without one they take the call as admitted.
 */
export function callsOf(handlers: ReadonlyMap<string, Handler>): InProcessCalls {
  return async <Request extends object, Reply extends object | null>(
    { subject }: Contract<Request, Reply>,
    request: Request,
    caller?: Caller,
  ): Promise<Reply> => {
    const handle = handlers.get(subject);
    if (handle === undefined) throw new Error(`No handler for ${subject}`);
    const sent: unknown = JSON.parse(JSON.stringify(request));
    const answer = await handle(sent, receivedFrom(caller));
    const reply = JSON.parse(JSON.stringify(answer.reply)) as RpcReply<Reply>;
    if ('error' in reply) throw AppError.fromEnvelope(reply.error);
    if ('again' in reply) throw new Error('Only requests over the bus are sent again');
    return reply.ok;
  };
}

const receivedFrom = (caller: Caller | undefined): Received =>
  caller === undefined ? { [ADMITTED]: true } : { headers: new Map([['x-caller', writeCaller(caller)]]) };
