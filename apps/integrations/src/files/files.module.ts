import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { BytesServer, bytesProvider } from '@questp/bytes';
import { CredentialsModule } from '../credentials/credentials.module.js';
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
import { fileStoresProvider } from './storage/file-stores-provider.js';
import { FileStores } from './storage/file-stores.js';
import { SweepFiles } from './sweep-files.js';
import { UseFiles } from './use-files.js';

@Module({
  imports: [CredentialsModule, HealthModule],
  controllers: [FilesHandlers],
  providers: [
    bytesProvider,
    fileStoresProvider,
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
    private readonly stores: FileStores,
  ) {}

  /** Contents that are being sent end first. */
  async onApplicationShutdown(): Promise<void> {
    await this.bytes.close();
    await this.stores.close();
  }
}
