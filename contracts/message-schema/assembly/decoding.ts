import { Bytes, countCodePoints, JsonReader } from '@questp/std/assembly';

// Helpers of the generated decoders. The reader keeps its first failure and gives zero or nothing from then on, so
// decoders read on and `isComplete` checks once.

let failure: Bytes | null = null;

/** Why the last `parse` returned null; empty when none did. */
export function lastFailure(): Bytes {
  const reason = failure;
  return reason ? reason : Bytes.empty();
}

/** True if one whole JSON text was read without a failure. */
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
  // A text has at most as many code points as bytes, so most need no counting.
  if (text.length < from || text.length > to) {
    const length = <u32>countCodePoints(text);
    if (length < from || length > to) r.fail('wrong length of', text);
  }
  return text;
}
