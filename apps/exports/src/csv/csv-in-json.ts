import { Transform, type TransformCallback } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** Writes the object of the deprecated export, `{ "filename", "csv" }`, while the file is read. */
export class CsvInJson extends Transform {
  private readonly decoder = new StringDecoder();

  constructor(filename: string) {
    super();
    this.push(`{"filename":${JSON.stringify(filename)},"csv":"`);
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    done(null, escaped(this.decoder.write(chunk)));
  }

  override _flush(done: TransformCallback): void {
    done(null, `${escaped(this.decoder.end())}"}`);
  }
}

/** Escapes a text as part of a JSON string. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
