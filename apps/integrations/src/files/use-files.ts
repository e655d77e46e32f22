import { Injectable } from '@nestjs/common';
import { deleteEvidence, handInEvidence, publishImage, type FileInfo } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toFileInfo } from './file-info.js';
import { FilesRepository } from './files.repository.js';

/** The use of a file decides who may see it. */
@Injectable()
export class UseFiles {
  constructor(
    private readonly database: Database,
    private readonly filesRepository: FilesRepository,
  ) {}

  @Rpc(publishImage)
  async publish({ fileId, userId }: RequestOf<typeof publishImage>): Promise<null> {
    if (!(await this.filesRepository.publish(fileId, userId))) throw new AppError('FILE_NOT_USABLE');
    return null;
  }

  @Rpc(handInEvidence)
  async handIn({ fileIds, userId, projectId }: RequestOf<typeof handInEvidence>): Promise<{ files: FileInfo[] }> {
    return this.database.transaction(async (tx) => {
      const files = await this.filesRepository.handIn(tx, fileIds, userId, projectId);
      if (files.length < fileIds.length) throw new AppError('FILE_NOT_USABLE');
      return { files: files.map(toFileInfo) };
    }, 'integrations.hand-in');
  }

  @Rpc(deleteEvidence)
  deleteEvidence({ userId }: RequestOf<typeof deleteEvidence>): Promise<{ deleted: number }> {
    return this.database.transaction(async (tx) => ({
      deleted: await this.filesRepository.giveUpEvidence(tx, userId),
    }));
  }
}
