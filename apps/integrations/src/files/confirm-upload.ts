import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { confirmUpload, type FileInfo } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import pLimit from 'p-limit';
import { checkContent } from './check-content.js';
import { counted } from './counted.js';
import { toFileInfo } from './file-info.js';
import { FilesRepository, type FileRow } from './files.repository.js';
import { FileStores } from './storage/file-stores.js';
import { confirmedName, INCOMING, type Storage } from './storage/storage.js';

/** Contents in memory at the same time. */
const AT_ONCE = 2;
/** Running and waiting checks together. */
const MAX_CHECKS = 20;

/** Checks the uploaded content once, and stores it if it has the announced size and type. */
@Injectable()
export class ConfirmUpload {
  private readonly checks = pLimit(AT_ONCE);

  constructor(
    private readonly database: Database,
    private readonly filesRepository: FilesRepository,
    private readonly fileStores: FileStores,
  ) {}

  @Rpc(confirmUpload)
  async execute({ fileId, userId }: RequestOf<typeof confirmUpload>): Promise<FileInfo> {
    const decided = await this.decided(fileId, userId);
    if (decided !== undefined) return decided;
    if (this.checks.activeCount + this.checks.pendingCount >= MAX_CHECKS) {
      throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    }
    return this.checks(async () => {
      if (!(await this.filesRepository.beginCheck(fileId))) {
        const meanwhile = await this.decided(fileId, userId);
        if (meanwhile !== undefined) return meanwhile;
        throw new AppError('FILE_IN_CHECK', { retryAfter: 1 });
      }
      try {
        return await this.check(fileId, userId);
      } finally {
        await this.filesRepository.endCheck(fileId);
      }
    });
  }

  /** Undefined for a pending file. NOT_FOUND for a file of another user, FILE_REFUSED. */
  private async decided(fileId: string, userId: string): Promise<FileInfo | undefined> {
    const file = await this.filesRepository.get(fileId);
    if (file === undefined || file.userId !== userId) throw new AppError('NOT_FOUND');
    if (file.refusal !== null) throw new AppError('FILE_REFUSED', { detail: file.refusal });
    return file.status === 'confirmed' ? toFileInfo(file) : undefined;
  }

  private async check(fileId: string, userId: string): Promise<FileInfo> {
    const file = await this.filesRepository.get(fileId);
    if (file === undefined) throw new AppError('UPLOAD_MISSING');
    const storage = await this.fileStores.of(file);
    const incoming = await storage.read(fileId, INCOMING);
    if (incoming === undefined) throw new AppError('UPLOAD_MISSING');
    const content = await this.contentOf(file, storage, incoming);
    const sha256 = createHash('sha256').update(content).digest();
    const measures = await this.measuresOf(file, storage, content);
    // Exactly these bytes: a concurrent upload is written under another name.
    await storage.write(fileId, confirmedName(sha256), Readable.from([content]));
    const confirmed = await this.database.transaction((tx) =>
      this.filesRepository.confirm(tx, fileId, { sha256, ...measures }),
    );
    await storage.closeUpload(fileId);
    if (confirmed !== undefined) return toFileInfo(confirmed);
    const other = await this.decided(fileId, userId);
    if (other === undefined) throw new AppError('FILE_IN_CHECK', { retryAfter: 1 });
    return other;
  }

  /** UPLOAD_BROKEN for another size than announced; the content can be sent again. Reads no more than the announced size. */
  private async contentOf({ id, size }: FileRow, storage: Storage, incoming: Readable): Promise<Buffer> {
    try {
      return await buffer(counted(incoming, size));
    } catch (error) {
      if (error instanceof AppError && error.code === 'UPLOAD_BROKEN') {
        // Some S3 servers keep an aborted upload, and refuse the whole content as long as it exists.
        await this.database.transaction((tx) =>
          this.filesRepository.whilePending(tx, id, () => storage.remove(id, INCOMING)),
        );
      }
      throw error;
    }
  }

  /** Stores a refusal, so that the content is not checked again. */
  private async measuresOf({ id, contentType }: FileRow, storage: Storage, content: Buffer) {
    try {
      return await checkContent(contentType, content);
    } catch (error) {
      if (error instanceof AppError && error.code === 'FILE_REFUSED') {
        await this.database.transaction((tx) =>
          this.filesRepository.refuse(tx, id, error.details.detail ?? error.code),
        );
        await storage.closeUpload(id);
      }
      throw error;
    }
  }
}
