import type { Readable } from 'node:stream';
import type { ImageFormat, ImageSize } from '@questp/messages';

/** Keeps the contents of each file under names. What is written replaces what was there as a whole, or not at all. */
export interface Storage {
  write(fileId: string, name: string, content: Readable): Promise<void>;
  /** Undefined for what is not there. */
  read(fileId: string, name: string): Promise<Readable | undefined>;
  /** The same again changes nothing. */
  remove(fileId: string, name: string): Promise<void>;
  /** Everything of a file, whatever its name. */
  removeAll(fileId: string): Promise<void>;
}

export const STORAGE = Symbol('STORAGE');

/** What was sent and not looked at yet. */
export const INCOMING = 'incoming';

/** Of what was looked at: whoever knows the row knows which bytes they are. */
export const confirmedName = (sha256: Buffer): string => sha256.toString('hex');

/** Of what was made of it. */
export const variantName = (sha256: Buffer, size: ImageSize, format: ImageFormat): string =>
  `${confirmedName(sha256)}.${size}.${format}`;
