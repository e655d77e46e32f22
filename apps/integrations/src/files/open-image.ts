import { Injectable } from '@nestjs/common';
import { BytesServer, FileReaders } from '@questp/bytes';
import { openImage } from '@questp/messages/integrations';
import { AppError, type FileTicket, type RequestOf } from '@questp/messages/language';
import { LIMITS } from '@questp/messages/tables';
import { Rpc } from '@questp/service';
import { FilesRepository } from './files.repository.js';
import { Pictures } from './pictures.js';
import { FileStores } from './storage/file-stores.js';

/** Concurrent reads of one caller, which may be a page with many pictures or several people behind one address. */
const PER_CALLER = LIMITS.imageReads.max;

/** Hands out tickets for pictures that everybody may see. */
@Injectable()
export class OpenImage {
  private readonly readers = new FileReaders(PER_CALLER);

  constructor(
    private readonly filesRepository: FilesRepository,
    private readonly pictures: Pictures,
    private readonly bytesServer: BytesServer,
    private readonly fileStores: FileStores,
  ) {}

  @Rpc(openImage)
  async execute({ fileId, size, format, reader }: RequestOf<typeof openImage>): Promise<FileTicket> {
    const file = await this.filesRepository.get(fileId);
    if (!file?.publishedAt || file.sha256 === null) throw new AppError('NOT_FOUND');
    const { sha256 } = file;
    const storage = await this.fileStores.of(file);
    const etag = `"${sha256.toString('base64url', 0, 16)}.${size}.${format}"`;
    const ticket = { fileName: `${fileId}.${format}`, contentType: `image/${format}`, etag };
    const giveBack = this.readers.admit(reader, etag);
    if (giveBack === undefined) return ticket;
    return {
      ...ticket,
      url: this.bytesServer.offer(giveBack, () => this.pictures.open({ fileId, storage, sha256, size, format })),
    };
  }
}
