import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { principalKey } from '@questp/messages/access';
import type { BrokenOffReason, ExporterType, ExportKind, listExportManifests } from '@questp/messages/exports';
import type { RequestOf } from '@questp/messages/language';
import { Database, decodeCursor, insertInto, join, sql } from '@questp/postgres';
import { currentContext } from '@questp/service';

export interface NewManifest {
  id: string;
  kind: ExportKind;
  projectId: string;
  campaignId: string | null;
  filters: Record<string, string>;
  fileName: string;
  /** Null, like its hash: it was broken off. */
  rows: number | null;
  bytes: number;
  sha256: Buffer | null;
  brokenOff: BrokenOffReason | null;
  /** As PostgreSQL counts. */
  ledgerEntries: string;
  readAt: Date;
}

export interface ManifestRow extends Omit<NewManifest, 'rows' | 'bytes'> {
  rows: string | null;
  bytes: string;
  exporterType: ExporterType;
  exporterId: string | null;
  finishedAt: Date;
}

@Injectable()
export class ManifestsRepository {
  constructor(private readonly db: Database) {}

  /** The same again changes nothing. The first of a whole file is an event. */
  add(manifest: NewManifest): Promise<void> {
    const { id: manifestId, projectId, campaignId, kind, fileName, brokenOff } = manifest;
    return this.db.transaction(async (tx) => {
      const added = await tx.execute(
        sql`${insertInto('export_manifest', { ...manifest, ...exporter() })} ON CONFLICT DO NOTHING`,
      );
      if (added > 0 && brokenOff === null)
        await emit(tx, 'export.finished', manifestId, { manifestId, projectId, campaignId, kind, fileName });
    });
  }

  get(projectId: string, id: string): Promise<ManifestRow | undefined> {
    return this.db.row<ManifestRow>(sql`SELECT * FROM export_manifest WHERE id = ${id} AND project_id = ${projectId}`);
  }

  /** Newest first, one row more than the page. */
  list(request: RequestOf<typeof listExportManifests>): Promise<ManifestRow[]> {
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
    return this.db.rows<ManifestRow>(
      sql`SELECT * FROM export_manifest WHERE ${join(conditions, ' AND ')} ORDER BY id DESC LIMIT ${limit + 1}`,
    );
  }
}

function exporter(): { exporterType: ExporterType; exporterId: string | null } {
  const principal = currentContext()?.caller?.principal ?? null;
  if (principal === null || principal.family === 'admin') return { exporterType: 'system', exporterId: null };
  return { exporterType: principal.family, exporterId: principalKey(principal) };
}
