import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/**
 * Makes the file of what COPY writes: a byte order mark first, and every LF a CRLF. Cells have no CR of their own, so
 * that a line break inside of one becomes CRLF as well. Counts and hashes what it makes.
 */
export class CsvFile extends Transform {
  /** So far. */
  bytes = 0;
  private readonly hash = createHash('sha256');

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    if (this.bytes === 0) this.add(BYTE_ORDER_MARK);
    // One character per byte: what UTF-8 needs several for has none below 128.
    this.add(Buffer.from(chunk.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'));
    done();
  }

  /** Of the whole file, once. */
  sha256(): Buffer {
    return this.hash.digest();
  }

  private add(part: Buffer): void {
    this.bytes += part.length;
    this.hash.update(part);
    this.push(part);
  }
}
