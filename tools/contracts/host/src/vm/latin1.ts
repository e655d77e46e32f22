/** Bytes as a string of the same length whose order is the order of the bytes: a key for maps. */
export function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

export function bytesOf(latin1: string): Uint8Array {
  return Uint8Array.from(Buffer.from(latin1, 'latin1'));
}
