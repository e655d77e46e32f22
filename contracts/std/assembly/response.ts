import { Bytes } from './bytes';
import { BytesBuilder } from './bytes-builder';
import { JsonWriter } from './json-writer';
import { make } from './memory';
import { Message } from './messages';
import { U128 } from './u128';

/**
 * What a call did: attributes of the standard event, further events, messages for the chain to run, data for the
 * caller. Source: wasmvm types/submessages.go.
 */
@unmanaged
export class Response {
  /** The result up to its messages, which are most of it: they are written in place and never copied. */
  private messages: JsonWriter;
  private attributes: JsonWriter;
  private events: JsonWriter;
  private hasEvent: bool;
  private returned: Bytes | null;

  /** `action`: the value of the first attribute. */
  static create(action: string): Response {
    const response = make<Response>();
    response.messages = JsonWriter.create(1024).beginObject().field('ok').beginObject().field('messages').beginArray();
    response.attributes = JsonWriter.create(512).beginArray();
    response.events = JsonWriter.create(64).beginArray();
    return response.attributeAscii('action', action);
  }

  /** Not empty: older chains refuse an empty value. */
  attribute(key: string, value: Bytes): Response {
    this.attributeKey(key).string(value).endObject();
    return this;
  }

  attributeAscii(key: string, text: string): Response {
    this.attributeKey(key).ascii(text).endObject();
    return this;
  }

  attributeU64(key: string, value: u64): Response {
    this.attributeKey(key).uint64String(value).endObject();
    return this;
  }

  attributeU128(key: string, value: U128): Response {
    this.attributeKey(key).uint128(value).endObject();
    return this;
  }

  /** Begins an event, which the attributes after it belong to. The chain prefixes its type with `wasm-`. */
  event(type: string): Response {
    this.endEvent();
    this.events.beginObject().field('type').ascii(type).field('attributes').beginArray();
    this.hasEvent = true;
    return this;
  }

  /** A message whose failure undoes the whole call. */
  send(message: Message): Response {
    return this.submessage(0, message, 'never', 0);
  }

  /** A message whose failure undoes only itself and comes back to `reply`. `gasLimit` 0: none. `id` below 2^53. */
  sendReplyOnError(id: u64, message: Message, gasLimit: u64 = 0): Response {
    return this.submessage(id, message, 'error', gasLimit);
  }

  /** A message whose result always comes back to `reply`. */
  sendReplyAlways(id: u64, message: Message): Response {
    return this.submessage(id, message, 'always', 0);
  }

  /** What the caller gets back. */
  data(value: Bytes): Response {
    this.returned = value;
    return this;
  }

  /** The result region an entry point returns. */
  finish(): usize {
    this.endEvent();
    const result = this.messages.endArray();
    result.field('attributes').raw(this.attributes.endArray().toBytes());
    result.field('events').raw(this.events.endArray().toBytes());
    const returned = this.returned;
    if (returned) result.field('data').base64(returned);
    return result.endObject().endObject().toBytes().region();
  }

  private submessage(id: u64, message: Message, replyOn: string, gasLimit: u64): Response {
    const writer = this.messages.beginObject().field('id').u64(id).field('msg').raw(message.json);
    if (gasLimit) writer.field('gas_limit').u64(gasLimit);
    writer.field('reply_on').ascii(replyOn).endObject();
    return this;
  }

  private attributeKey(key: string): JsonWriter {
    const writer = this.hasEvent ? this.events : this.attributes;
    return writer.beginObject().field('key').ascii(key).field('value');
  }

  private endEvent(): void {
    if (this.hasEvent) this.events.endArray().endObject();
    this.hasEvent = false;
  }
}

/** The result region of a refused call, `code: text`: everything it did is undone. */
export function refuse(code: string, text: string): usize {
  return refusal(refusalText(code, text));
}

/** As refuse, `code: text (detail)`. */
export function refuseWith(code: string, text: string, detail: Bytes): usize {
  return refusal(refusalText(code, text).ascii(' (').bytes(detail).u8(0x29));
}

/** The result region of a query. */
export function queryResponse(json: Bytes): usize {
  return JsonWriter.create(64 + json.length * 2)
    .beginObject()
    .field('ok')
    .base64(json)
    .endObject()
    .toBytes()
    .region();
}

function refusalText(code: string, text: string): BytesBuilder {
  return BytesBuilder.create(128).ascii(code).ascii(': ').ascii(text);
}

function refusal(text: BytesBuilder): usize {
  return JsonWriter.create(192).beginObject().field('error').string(text.toBytes()).endObject().toBytes().region();
}
