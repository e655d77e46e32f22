import { type Attribute, type ChainEvent } from './types.js';
import { OutOfGas } from '../vm/errors.js';
import { type Context } from './context.js';
import { ChainError, chainError } from './errors.js';
import { GasMeter } from './gas-meter.js';
import { toBase64 } from './json.js';
import { type Submessage } from './response.js';
import { type State } from './state.js';

/** What a chain module answered to a message. */
export interface Routed {
  readonly events: readonly ChainEvent[];
  /** The encoded response of the first module message. */
  readonly data: Uint8Array;
  readonly responses: readonly { readonly typeUrl: string; readonly value: Uint8Array }[];
  /** Only Wasm messages show their events to the contract. */
  readonly isWasm: boolean;
}

/** The parameter of `reply`; fields in Go's order, empty ones left out. */
export interface ReplyMessage {
  readonly gas_used: number;
  readonly id: number;
  readonly result: { readonly ok: ReplySuccess } | { readonly error: string };
  readonly payload?: string;
}

interface ReplySuccess {
  readonly events: readonly ChainEvent[];
  readonly data?: string;
  readonly msg_responses: readonly { readonly type_url: string; readonly value: string }[];
}

interface Handlers {
  readonly state: State;
  readonly route: (context: Context, contract: string, message: Submessage['message']) => Routed;
  readonly reply: (context: Context, contract: string, reply: ReplyMessage) => Uint8Array | undefined;
}

type Outcome = { readonly routed: Routed } | { readonly error: ChainError };

/**
 * Runs a contract's messages in order, each with what follows from it before the next one (wasmd msg_dispatcher.go,
 * DispatchSubmessages). A failed message is undone alone and passed to `reply` if the contract asked for errors;
 * otherwise its error is the caller's. Running out of gas ends everything, unless the message had a limit of its own.
 *
 * @returns data of the last reply that has data
 */
export function dispatchSubmessages(
  context: Context,
  contract: string,
  messages: readonly Submessage[],
  handlers: Handlers,
): Uint8Array | undefined {
  let data: Uint8Array | undefined;
  for (const message of messages) {
    const outcome = runIsolated(context, contract, message, handlers);
    const failed = 'error' in outcome;
    if (failed && (message.replyOn === 'success' || message.replyOn === 'never')) throw outcome.error;
    if (message.replyOn === 'never' || (message.replyOn === 'error' && !failed)) continue;
    const reply: ReplyMessage = {
      gas_used: 0,
      id: message.id,
      result: failed ? { error: outcome.error.redacted } : { ok: success(outcome.routed) },
      ...(message.payload !== '' && { payload: message.payload }),
    };
    data = replyTo(context, contract, reply, handlers) ?? data;
  }
  return data;
}

function runIsolated(context: Context, contract: string, message: Submessage, handlers: Handlers): Outcome {
  const savepoint = handlers.state.savepoint();
  try {
    const routed = runLimited(context, message.gasLimit, (inner) => handlers.route(inner, contract, message.message));
    context.events.push(...withoutMessageEvents(routed.events));
    return { routed };
  } catch (error) {
    handlers.state.rollback(savepoint);
    if (error instanceof ChainError) return { error };
    throw error;
  }
}

/** A limit above the remaining gas has no effect, so that running out of gas stays fatal. */
function runLimited<T>(context: Context, gasLimit: number | undefined, work: (context: Context) => T): T {
  const { meter } = context;
  if (gasLimit === undefined || gasLimit >= meter.remaining) return work(context);
  const limited = new GasMeter(gasLimit);
  try {
    const result = work({ ...context, meter: limited });
    meter.consume(limited.consumed, 'From limited Sub-Message');
    return result;
  } catch (error) {
    if (!(error instanceof OutOfGas)) {
      meter.consume(limited.consumed, 'From limited Sub-Message');
      throw error;
    }
    meter.consume(gasLimit, 'Sub-Message OutOfGas panic');
    throw chainError('outOfGas', 'SubMsg hit gas limit');
  }
}

function replyTo(context: Context, contract: string, reply: ReplyMessage, handlers: Handlers): Uint8Array | undefined {
  try {
    return handlers.reply({ ...context, contractDepth: context.contractDepth - 1 }, contract, reply);
  } catch (error) {
    throw error instanceof ChainError ? error.wrap('reply') : error;
  }
}

function success({ events, data, responses, isWasm }: Routed): ReplySuccess {
  return {
    events: isWasm
      ? withoutMessageEvents(events).map(({ type, attributes }) => ({ type, attributes: sorted(attributes) }))
      : [],
    ...(data.length > 0 && { data: toBase64(data) }),
    msg_responses: responses.map(({ typeUrl, value }) => ({ type_url: typeUrl, value: toBase64(value) })),
  };
}

const withoutMessageEvents = (events: readonly ChainEvent[]): ChainEvent[] =>
  events.filter(({ type }) => type !== 'message');

const sorted = (attributes: readonly Attribute[]): Attribute[] =>
  [...attributes].sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
