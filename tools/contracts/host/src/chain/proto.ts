/** Sizes and bytes of protobuf messages, as far as gas and replies depend on them. Field numbers here are all below 16. */

export function varintLength(value: number | bigint): number {
  let length = 1;
  for (let rest = BigInt(value); rest >= 128n; rest >>= 7n) length += 1;
  return length;
}

/** A field of text, bytes or a message with `length` bytes; proto3 leaves empty text and bytes out. */
export const sized = (length: number): number => (length === 0 ? 0 : message(length));

/** As `sized`, for messages that are written even when empty. */
export const message = (length: number): number => 1 + varintLength(length) + length;

/** An integer field; proto3 leaves zero out. */
export const integer = (value: number | bigint): number => (BigInt(value) === 0n ? 0 : 1 + varintLength(value));

export const textLength = (text: string): number => Buffer.byteLength(text);

/** google.protobuf.Any around `length` bytes. */
export const any = (typeUrl: string, length: number): number => sized(textLength(typeUrl)) + sized(length);

/** A message with a single field of bytes or text: `number`, length, content; nothing when it is empty. */
export function encodeField(number: number, content: Uint8Array): Uint8Array {
  if (content.length === 0) return new Uint8Array();
  const header = [(number << 3) | 2];
  let rest = content.length;
  for (; rest >= 128; rest >>>= 7) header.push((rest & 127) | 128);
  header.push(rest);
  return Uint8Array.from([...header, ...content]);
}
