/** Of the file: `RIFF`, its size and `WEBP`. */
const HEADER = 12;
/** Of a chunk: its name and the size of its data. */
const CHUNK_HEADER = 8;
/** The size of a file does not count `RIFF` and the size itself. */
const NOT_COUNTED = 8;
const NAME = /^[A-Z0-9 ]{4}$/;

/**
 * A WebP whose size in its header is that of its chunks, the last of which is padded to an even size. Some programs
 * write it without the padding or before the file is complete, and browsers show such files. A content with a chunk
 * that is cut off is returned as it is.
 */
export function plainWebp(content: Buffer): Buffer {
  if (!/^RIFF[^]{4}WEBP$/.test(content.toString('latin1', 0, HEADER))) return content;
  const announced = content.readUInt32LE(4) + NOT_COUNTED;
  let at = HEADER;
  while (at !== announced && NAME.test(content.toString('latin1', at, at + 4))) {
    if (at + CHUNK_HEADER > content.length) return content;
    const size = content.readUInt32LE(at + 4);
    const end = at + CHUNK_HEADER + size;
    if (end > content.length) return content;
    at = end + (size % 2);
  }
  if (at === announced && at <= content.length) return content;
  const plain = Buffer.concat([content.subarray(0, at)], at);
  plain.writeUInt32LE(at - NOT_COUNTED, 4);
  return plain;
}
