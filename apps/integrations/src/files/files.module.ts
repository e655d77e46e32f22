import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { BytesServer, bytesProvider } from '@questp/bytes';
import { CONFIG } from '@questp/service';
import type { Config } from '../platform/config.js';
import { ConfirmUpload } from './confirm-upload.js';
import { FilesHandlers } from './files.handlers.js';
import { FilesRepository } from './files.repository.js';
import { OpenEvidence } from './open-evidence.js';
import { OpenImage } from './open-image.js';
import { Pictures } from './pictures.js';
import { PresignUpload } from './presign-upload.js';
import { ReceiveUpload } from './receive-upload.js';
import { LocalStorage } from './storage/local-storage.js';
import { STORAGE } from './storage/storage.js';
import { SweepFiles } from './sweep-files.js';
import { UseFiles } from './use-files.js';

const storage = {
  provide: STORAGE,
  inject: [CONFIG],
  useFactory: async ({ FILES_DIR }: Config) => {
    const local = new LocalStorage(FILES_DIR);
    await local.open();
    return local;
  },
};

@Module({
  controllers: [FilesHandlers],
  providers: [
    bytesProvider,
    storage,
    FilesRepository,
    PresignUpload,
    ReceiveUpload,
    ConfirmUpload,
    Pictures,
    OpenImage,
    OpenEvidence,
    SweepFiles,
    UseFiles,
  ],
})
export class FilesModule implements OnApplicationShutdown {
  constructor(private readonly bytes: BytesServer) {}

  /** Contents that are being sent end first. */
  onApplicationShutdown(): Promise<void> {
    return this.bytes.close();
  }
}
