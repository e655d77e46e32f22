import type { Readable } from 'node:stream';

/** Where a content is: what was sent and not looked at yet, what was looked at, or what was made of it. */
export type Folder = 'incoming' | 'confirmed' | 'variants';

/** Keeps contents under names. What is written replaces what was there as a whole, or not at all. */
export interface Storage {
  write(folder: Folder, name: string, content: Readable): Promise<void>;
  /** Undefined for what is not there. */
  read(folder: Folder, name: string): Promise<Readable | undefined>;
  /** The same again changes nothing. */
  remove(folder: Folder, name: string): Promise<void>;
}

export const STORAGE = Symbol('STORAGE');

/** Of a confirmed content: whoever knows the row knows which bytes they are. */
export const contentName = (fileId: string, sha256: Buffer): string => `${fileId}.${sha256.toString('hex')}`;
