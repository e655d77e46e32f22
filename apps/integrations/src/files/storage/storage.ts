import type { Readable } from 'node:stream';
import type { ImageFormat, ImageSize } from '@questp/messages/integrations';
import type { Announced, UploadRequest } from './bucket-requests.js';

/** A file whose content is not uploaded yet. */
export interface AnnouncedFile extends Announced {
  id: string;
  uploadKey: Buffer;
}

/** Stores the contents of each file by name. A write replaces the content whole or not at all. */
export interface Storage {
  /** The PUT that uploads INCOMING until the file expires; the same for the same file. */
  uploadRequest(file: AnnouncedFile): UploadRequest;
  /** Removes INCOMING. A storage that clients upload to directly refuses further uploads until INCOMING is removed. */
  closeUpload(fileId: string): Promise<void>;
  write(fileId: string, name: string, content: Readable): Promise<void>;
  /**
   * Undefined if there is no such content.
   *
   * @param withinMs time limit for the first byte
   */
  read(fileId: string, name: string, withinMs?: number): Promise<Readable | undefined>;
  /** Does nothing if there is no such content. */
  remove(fileId: string, name: string): Promise<void>;
  /** Removes all contents of a file. */
  removeAll(fileId: string): Promise<void>;
  /** @throws Error with a sentence if it cannot be used */
  requireUsable(): Promise<void>;
}

const NAME = /^[a-z\d][a-z\d.-]{0,199}$/;

/** Checks the id of a file or the name of a content. @throws Error if it could lead out of the storage */
export function requireName(name: string): void {
  if (!NAME.test(name)) throw new Error('Invalid name of a content');
}

/** Milliseconds that a reader waits for the storage of one file; then the request fails as an outage. */
export const SHOWN_WITHIN_MS = 1_000;

/** Name of an uploaded content that is not checked yet. */
export const INCOMING = 'incoming';

/** Name of a checked content, which is its hash. */
export const confirmedName = (sha256: Buffer): string => sha256.toString('hex');

/** Name of a variant of an image. */
export const variantName = (sha256: Buffer, size: ImageSize, format: ImageFormat): string =>
  `${confirmedName(sha256)}.${size}.${format}`;
