import { Injectable } from '@nestjs/common';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { MAX_IMAGE_PIXELS, type ImageFormat, type ImageSize } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { confirmedName, SHOWN_WITHIN_MS, variantName, type Storage } from './storage/storage.js';

export interface Variant {
  fileId: string;
  /** Where it is kept. */
  storage: Storage;
  sha256: Buffer;
  size: ImageSize;
  format: ImageFormat;
}

/** Pictures that are made at a time, */
const AT_ONCE = 2;
/** and those that wait to be made. */
const MOST_WAITING = 50;
const SECONDS = 10;
/** With a quality, sharp leaves a PNG 256 colours, which takes it twenty times as long and much memory. */
const ENCODING = { webp: { quality: 82 }, jpeg: { quality: 82 }, png: {} } as const;

/** Pictures as they are shown: made when they are first asked for, and kept. */
@Injectable()
export class Pictures {
  private readonly makes = pLimit(AT_ONCE);
  /** What is being made, for whoever asks for it meanwhile. */
  private readonly making = new Map<string, Promise<void>>();

  /** @throws AppError SERVICE_UNAVAILABLE while too many wait; NOT_FOUND when its content is gone */
  async open(variant: Variant): Promise<Readable> {
    const { fileId, storage, sha256, size, format } = variant;
    const name = variantName(sha256, size, format);
    const known = await storage.read(fileId, name, SHOWN_WITHIN_MS);
    if (known !== undefined) return known;
    await this.make(name, variant);
    const made = await storage.read(fileId, name, SHOWN_WITHIN_MS);
    if (made === undefined) throw new AppError('NOT_FOUND');
    return made;
  }

  private make(name: string, variant: Variant): Promise<void> {
    const key = `${variant.fileId} ${name}`;
    const begun = this.making.get(key);
    if (begun !== undefined) return begun;
    if (this.makes.pendingCount >= MOST_WAITING) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    const work = this.makes(() => this.encode(name, variant)).finally(() => this.making.delete(key));
    this.making.set(key, work);
    return work;
  }

  private async encode(name: string, { fileId, storage, sha256, size, format }: Variant): Promise<void> {
    const original = await storage.read(fileId, confirmedName(sha256), SHOWN_WITHIN_MS);
    if (original === undefined) throw new AppError('NOT_FOUND');
    // Nothing of the original's metadata is kept unless asked for; how it has to be turned is part of that.
    const encoded = await sharp(await buffer(original), { limitInputPixels: MAX_IMAGE_PIXELS })
      .autoOrient()
      .resize(Number(size), Number(size), { fit: 'inside', withoutEnlargement: true })
      .toFormat(format, ENCODING[format])
      .timeout({ seconds: SECONDS })
      .toBuffer();
    await storage.write(fileId, name, Readable.from([encoded]));
  }
}
