import type { EvidenceFile, FileInfo } from '@questp/messages/integrations';

/** What the record of a check keeps of a file that was handed in. */
export type KeptFile = Omit<EvidenceFile, 'url'>;

export const toKeptFile = ({ id, contentType, size, sha256 }: FileInfo): KeptFile => ({
  id,
  contentType,
  size,
  sha256,
});

export const toEvidenceFile = (file: KeptFile): EvidenceFile => ({ ...file, url: `/v1/files/${file.id}/evidence` });
