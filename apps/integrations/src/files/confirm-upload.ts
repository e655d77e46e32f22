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

/** Contents in memory at a time. */
const AT_ONCE = 2;
/** Of those, and of the ones that wait for them. */
const MOST = 20;

/** Looks at what was sent, once, and keeps what is as announced. */
@Injectable()
export class ConfirmUpload {
  private readonly checks = pLimit(AT_ONCE);

  constructor(
    private readonly db: Database,
    private readonly files: FilesRepository,
    private readonly stores: FileStores,
  ) {}

  @Rpc(confirmUpload)
  async execute({ fileId, userId }: RequestOf<typeof confirmUpload>): Promise<FileInfo> {
    const decided = await this.decided(fileId, userId);
    if (decided !== undefined) return decided;
    if (this.checks.activeCount + this.checks.pendingCount >= MOST) {
      throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    }
    return this.checks(async () => {
      if (!(await this.files.beginCheck(fileId))) {
        const meanwhile = await this.decided(fileId, userId);
        if (meanwhile !== undefined) return meanwhile;
        throw new AppError('FILE_IN_CHECK', { retryAfter: 1 });
      }
      try {
        return await this.check(fileId, userId);
      } finally {
        await this.files.endCheck(fileId);
      }
    });
  }

  /** Undefined while it is not. NOT_FOUND for a file of somebody else, FILE_REFUSED. */
  private async decided(fileId: string, userId: string): Promise<FileInfo | undefined> {
    const file = await this.files.get(fileId);
    if (file === undefined || file.userId !== userId) throw new AppError('NOT_FOUND');
    if (file.refusal !== null) throw new AppError('FILE_REFUSED', { detail: file.refusal });
    return file.status === 'confirmed' ? toFileInfo(file) : undefined;
  }

  private async check(fileId: string, userId: string): Promise<FileInfo> {
    const file = await this.files.get(fileId);
    if (file === undefined) throw new AppError('UPLOAD_MISSING');
    const storage = await this.stores.of(file);
    const incoming = await storage.read(fileId, INCOMING);
    if (incoming === undefined) throw new AppError('UPLOAD_MISSING');
    const content = await this.contentOf(file, storage, incoming);
    const sha256 = createHash('sha256').update(content).digest();
    const measures = await this.measuresOf(file, storage, content);
    // These bytes and no others: whatever is sent meanwhile has another place.
    await storage.write(fileId, confirmedName(sha256), Readable.from([content]));
    const confirmed = await this.db.transaction((tx) => this.files.confirm(tx, fileId, { sha256, ...measures }));
    await storage.closeUpload(fileId);
    if (confirmed !== undefined) return toFileInfo(confirmed);
    const other = await this.decided(fileId, userId);
    if (other === undefined) throw new AppError('FILE_IN_CHECK', { retryAfter: 1 });
    return other;
  }

  /** UPLOAD_BROKEN, and the content can be sent again, for another size: never more in memory than was announced. */
  private async contentOf({ id, size }: FileRow, storage: Storage, incoming: Readable): Promise<Buffer> {
    try {
      return await buffer(counted(incoming, size));
    } catch (error) {
      if (error instanceof AppError && error.code === 'UPLOAD_BROKEN') {
        // Some buckets keep what broke off, and would refuse the whole content while it is there.
        await this.db.transaction((tx) => this.files.whilePending(tx, id, () => storage.remove(id, INCOMING)));
      }
      throw error;
    }
  }

  /** A refusal is kept, so that nobody looks at the content again. */
  private async measuresOf({ id, contentType }: FileRow, storage: Storage, content: Buffer) {
    try {
      return await checkContent(contentType, content);
    } catch (error) {
      if (error instanceof AppError && error.code === 'FILE_REFUSED') {
        await this.db.transaction((tx) => this.files.refuse(tx, id, error.details.detail ?? error.code));
        await storage.closeUpload(id);
      }
      throw error;
    }
  }
}
