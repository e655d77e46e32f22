import type { FileInfo } from '@questp/messages/integrations';
import type { FileRow } from './files.repository.js';

/** Of a confirmed file. */
export const toFileInfo = ({
  id,
  purpose,
  contentType,
  size,
  sha256,
  width,
  height,
  confirmedAt,
}: FileRow): FileInfo => ({
  ...{ id, purpose, contentType, size, width, height },
  sha256: (sha256 as Buffer).toString('hex'),
  confirmedAt: (confirmedAt as Date).toISOString(),
});
