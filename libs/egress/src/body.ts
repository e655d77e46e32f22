import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The body is larger than the caller allows. */
export class TooLarge extends Error {
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
  }
}

/** The body has an encoding that was not requested. */
export class UnknownEncoding extends Error {
  constructor() {
    super('an encoding that was not asked for');
  }
}

/**
 * The only encoding that is asked for: its decoder holds 32 KiB at most, while a brotli stream may ask for 16 MiB.
 */
export const ACCEPTED_ENCODING = 'gzip';

/**
 * Reads a body to its end, decoded. Stops as soon as it is larger than `maxBytes`, so that neither an endless body nor
 * a small one that unpacks to a huge one takes more memory than that.
 *
 * @param contentLength header of the answer: a body that announces too much is not read at all
 * @throws TooLarge, UnknownEncoding, and what the connection or the decoder fails with
 */
export async function readBody(
  body: Readable,
  encoding: string,
  contentLength: number,
  maxBytes: number,
): Promise<Buffer> {
  const decoded = openBody(body, encoding);
  if (contentLength > maxBytes) {
    decoded.destroy();
    throw new TooLarge(maxBytes);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decoded as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop destroys the stream, and with it the connection.
    if (size > maxBytes) throw new TooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/**
 * A body, decoded as it is read.
 *
 * @throws UnknownEncoding
 */
export function openBody(body: Readable, encoding: string): Readable {
  // The reader sees an error; without this listener, an error of a body without a reader would end the process.
  body.on('error', () => undefined);
  if (encoding === '' || encoding === 'identity') return body;
  if (encoding !== ACCEPTED_ENCODING) {
    body.destroy();
    throw new UnknownEncoding();
  }
  // A failure of one destroys the other; the reader of the decoder sees it.
  return pipeline(body, createGunzip(), () => undefined);
}
