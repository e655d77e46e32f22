import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { BytesServer } from '@questp/bytes';
import { CallerSlots, Rpc } from '@questp/service';
import { receiveUpload } from '@questp/messages/integrations';
import { AppError, type ReplyOf, type RequestOf } from '@questp/messages/language';
import { LIMITS } from '@questp/messages/tables';
import { counted } from './counted.js';
import { FilesRepository, type FileRow } from './files.repository.js';
import { FileStores } from './storage/file-stores.js';
import { INCOMING } from './storage/storage.js';

/** Concurrent uploads in this process: of one user, and of all. */
const PER_USER = LIMITS.uploads.max;
const MAX_UPLOADS = 1_000;
const RETRY_AFTER = 1;
/** Maximum time from the first byte to the last. */
const UPLOAD_SECONDS = 60;
/** UPLOAD_SECONDS, the 10 seconds of the ticket, and some time for the last write. */
const LEASE_SECONDS = 75;

/** Receives the content of a file. The signature in the address is the authorisation. */
@Injectable()
export class ReceiveUpload {
  private readonly places = new CallerSlots(PER_USER, MAX_UPLOADS, RETRY_AFTER);

  constructor(
    private readonly filesRepository: FilesRepository,
    private readonly bytesServer: BytesServer,
    private readonly fileStores: FileStores,
  ) {}

  @Rpc(receiveUpload)
  async execute({
    fileId,
    signature,
    upload,
  }: RequestOf<typeof receiveUpload>): Promise<ReplyOf<typeof receiveUpload>> {
    const file = await this.filesRepository.getOpen(fileId);
    const key = Buffer.from(signature, 'base64url');
    if (file === undefined || key.length !== file.uploadKey.length || !timingSafeEqual(key, file.uploadKey)) {
      throw new AppError('UPLOAD_NOT_ALLOWED');
    }
    const { contentType, size } = file;
    if (upload.contentType !== contentType || upload.size !== size) {
      throw new AppError('UPLOAD_NOT_ALLOWED', { detail: `It takes ${size} bytes of ${contentType}.` });
    }
    const storage = await this.fileStores.of(file);
    const leave = await this.enter(file);
    const url = this.bytesServer.accept(
      () => void leave().catch(() => undefined),
      async (content) => {
        const late = setTimeout(() => content.destroy(new AppError('REQUEST_TIMEOUT')), UPLOAD_SECONDS * 1_000);
        try {
          await storage.write(fileId, INCOMING, counted(content, size));
        } finally {
          clearTimeout(late);
          // Before the answer, so that its client can send the content again at once.
          await leave();
        }
        return {};
      },
    );
    return { url };
  }

  /**
   * Takes a place of the user and the address of the file; the lease of the address ends by itself should this process
   * die. Returns the function that gives both back, once.
   */
  private async enter({ id, userId }: FileRow): Promise<() => Promise<void>> {
    const giveBack = this.places.take(userId);
    if (!(await this.filesRepository.beginReceiving(id, LEASE_SECONDS))) {
      giveBack();
      throw new AppError('UPLOAD_IN_PROGRESS', { retryAfter: RETRY_AFTER });
    }
    let left: Promise<void> | undefined;
    return () => {
      giveBack();
      return (left ??= this.filesRepository.endReceiving(id));
    };
  }
}
