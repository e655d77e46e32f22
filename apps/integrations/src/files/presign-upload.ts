import { Injectable } from '@nestjs/common';
import { presignUpload, type PresignedUpload } from '@questp/messages/integrations';
import { AppError, fieldError, type RequestOf } from '@questp/messages/language';
import { Database, idempotent } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { FilesRepository } from './files.repository.js';
import { FileStores } from './storage/file-stores.js';

@Injectable()
export class PresignUpload {
  constructor(
    private readonly database: Database,
    private readonly filesRepository: FilesRepository,
    private readonly fileStores: FileStores,
  ) {}

  @Rpc(presignUpload)
  async execute({ idempotency, ...file }: RequestOf<typeof presignUpload>): Promise<PresignedUpload> {
    if (file.purpose === 'image' && file.contentType === 'application/pdf') {
      const error = fieldError('/contentType', 'NOT_ALLOWED', {}, 'A document is no picture.');
      throw new AppError('VALIDATION_FAILED', { errors: [error] });
    }
    const { name: store } = await this.fileStores.current();
    // The address is a secret, and is not kept among the answers.
    const { id } = await this.database.transaction((tx) =>
      idempotent(tx, idempotency, async () => {
        const row = await this.filesRepository.insert(tx, { ...file, store });
        if (row !== undefined) return { id: row.id };
        throw new AppError('RATE_LIMITED', {
          retryAfter: await this.filesRepository.secondsUntilNext(tx, file.userId),
          detail: 'Too many files in an hour.',
        });
      }),
    );
    const row = await this.filesRepository.get(id);
    if (row === undefined) throw new AppError('NOT_FOUND');
    return {
      fileId: id,
      ...(await this.fileStores.of(row)).uploadRequest(row),
      expiresAt: row.expiresAt.toISOString(),
    };
  }
}
