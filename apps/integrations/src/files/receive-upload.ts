import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { BytesServer } from '@questp/bytes';
import { AppError, type receiveUpload, type ReplyOf, type RequestOf } from '@questp/messages';
import { counted } from './counted.js';
import { FilesRepository } from './files.repository.js';
import { FileStores } from './storage/file-stores.js';
import { INCOMING } from './storage/storage.js';

/** Takes the content of a file in, for whoever has its address. */
@Injectable()
export class ReceiveUpload {
  constructor(
    private readonly files: FilesRepository,
    private readonly bytes: BytesServer,
    private readonly stores: FileStores,
  ) {}

  async execute({
    fileId,
    signature,
    upload,
  }: RequestOf<typeof receiveUpload>): Promise<ReplyOf<typeof receiveUpload>> {
    const file = await this.files.getOpen(fileId);
    const key = Buffer.from(signature, 'base64url');
    if (file === undefined || key.length !== file.uploadKey.length || !timingSafeEqual(key, file.uploadKey)) {
      throw new AppError('UPLOAD_NOT_ALLOWED');
    }
    const { contentType, size } = file;
    if (upload.contentType !== contentType || upload.size !== size) {
      throw new AppError('UPLOAD_NOT_ALLOWED', { detail: `It takes ${size} bytes of ${contentType}.` });
    }
    const storage = await this.stores.of(file);
    const url = this.bytes.accept(async (content) => {
      await storage.write(fileId, INCOMING, counted(content, size));
      return {};
    });
    return { url };
  }
}
