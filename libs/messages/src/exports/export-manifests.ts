import type { Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { PageRequest, pageOf } from '../language/contract/paging.js';
import { Count, Id, Line, Nested, OneOf, Text, TextMap, Time, enumeration } from '../language/fields/index.js';

export const EXPORT_KINDS = enumeration('ExportKind', ['leaderboard', 'participants', 'submissions', 'distribution']);
export type ExportKind = (typeof EXPORT_KINDS)[number];

export const EXPORTER_TYPES = enumeration('ExporterType', ['user', 'api_key', 'system']);
export type ExporterType = (typeof EXPORTER_TYPES)[number];

export const BROKEN_OFF_REASONS = enumeration('BrokenOffReason', ['upgrade', 'stalled', 'slow']);
export type BrokenOffReason = (typeof BROKEN_OFF_REASONS)[number];

export class Exporter {
  @OneOf(EXPORTER_TYPES, { description: 'Kind of caller that started the export' })
  type!: ExporterType;

  @Text({ max: 64, nullable: true, description: 'Id of the user or API key' })
  id!: string | null;
}

/** Manifest of an exported file, which proves any copy of it. */
export class ExportManifest {
  @Id({ description: 'Id of the export' })
  id!: string;

  @OneOf(EXPORT_KINDS, { description: 'What the file lists' })
  kind!: ExportKind;

  @Id()
  projectId!: string;

  @Id({ nullable: true, description: 'Id of the campaign; null: all campaigns of the project' })
  campaignId!: string | null;

  @TextMap({
    maxEntries: 5,
    maxNameLength: 20,
    maxLength: 64,
    description: 'Parameters of the export besides project and campaign',
    example: { status: 'claimed' },
  })
  filters!: Record<string, string>;

  @Text({
    form: 'file_name',
    max: 300,
    description: 'File name',
    example: 'acme-launch-leaderboard-2026-05-01.csv',
  })
  fileName!: string;

  @Nested(() => Exporter, { description: 'User or API key that requested it' })
  exportedBy!: Exporter;

  @OneOf(BROKEN_OFF_REASONS, {
    nullable: true,
    description:
      'Why the platform aborted the export; null: completed. upgrade: retry in a minute. stalled: the reader made no progress. slow: the reader was below the minimum rate',
  })
  brokenOff!: BrokenOffReason | null;

  @Count({ nullable: true, description: 'Rows without the header; null: aborted', example: 1204 })
  rows!: number | null;

  @Count({ description: 'Bytes sent, including the byte order mark' })
  bytes!: number;

  @Text({
    form: 'sha256',
    nullable: true,
    description: 'SHA-256 of the complete file; null: aborted',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  sha256!: string | null;

  @Count({
    description: 'Ledger entries of the campaign or project at the time of the data',
  })
  ledgerEntries!: number;

  @Time({ description: 'Time of the data' })
  readAt!: Timestamp;

  @Time({ description: 'When the export was completed or aborted' })
  finishedAt!: Timestamp;
}

const OF_PROJECT = 'GET /v1/projects/:projectId/export-manifests';
const tag = 'exports';

class ListExportManifestsRequest extends PageRequest {
  @Id()
  projectId!: string;

  @Id({ optional: true, description: 'Files of this campaign' })
  campaignId?: string;

  @OneOf(EXPORT_KINDS, { optional: true, description: 'Files of this kind' })
  kind?: ExportKind;

  @Line({ max: 64, optional: true, description: 'Files requested by this user or API key' })
  exportedById?: string;

  @Text({ form: 'sha256', optional: true, description: 'The file with this hash' })
  sha256?: string;
}

export const listExportManifests = contract({
  subject: 'exports.manifests.list',
  request: ListExportManifestsRequest,
  reply: pageOf(ExportManifest),
  http: {
    id: 'listExportManifests',
    route: OF_PROJECT,
    tag,
    summary: 'List the exported files of a project, newest first',
    description:
      'A file whose SHA-256 is listed was exported by the platform unchanged. Exports that the reader cancelled are not listed; exports that the platform aborted have no SHA-256.',
  },
});

class GetExportManifestRequest {
  @Id()
  projectId!: string;

  @Id({ description: 'X-Manifest-Id of the export', example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a12' })
  manifestId!: string;
}

export const getExportManifest = contract({
  subject: 'exports.manifests.get',
  request: GetExportManifestRequest,
  reply: ExportManifest,
  http: {
    id: 'getExportManifest',
    route: `${OF_PROJECT}/:manifestId`,
    tag,
    summary: 'Get the manifest of an exported file',
    description: 'NOT_FOUND until the export was completed or aborted.',
  },
});

export class ExportFinished {
  @Id({ description: 'Id of the manifest', example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a12' })
  manifestId!: string;

  @Id()
  projectId!: string;

  @Id({ nullable: true })
  campaignId!: string | null;

  @OneOf(EXPORT_KINDS, { description: 'What the file lists' })
  kind!: ExportKind;

  @Text({ max: 300, description: 'File name' })
  fileName!: string;
}
