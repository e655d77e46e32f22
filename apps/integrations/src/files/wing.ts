import type { Wing } from '@questp/service-kit';
import { ConfirmUpload } from './confirm-upload.js';
import { FileEvents } from './file-events.js';
import { FilesRepository } from './files.repository.js';
import { OpenEvidence } from './open-evidence.js';
import { OpenImage } from './open-image.js';
import { Pictures } from './pictures.js';
import { PresignUpload } from './presign-upload.js';
import { ReceiveUpload } from './receive-upload.js';
import { CheckFileStorage } from './storage/check-file-storage.js';
import { FormerBucketsRepository } from './storage/former-buckets.repository.js';
import { FileStores } from './storage/file-stores.js';
import { SweepFiles } from './sweep-files.js';
import { UseFiles } from './use-files.js';
import { bytesProvider } from '@questp/bytes';
import { CloseFiles } from './close-files.js';

export const files: Wing = {
  providers: [
    CloseFiles,
    bytesProvider,
    CheckFileStorage,
    FileStores,
    FormerBucketsRepository,
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
  listens: [FileEvents],
  purges: (get) => ({
    files: () => get(SweepFiles).sweep(),
    incomingFiles: () => get(SweepFiles).sweepIncoming(),
    formerBuckets: () => get(FormerBucketsRepository).purge(),
    fileQuotas: () => get(FilesRepository).deleteOldQuotas(),
  }),
};
