import { Transform, type TransformCallback } from 'node:stream';

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/**
 * Makes the file of what COPY writes: a byte order mark first, and every LF a CRLF. Cells have no CR of their own, so
 * that a line break inside of one becomes CRLF as well.
 */
export class CsvFile extends Transform {
  private isBegun = false;

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    if (!this.isBegun) this.push(BYTE_ORDER_MARK);
    this.isBegun = true;
    // One character per byte: what UTF-8 needs several for has none below 128.
    done(null, Buffer.from(chunk.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'));
  }
}
