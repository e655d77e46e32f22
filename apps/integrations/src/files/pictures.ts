import { Injectable } from '@nestjs/common';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { MAX_IMAGE_PIXELS, type ImageFormat, type ImageSize } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { plainWebp } from './plain-webp.js';
import { confirmedName, SHOWN_WITHIN_MS, variantName, type Storage } from './storage/storage.js';

export interface Variant {
  fileId: string;
  /** Storage of the file. */
  storage: Storage;
  sha256: Buffer;
  size: ImageSize;
  format: ImageFormat;
}

/** Concurrent encodings. */
const CONCURRENCY = 2;
/** Pictures that wait to be encoded. */
const MAX_WAITING = 50;
const ENCODING_SECONDS = 10;
/** With a quality, sharp reduces a PNG to 256 colours, which takes twenty times as long and much memory. */
const ENCODING = { webp: { quality: 82 }, jpeg: { quality: 82 }, png: {} } as const;

type Read = (name: string) => Promise<Readable | undefined>;

/** Serves variants of images. A variant is encoded on its first request and stored. */
@Injectable()
export class Pictures {
  private readonly encodings = pLimit(CONCURRENCY);
  /** Variants being made, shared by all requests for them. */
  private readonly making = new Map<string, Promise<void>>();

  /** @throws AppError SERVICE_UNAVAILABLE while too many pictures wait; NOT_FOUND when the original is gone */
  async open(variant: Variant): Promise<Readable> {
    const name = variantName(variant.sha256, variant.size, variant.format);
    const read = readWithin(SHOWN_WITHIN_MS, variant);
    const stored = await read(name);
    if (stored !== undefined) return stored;
    await this.make(name, variant, read);
    const made = await read(name);
    if (made === undefined) throw new AppError('NOT_FOUND');
    return made;
  }

  private make(name: string, variant: Variant, read: Read): Promise<void> {
    const key = `${variant.fileId} ${name}`;
    const running = this.making.get(key);
    if (running !== undefined) return running;
    if (this.encodings.pendingCount >= MAX_WAITING) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    const work = this.encodings(() => encode(name, variant, read)).finally(() => this.making.delete(key));
    this.making.set(key, work);
    return work;
  }
}

/** Reads contents of one picture. The time that its storage takes to answer is limited for all reads together. */
function readWithin(budgetMs: number, { storage, fileId }: Variant): Read {
  let remainingMs = budgetMs;
  return async (name) => {
    const start = performance.now();
    try {
      return await storage.read(fileId, name, remainingMs);
    } finally {
      remainingMs -= performance.now() - start;
    }
  };
}

async function encode(name: string, { fileId, storage, sha256, size, format }: Variant, read: Read): Promise<void> {
  const original = await read(confirmedName(sha256));
  if (original === undefined) throw new AppError('NOT_FOUND');
  // sharp drops all metadata of the original, its orientation included; autoOrient applies that first.
  // The file was decoded at its confirmation; the remaining warnings are about defects that every viewer ignores.
  // Only a WebP with a wrong size cannot be decoded at all.
  const encoded = await sharp(plainWebp(await buffer(original)), { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'none' })
    .autoOrient()
    .resize(Number(size), Number(size), { fit: 'inside', withoutEnlargement: true })
    .toFormat(format, ENCODING[format])
    .timeout({ seconds: ENCODING_SECONDS })
    .toBuffer();
  await storage.write(fileId, name, Readable.from([encoded]));
}
