import { Bytes, panic } from './bytes';
import { JsonReader } from './json-reader';
import { make } from './memory';

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
