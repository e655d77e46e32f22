import { Injectable } from '@nestjs/common';
import { getExportManifest, listExportManifests, type ExportManifest } from '@questp/messages/exports';
import { AppError, type Page, type RequestOf } from '@questp/messages/language';
import { toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ManifestsRepository, type ManifestRow } from './manifests.repository.js';

@Injectable()
export class ManifestsHandlers {
  constructor(private readonly manifests: ManifestsRepository) {}

  @Rpc(listExportManifests)
  async list(request: RequestOf<typeof listExportManifests>): Promise<Page<ExportManifest>> {
    return toPage(await this.manifests.list(request), request.limit, ({ id }) => [id], toManifest);
  }

  @Rpc(getExportManifest)
  async get({ projectId, manifestId }: RequestOf<typeof getExportManifest>): Promise<ExportManifest> {
    const row = await this.manifests.get(projectId, manifestId);
    if (row === undefined) throw new AppError('NOT_FOUND');
    return toManifest(row);
  }
}

const toManifest = ({ exporterType, exporterId, ...row }: ManifestRow): ExportManifest => ({
  ...row,
  exportedBy: { type: exporterType, id: exporterId },
  rows: row.rows === null ? null : Number(row.rows),
  bytes: Number(row.bytes),
  sha256: row.sha256?.toString('hex') ?? null,
  ledgerEntries: Number(row.ledgerEntries),
  readAt: row.readAt.toISOString(),
  finishedAt: row.finishedAt.toISOString(),
});
