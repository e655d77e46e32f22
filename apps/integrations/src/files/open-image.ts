import { Injectable } from '@nestjs/common';
import { BytesServer } from '@questp/bytes';
import { AppError, type FileTicket, type openImage, type RequestOf } from '@questp/messages';
import { FilesRepository } from './files.repository.js';
import { Pictures } from './pictures.js';
import { FileStores } from './storage/file-stores.js';

/** Hands out tickets for pictures that everybody may see. */
@Injectable()
export class OpenImage {
  constructor(
    private readonly files: FilesRepository,
    private readonly pictures: Pictures,
    private readonly bytes: BytesServer,
    private readonly stores: FileStores,
  ) {}

  async execute({ fileId, size, format }: RequestOf<typeof openImage>): Promise<FileTicket> {
    const file = await this.files.get(fileId);
    if (!file?.publishedAt || file.sha256 === null) throw new AppError('NOT_FOUND');
    const { sha256 } = file;
    const storage = await this.stores.of(file);
    return {
      url: this.bytes.offer(() => this.pictures.open({ fileId, storage, sha256, size, format })),
      fileName: `${fileId}.${format}`,
      contentType: `image/${format}`,
      etag: `"${sha256.toString('base64url', 0, 16)}.${size}.${format}"`,
    };
  }
}
