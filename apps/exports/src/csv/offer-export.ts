import { AsyncResource } from 'node:async_hooks';
import { pipeline, type Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { BytesServer, FileReaders } from '@questp/bytes';
import type { BrokenOffReason, ExportKind } from '@questp/messages/exports';
import { AppError, type FileReader, type FileTicket } from '@questp/messages/language';
import { LIMITS } from '@questp/messages/tables';
import { newId, sql, type Sql } from '@questp/postgres';
import { CopyOut, MigrationWaits } from '@questp/postgres/copy-out';
import { CONFIG } from '@questp/service';
import { ManifestsRepository, type NewManifest } from '../manifests/manifests.repository.js';
import type { Config } from '../shared/config.js';
import { CsvFile } from './csv-file.js';
import { CsvInJson } from './csv-in-json.js';
import { fileName as fileNameOf } from './file-name.js';
import { ReaderTooSlow, watchReader } from './reader-pace.js';
import type { Scope } from './scopes.repository.js';

/** Exports at a time. */
const OF_ONE_PROJECT = 2;
/** Exports of one caller at a time, including those that wait to be fetched. */
const PER_CALLER = LIMITS.exportReads.max;
const RETRY_SECONDS = 5;

/** A requested file. */
export interface Order {
  scope: Scope;
  kind: ExportKind;
  filters?: Record<string, string>;
  /** The moment whose state is exported, if it is not the present. */
  asOf?: string | undefined;
  rows: Sql;
  /** Wraps the file in a JSON object, as the deprecated export does. */
  isInJson?: boolean;
}

interface Written {
  file: CsvFile;
  /** Stores the manifest of the complete file. */
  keep: () => Promise<void>;
}

/** Issues tickets for files, which are written while they are fetched. */
@Injectable()
export class OfferExport {
  private readonly readers = new FileReaders(PER_CALLER);

  constructor(
    private readonly bytesServer: BytesServer,
    private readonly copyOut: CopyOut,
    private readonly manifestsRepository: ManifestsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  offer(order: Order, reader: FileReader | undefined): FileTicket {
    const name = nameOf(order);
    const fileName = order.isInJson ? name.replace(/csv$/, 'json') : name;
    const giveBack = this.readers.admit(reader);
    if (giveBack === undefined) return { fileName };
    const manifestId = newId();
    let written: Written | undefined;
    const url = this.bytesServer.offer(
      giveBack,
      async (signal) => {
        written = await this.write(order, manifestId, name, signal);
        return order.isInJson ? inJson(written.file, name) : written.file;
      },
      async () => written?.keep(),
    );
    return { url, fileName, manifestId };
  }

  /** RATE_LIMITED at the maximum number of exports. */
  private async write(
    { scope, kind, filters, asOf, rows }: Order,
    id: string,
    name: string,
    signal: AbortSignal,
  ): Promise<Written> {
    const copied = await this.copyOut.open<Moment>(rows, this.admission(scope), signal);
    if (copied === undefined) {
      throw new AppError('RATE_LIMITED', { retryAfter: RETRY_SECONDS, detail: 'Too many exports run at the moment.' });
    }
    const file = new CsvFile();
    const { readAt, ledgerEntries } = copied.admission;
    const { projectId, campaignId } = scope;
    const add = (end: Pick<NewManifest, 'rows' | 'sha256' | 'brokenOff'>) =>
      this.manifestsRepository.add({
        ...{ id, kind, projectId, campaignId, fileName: name, readAt, ledgerEntries },
        filters: { ...filters, ...(asOf && { asOf }) },
        ...{ bytes: file.bytes, ...end },
      });
    const ended = (error: unknown) => {
      const brokenOff = reasonOf(error);
      if (brokenOff === undefined || file.bytes === 0) return;
      // Even if a migration locks the table of manifests, the transfer ends.
      void add({ rows: null, sha256: null, brokenOff }).catch(() => undefined);
    };
    // A failure or disconnection on either side ends the other side.
    pipeline(copied.rows, file, AsyncResource.bind(ended));
    // The slot is released when all rows are read, before the last bytes are sent.
    copied.rows.once('close', watchReader(file, this.config));
    const keep = () => add({ rows: copied.rows.rowCount, sha256: file.sha256(), brokenOff: null });
    return { file, keep };
  }

  /** Takes a slot of the project and one of the service; the end of the transaction releases both. */
  private admission({ projectId, campaignId }: Scope): Sql {
    const place = (of: string, most: number) => sql`
      EXISTS (SELECT FROM generate_series(1, ${most}::integer) n
        WHERE try_lock('export ' || ${of}::text || ' ' || n))`;
    const campaigns =
      campaignId === null
        ? sql`SELECT id FROM quests.published_campaign_v1 WHERE project_id = ${projectId}::uuid`
        : sql`SELECT ${campaignId}::uuid`;
    return sql`
      SELECT ${place(projectId, OF_ONE_PROJECT)} AND ${place('all', this.config.EXPORTS_AT_ONCE)} AS admitted,
        now() AS read_at,
        (SELECT count(*) FROM quests.published_ledger_v2 WHERE campaign_id IN (${campaigns})) AS ledger_entries`;
  }
}

/** Undefined for a reader that disconnected, and for a failure. */
function reasonOf(error: unknown): BrokenOffReason | undefined {
  if (error instanceof ReaderTooSlow) return error.reason;
  return error instanceof MigrationWaits ? 'upgrade' : undefined;
}

const inJson = (file: CsvFile, name: string): Readable => pipeline(file, new CsvInJson(name), () => undefined);

const nameOf = ({ scope, kind, asOf }: Order): string =>
  fileNameOf(scope, kind, asOf === undefined ? new Date() : new Date(asOf));

interface Moment {
  admitted: boolean;
  readAt: Date;
  ledgerEntries: string;
}
