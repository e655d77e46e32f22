import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { BytesServer, bytesProvider } from '@questp/bytes';
import { HealthModule } from '../health/health.module.js';
import { ConfirmUpload } from './confirm-upload.js';
import { FilesHandlers } from './files.handlers.js';
import { FileEvents } from './file-events.js';
import { FilesRepository } from './files.repository.js';
import { OpenEvidence } from './open-evidence.js';
import { OpenImage } from './open-image.js';
import { Pictures } from './pictures.js';
import { PresignUpload } from './presign-upload.js';
import { ReceiveUpload } from './receive-upload.js';
import { storageProvider } from './storage/storage-provider.js';
import { STORAGE, type Storage } from './storage/storage.js';
import { SweepFiles } from './sweep-files.js';
import { UseFiles } from './use-files.js';

@Module({
  imports: [HealthModule],
  controllers: [FilesHandlers],
  providers: [
    bytesProvider,
    storageProvider,
    FilesRepository,
    PresignUpload,
    ReceiveUpload,
    ConfirmUpload,
    Pictures,
    OpenImage,
    OpenEvidence,
    SweepFiles,
    UseFiles,
    FileEvents,
  ],
})
export class FilesModule implements OnApplicationShutdown {
  constructor(
    private readonly bytes: BytesServer,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** Contents that are being sent end first. */
  async onApplicationShutdown(): Promise<void> {
    await this.bytes.close();
    await this.storage.close();
  }
}
