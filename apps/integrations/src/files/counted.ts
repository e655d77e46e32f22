import { pipeline, Transform, type Readable, type TransformCallback } from 'node:stream';
import { AppError } from '@questp/messages/language';

/** The bytes as they come; they fail with UPLOAD_BROKEN when they are more or fewer than there have to be. */
export function counted(bytes: Readable, size: number): Readable {
  const counting = new Counting(size);
  // A failure of one side ends the other.
  pipeline(bytes, counting, () => undefined);
  return counting;
}

class Counting extends Transform {
  private seen = 0;

  constructor(private readonly size: number) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.seen += chunk.length;
    if (this.seen > this.size) return done(new AppError('UPLOAD_BROKEN'));
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    done(this.seen === this.size ? null : new AppError('UPLOAD_BROKEN'));
  }
}
