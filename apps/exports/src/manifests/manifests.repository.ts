import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { principalKey } from '@questp/messages/access';
import {
  getExportManifest,
  listExportManifests,
  type BrokenOffReason,
  type ExporterType,
  type ExportKind,
  type ExportManifest,
} from '@questp/messages/exports';
import { AppError, type Page, type RequestOf } from '@questp/messages/language';
import { columns, Database, decodeCursor, insertInto, join, namesOf, sql, toPage } from '@questp/postgres';
import { currentContext, Rpc } from '@questp/service';

export interface NewManifest {
  id: string;
  kind: ExportKind;
  projectId: string;
  campaignId: string | null;
  filters: Record<string, string>;
  fileName: string;
  /** Null, like its hash, if the export was aborted. */
  rows: number | null;
  bytes: number;
  sha256: Buffer | null;
  brokenOff: BrokenOffReason | null;
  /** bigint, as text. */
  ledgerEntries: string;
  readAt: Date;
}

interface ManifestRow extends Omit<NewManifest, 'rows' | 'bytes'> {
  rows: string | null;
  bytes: string;
  exporterType: ExporterType;
  exporterId: string | null;
  finishedAt: Date;
}

const COLUMNS = columns(
  namesOf<keyof ManifestRow>({
    id: true,
    kind: true,
    projectId: true,
    campaignId: true,
    filters: true,
    fileName: true,
    rows: true,
    bytes: true,
    sha256: true,
    brokenOff: true,
    ledgerEntries: true,
    readAt: true,
    exporterType: true,
    exporterId: true,
    finishedAt: true,
  }),
);

@Injectable()
export class ManifestsRepository {
  constructor(private readonly database: Database) {}

  /** Idempotent. The first call for a complete file emits an event. */
  add(manifest: NewManifest): Promise<void> {
    const { id: manifestId, projectId, campaignId, kind, fileName, brokenOff } = manifest;
    return this.database.transaction(async (tx) => {
      const added = await tx.execute(
        sql`${insertInto('export_manifest', { ...manifest, ...exporter() })} ON CONFLICT DO NOTHING`,
      );
      if (added > 0 && brokenOff === null)
        await emit(tx, 'export.finished', manifestId, { manifestId, projectId, campaignId, kind, fileName });
    });
  }

  /** NOT_FOUND */
  @Rpc(getExportManifest)
  async get({ projectId, manifestId }: RequestOf<typeof getExportManifest>): Promise<ExportManifest> {
    const row = await this.database.row<ManifestRow>(
      sql`SELECT ${COLUMNS} FROM export_manifest WHERE id = ${manifestId} AND project_id = ${projectId}`,
    );
    if (row === undefined) throw new AppError('NOT_FOUND');
    return toManifest(row);
  }

  /** Newest first. */
  @Rpc(listExportManifests)
  async list(request: RequestOf<typeof listExportManifests>): Promise<Page<ExportManifest>> {
    const { projectId, campaignId, kind, exportedById, sha256, limit, cursor } = request;
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    const conditions = [
      [sql`project_id = ${projectId}`],
      campaignId === undefined ? [] : [sql`campaign_id = ${campaignId}`],
      kind === undefined ? [] : [sql`kind = ${kind}`],
      exportedById === undefined ? [] : [sql`exporter_id = ${exportedById}`],
      sha256 === undefined ? [] : [sql`sha256 = decode(${sha256}, 'hex')`],
      before === undefined ? [] : [sql`id < ${before}`],
    ].flat();
    const rows = await this.database.rows<ManifestRow>(
      sql`SELECT ${COLUMNS} FROM export_manifest WHERE ${join(conditions, ' AND ')} ORDER BY id DESC LIMIT ${limit + 1}`,
    );
    return toPage(rows, limit, ({ id }) => [id], toManifest);
  }
}

function exporter(): { exporterType: ExporterType; exporterId: string | null } {
  const principal = currentContext()?.caller?.principal ?? null;
  if (principal === null || principal.family === 'admin') return { exporterType: 'system', exporterId: null };
  return { exporterType: principal.family, exporterId: principalKey(principal) };
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
