import type { ErrorEnvelope } from '@questp/messages/language';
import type { Mark } from './deadline.js';

/**
 * How every reply is written: the contract's reply, the error as data, or that the request is to be sent again (see
 * `Deadlines`). Exceptions never cross the bus.
 */
export type RpcReply<Reply> = { ok: Reply } | { error: ErrorEnvelope } | { again: Mark };

const START = Buffer.from('{"ok":');
const END = Buffer.from('}');

/** The JSON of what a reply says is ok, unread, so that it can be passed on; undefined: it says something else. */
export function okBytes(reply: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength);
  const isOk = bytes.subarray(0, START.length).equals(START) && bytes.subarray(-END.length).equals(END);
  return isOk ? bytes.subarray(START.length, -END.length) : undefined;
}
