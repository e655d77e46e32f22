import type { Wing } from '@questp/service-kit';
import { ConfirmUpload } from './confirm-upload.js';
import { FileEvents } from './file-events.js';
import { FilesRepository } from './files.repository.js';
import { OpenEvidence } from './open-evidence.js';
import { OpenImage } from './open-image.js';
import { Pictures } from './pictures.js';
import { PresignUpload } from './presign-upload.js';
import { ReceiveUpload } from './receive-upload.js';
import { FileStores } from './storage/file-stores.js';
import { SweepFiles } from './sweep-files.js';
import { UseFiles } from './use-files.js';
import { bytesProvider } from '@questp/bytes';
import { CloseFiles } from './close-files.js';

export const files: Wing = {
  providers: [
    CloseFiles,
    bytesProvider,
    FileStores,
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
};
