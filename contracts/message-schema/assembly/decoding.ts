import { Bytes, countCodePoints, JsonReader } from '@questp/std/assembly';

// What the generated decoders share besides std. The reader keeps the first failure and turns every later call into
// nothing, so decoders go on without looking and `isComplete` asks once.

let failure: Bytes | null = null;

/** Why the last `parse` returned null; empty when none did. */
export function lastFailure(): Bytes {
  const reason = failure;
  return reason ? reason : Bytes.empty();
}

/** Whether one whole JSON text was read without a failure. */
export function isComplete(r: JsonReader): bool {
  r.end();
  if (!r.failed) return true;
  failure = r.failure;
  return false;
}

/** A string of `from` to `to` code points. */
export function readText(r: JsonReader, from: u32, to: u32): Bytes {
  const text = r.string();
  if (r.failed) return text;
  // No text has more code points than bytes, so most are not counted.
  if (text.length < from || text.length > to) {
    const length = <u32>countCodePoints(text);
    if (length < from || length > to) r.fail('wrong length of', text);
  }
  return text;
}
