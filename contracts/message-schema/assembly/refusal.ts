import { Bytes, BytesBuilder, JsonWriter } from '@questp/std/assembly';

/** The result of a check that passed. */
export const ACCEPTED: usize = 0;

/**
 * The result by which a contract refuses a message: `{"error":"<code>: <text> (<detail>)"}`.
 * `error` is one of the constants made of the error table, for example CommonError.Paused.
 */
export function refusal(error: usize, detail: Bytes | null = null): usize {
  const sentence = BytesBuilder.create(128).bytes(untilZero(error));
  if (detail) sentence.ascii(' (').bytes(detail).ascii(')');
  return JsonWriter.create().beginObject().field('error').string(sentence.toBytes()).endObject().toBytes().region();
}

function untilZero(start: usize): Bytes {
  let end = start;
  while (load<u8>(end)) end++;
  return Bytes.of(start, <u32>(end - start));
}
