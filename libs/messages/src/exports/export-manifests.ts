import type { Timestamp } from '../common.js';
import { contract } from '../contract.js';
import { Count, enumeration, Id, Line, Nested, OneOf, Text, TextMap, Time } from '../fields/index.js';
import { pageOf, PageRequest } from '../paging.js';

export const EXPORT_KINDS = enumeration('ExportKind', ['leaderboard', 'participants', 'submissions', 'distribution']);
export type ExportKind = (typeof EXPORT_KINDS)[number];

export const EXPORTER_TYPES = enumeration('ExporterType', ['user', 'api_key', 'system']);
export type ExporterType = (typeof EXPORTER_TYPES)[number];

export const BROKEN_OFF_REASONS = enumeration('BrokenOffReason', ['upgrade', 'stalled', 'slow']);
export type BrokenOffReason = (typeof BROKEN_OFF_REASONS)[number];

export class Exporter {
  @OneOf(EXPORTER_TYPES)
  type!: ExporterType;

  @Text({ max: 64, nullable: true, description: 'Of the user or the API key' })
  id!: string | null;
}

/** What a file said when it was given out, by which any copy of it is proven. */
export class ExportManifest {
  @Id()
  id!: string;

  @OneOf(EXPORT_KINDS)
  kind!: ExportKind;

  @Id()
  projectId!: string;

  @Id({ nullable: true, description: 'Null: of all campaigns' })
  campaignId!: string | null;

  @TextMap({
    maxEntries: 5,
    maxNameLength: 20,
    maxLength: 64,
    description: 'What the file was asked for with, besides project and campaign',
    example: { status: 'claimed' },
  })
  filters!: Record<string, string>;

  @Text({
    form: 'file_name',
    max: 300,
    description: 'Name of the file',
    example: 'acme-launch-leaderboard-2026-05-01.csv',
  })
  fileName!: string;

  @Nested(() => Exporter, { description: 'Who asked for it' })
  exportedBy!: Exporter;

  @OneOf(BROKEN_OFF_REASONS, {
    nullable: true,
    description:
      'Why the platform broke the file off; null: it was sent whole. upgrade: ask for it again in a minute. stalled: its reader took no byte for some time. slow: its reader took too few bytes a second',
  })
  brokenOff!: BrokenOffReason | null;

  @Count({ nullable: true, description: 'Without the header; null: it was broken off', example: 1204 })
  rows!: number | null;

  @Count({ description: 'Of the file with its byte order mark, as far as it was sent' })
  bytes!: number;

  @Text({
    form: 'sha256',
    nullable: true,
    description: 'Of the whole file; null: it was broken off',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  sha256!: string | null;

  @Count({
    description: 'How many entries the ledger of the campaign, or of the project, had in the moment the file is of',
  })
  ledgerEntries!: number;

  @Time({ description: 'The moment the file is of' })
  readAt!: Timestamp;

  @Time({ description: 'When its last byte was sent, or it was broken off' })
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

  @Line({ max: 64, optional: true, description: 'Files a user or an API key asked for' })
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
    summary: 'The files that were exported from a project, newest first',
    description:
      'A file whose SHA-256 is found here was given out by the platform as it is. A file whose reader left is not here; one that the platform broke off is, without a SHA-256.',
  },
});

class GetExportManifestRequest {
  @Id()
  projectId!: string;

  @Id({ description: 'As X-Manifest-Id of the export named it' })
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
    summary: 'What an exported file said when it was given out',
    description: 'NOT_FOUND until the file was sent whole, or the platform broke it off.',
  },
});
