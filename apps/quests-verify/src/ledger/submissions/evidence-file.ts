import type { EvidenceFile, FileInfo } from '@questp/messages/integrations';

/** The fields of a submitted file that the record of a check keeps. */
export type KeptFile = Omit<EvidenceFile, 'url'>;

export const toKeptFile = ({ id, contentType, size, sha256 }: FileInfo): KeptFile => ({
  id,
  contentType,
  size,
  sha256,
});

export const toEvidenceFile = (file: KeptFile): EvidenceFile => ({ ...file, url: `/v1/files/${file.id}/evidence` });
