import { Injectable } from '@nestjs/common';
import { BytesServer } from '@questp/bytes';
import { AppError, type FileTicket, type openImage, type RequestOf } from '@questp/messages';
import { FilesRepository } from './files.repository.js';
import { Pictures } from './pictures.js';

/** Hands out tickets for pictures that everybody may see. */
@Injectable()
export class OpenImage {
  constructor(
    private readonly files: FilesRepository,
    private readonly pictures: Pictures,
    private readonly bytes: BytesServer,
  ) {}

  async execute({ fileId, size, format }: RequestOf<typeof openImage>): Promise<FileTicket> {
    const file = await this.files.get(fileId);
    const sha256 = file?.publishedAt ? file.sha256 : null;
    if (sha256 === null) throw new AppError('NOT_FOUND');
    return {
      url: this.bytes.offer(() => this.pictures.open({ fileId, sha256, size, format })),
      fileName: `${fileId}.${format}`,
      contentType: `image/${format}`,
      etag: `"${sha256.toString('base64url', 0, 16)}.${size}.${format}"`,
    };
  }
}
