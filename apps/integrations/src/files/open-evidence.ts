import { Injectable } from '@nestjs/common';
import { BytesServer, FileReaders } from '@questp/bytes';
import { openEvidence, type FileType } from '@questp/messages/integrations';
import { AppError, type FileTicket, type RequestOf } from '@questp/messages/language';
import { getProjectRole } from '@questp/messages/quests';
import { LIMITS } from '@questp/messages/tables';
import { Bus, Rpc } from '@questp/service';
import { FilesRepository, type FileRow } from './files.repository.js';
import { FileStores } from './storage/file-stores.js';
import { confirmedName, SHOWN_WITHIN_MS } from './storage/storage.js';

const ENDINGS: Readonly<Record<FileType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
};

/** Concurrent reads of one caller. */
const PER_CALLER = LIMITS.evidenceReads.max;

/** Issues tickets for evidence to its uploader, the team of its project and operators. */
@Injectable()
export class OpenEvidence {
  private readonly readers = new FileReaders(PER_CALLER);

  constructor(
    private readonly filesRepository: FilesRepository,
    private readonly bytesServer: BytesServer,
    private readonly bus: Bus,
    private readonly fileStores: FileStores,
  ) {}

  /** NOT_FOUND also for a caller without access, so that the answer does not reveal that the file exists. */
  @Rpc(openEvidence)
  async execute({ fileId, userId, adminId, reader }: RequestOf<typeof openEvidence>): Promise<FileTicket> {
    const file = await this.filesRepository.get(fileId);
    if (file?.purpose !== 'evidence' || file.sha256 === null) throw new AppError('NOT_FOUND');
    const maySee = adminId !== undefined || (userId !== undefined && (await this.isFor(userId, file)));
    if (!maySee) throw new AppError('NOT_FOUND');
    const storage = await this.fileStores.of(file);
    const name = confirmedName(file.sha256);
    const ticket = { fileName: `${fileId}.${ENDINGS[file.contentType]}`, contentType: file.contentType };
    const giveBack = this.readers.admit(reader);
    if (giveBack === undefined) return ticket;
    const open = async () => {
      const content = await storage.read(fileId, name, SHOWN_WITHIN_MS);
      if (content === undefined) throw new AppError('NOT_FOUND');
      return content;
    };
    return { ...ticket, url: this.bytesServer.offer(giveBack, open) };
  }

  private async isFor(userId: string, { userId: uploader, projectId }: FileRow): Promise<boolean> {
    if (uploader === userId) return true;
    if (projectId === null) return false;
    return (await this.bus.call(getProjectRole, { projectId, userId })).role !== null;
  }
}
