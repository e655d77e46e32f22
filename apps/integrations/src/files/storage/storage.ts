import type { Readable } from 'node:stream';
import type { ImageFormat, ImageSize } from '@questp/messages/integrations';
import type { Announced, UploadRequest } from '../../platforms/object-storage/bucket-requests.js';

/** A file whose content is to be sent. */
export interface AnnouncedFile extends Announced {
  id: string;
  uploadKey: Buffer;
}

/** Keeps the contents of each file under names. What is written replaces what was there as a whole, or not at all. */
export interface Storage {
  /** The PUT that sends INCOMING of the file until it expires. The same file has the same request. */
  uploadRequest(file: AnnouncedFile): UploadRequest;
  /** Removes INCOMING. A storage that clients send to by themselves then refuses the PUT until `remove` of INCOMING. */
  closeUpload(fileId: string): Promise<void>;
  write(fileId: string, name: string, content: Readable): Promise<void>;
  /**
   * Undefined for what is not there.
   *
   * @param withinMs for the first byte
   */
  read(fileId: string, name: string, withinMs?: number): Promise<Readable | undefined>;
  /** The same again changes nothing. */
  remove(fileId: string, name: string): Promise<void>;
  /** Everything of a file, whatever its name. */
  removeAll(fileId: string): Promise<void>;
  /** @throws Error a sentence, while it cannot be used */
  requireUsable(): Promise<void>;
}

const NAME = /^[a-z\d][a-z\d.-]{0,199}$/;

/** Of a file or of a content. @throws Error for what could lead out of the storage */
export function requireName(name: string): void {
  if (!NAME.test(name)) throw new Error('No name of a content');
}

/** Milliseconds that a reader waits for the storage of one file; then the request fails as an outage. */
export const SHOWN_WITHIN_MS = 1_000;

/** What was sent and not looked at yet. */
export const INCOMING = 'incoming';

/** Of what was looked at: whoever knows the row knows which bytes they are. */
export const confirmedName = (sha256: Buffer): string => sha256.toString('hex');

/** Of what was made of it. */
export const variantName = (sha256: Buffer, size: ImageSize, format: ImageFormat): string =>
  `${confirmedName(sha256)}.${size}.${format}`;
