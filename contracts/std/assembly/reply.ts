import { Bytes, panic } from './bytes';
import { JsonReader } from './json-reader';
import { make } from './memory';

/** Attributes cost gas by their length, and a contract chooses the text of its refusal. */
const MAX_ERROR: u32 = 128;

/** The first 128 bytes of an error, cut between two characters. */
export function shortened(error: Bytes): Bytes {
  if (error.length <= MAX_ERROR) return error;
  let end = MAX_ERROR;
  while ((error.at(end) & 0xc0) == 0x80) end--;
  return error.slice(0, end);
}

/** How a submessage ended. Source: wasmvm types/submessages.go. */
@unmanaged
export class Reply {
  /** As given to the response that sent it. */
  id: u64;
  isError: bool;
  /** The chain's text, often only codespace and code; empty on success. */
  error: Bytes;

  static parse(region: usize): Reply {
    const reply = make<Reply>();
    reply.error = Bytes.empty();
    let hasResult = false;
    const reader = JsonReader.of(Bytes.ofRegion(region));
    reader.beginObject();
    for (let name = reader.nextField(); name; name = reader.nextField()) {
      if (name.equalsAscii('id')) {
        reply.id = reader.u64();
      } else if (name.equalsAscii('result')) {
        hasResult = true;
        reply.readResult(reader);
      } else {
        reader.skipValue();
      }
    }
    reader.end();
    if (reader.failed || !hasResult) panic('unreadable reply');
    return reply;
  }

  private readResult(reader: JsonReader): void {
    reader.beginObject();
    for (let name = reader.nextField(); name; name = reader.nextField()) {
      if (name.equalsAscii('error')) {
        this.isError = true;
        this.error = reader.string();
      } else {
        reader.skipValue();
      }
    }
  }
}
