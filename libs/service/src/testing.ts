import { ModulesContainer } from '@nestjs/core';
import { PATTERN_METADATA } from '@nestjs/microservices/constants';
import { writeCaller, type Caller } from '@questp/messages/access';
import { AppError, type Contract } from '@questp/messages/language';
import type { RpcReply } from './reply-bytes.js';
import { ADMITTED, type Handler, type Received } from './rpc-handler.js';

// For specs alone: `@questp/service/testing`.

/** What an application and a testing module of Nest have in common here. */
interface Application {
  get(token: typeof ModulesContainer): ModulesContainer;
}

export interface InProcessCalls {
  <Request extends object, Reply extends object | null>(
    contract: Contract<Request, Reply>,
    request: Request,
    caller?: Caller,
  ): Promise<Reply>;
}

/**
 * The handlers of an application as the bus would call them, in this process: by contract, with their checks, and with
 * requests and replies that went through JSON. Refusals are thrown as AppError. With a caller they check who asks, as
 * they do over the bus; without one they take the call as admitted.
 */
export function callsOf(app: Application): InProcessCalls {
  const handlers = handlersOf(app);
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

function handlersOf(app: Application): Map<string, Handler> {
  const handlers = new Map<string, Handler>();
  for (const { controllers } of app.get(ModulesContainer).values()) {
    for (const { instance } of controllers.values()) {
      const controller = instance as Record<string, Handler>;
      for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(controller))) {
        const method = controller[name] as Handler;
        const [subject] = (Reflect.getMetadata(PATTERN_METADATA, method) ?? []) as string[];
        if (subject !== undefined) handlers.set(subject, method.bind(controller));
      }
    }
  }
  return handlers;
}
